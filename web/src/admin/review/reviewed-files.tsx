import { compareFiles, type FileChange, type Listing } from '@nodeyard/analysis/listing'
import { defined } from '@nodeyard/contract/ground'
import type { Review, ReviewFinding } from '@nodeyard/contract/safety'
import { type ReactNode, useCallback, useMemo } from 'react'
import { Link } from 'react-router'
import { links } from '../../ground/paths/links.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { Badge, type Tone } from '../../ground/ui/badge.tsx'
import { Fold } from '../../ground/ui/fold.tsx'
import { useLoaded } from '../../ground/ui/loaded.ts'
import { Notice } from '../../ground/ui/notice.tsx'
import { listReviewedArchive } from '../../public/source/archive.ts'
import { ComparedFile, type FilePair, type ListingPair } from '../../public/source/compared-file.tsx'
import { hashOf } from '../../public/source/line-range.ts'
import { Waiting } from '../../public/source/waiting.tsx'
import { FindingNotes } from './finding-note.tsx'
import type { Look } from './look.ts'

interface ReviewedFiles {
  review: Review
  look: Look
  onShow(file: string): void
}

/** Lists files with changes or findings since the last approved version, and shows one of them in full. */
export function ReviewedFiles({ review, look, onShow }: ReviewedFiles) {
  const t = useText('admin-review')
  const { session } = useSite()
  const { node_id: nodeId, version, size } = review.version
  const base = review.base?.version
  const baseSize = review.base?.size
  // Depends on the archives only, because files never change when the review data does.
  const open = useCallback(() => {
    const list: ListVersion = (version, sizeBytes) =>
      listReviewedArchive(session, { nodeId, version, sizeBytes })
    return openBoth(list, { version, size }, { version: base, size: baseSize })
  }, [session, nodeId, version, size, base, baseSize])
  const opened = useLoaded(open)
  if (size === undefined) return <Notice tone="info" title={t('no_source')} />
  if (opened.state !== 'done') return <Waiting loaded={opened} />
  return <Files review={review} look={look} onShow={onShow} opened={opened.value} />
}

type ListVersion = (version: string, sizeBytes: number) => Promise<Listing>

/** Opens both archives. The earlier one is optional: if it fails, the later one shows alone. */
async function openBoth(
  list: ListVersion,
  { version, size = 0 }: { version: string; size: number | undefined },
  base: { version: string | undefined; size: number | undefined },
): Promise<ListingPair> {
  const [after, before] = await Promise.all([
    list(version, size),
    base.version === undefined || base.size === undefined
      ? undefined
      : list(base.version, base.size).catch(() => undefined),
  ])
  return { after, ...defined({ before }) }
}

function Files({ review, look, onShow, opened }: ReviewedFiles & { opened: ListingPair }) {
  const t = useText('admin-review')
  const { after, before } = opened
  const changes = useMemo(() => (before ? compareFiles(before.files, after.files) : []), [before, after])
  const path = look.file ?? changes[0]?.path
  const file = useMemo(
    () => (path === undefined ? {} : fileAt(path, changes, opened)),
    [path, changes, opened],
  )
  const notes = useMemo(() => notesIn(path, review.findings, look), [path, review.findings, look])
  return (
    <>
      {before && (
        <ChangedFiles
          changes={changes}
          review={review}
          shown={path}
          onShow={onShow}
          since={review.base?.version ?? ''}
        />
      )}
      {path !== undefined && (
        <div className="grid min-w-0 content-start rounded-md border border-line">
          <FileHead
            review={review}
            path={path}
            file={file}
            change={changes.find((one) => one.path === path)}
            line={look.finding?.line}
          />
          {file.after || file.before ? (
            <ComparedFile key={path} file={file} listings={opened} notes={notes} />
          ) : (
            <p className="p-3 text-sm text-muted">{t('no_such_file', { file: path })}</p>
          )}
        </div>
      )}
    </>
  )
}

/** Maps each line of a file to the notes about its findings. */
function notesIn(
  path: string | undefined,
  findings: readonly ReviewFinding[],
  { finding: picked, isByHand }: Look,
): ReadonlyMap<number, ReactNode> {
  const found = findings.filter(({ file, line }) => file === path && line !== undefined)
  const byLine = Map.groupBy(found, ({ line }) => line ?? 0)
  return new Map(
    Array.from(byLine, ([line, here]) => [
      line,
      <FindingNotes key={line} findings={here} picked={picked} isByHand={isByHand} />,
    ]),
  )
}

/** Finds the file in both versions. A moved file has another path in the earlier one. */
function fileAt(path: string, changes: readonly FileChange[], { before, after }: ListingPair): FilePair {
  const change = changes.find((one) => one.path === path)
  if (change) return { before: change.before, after: change.after }
  const named = (listing: Listing | undefined) => listing?.files.find((file) => file.path === path)
  return { before: named(before), after: named(after) }
}

interface FileHead {
  review: Review
  path: string
  file: FilePair
  change: FileChange | undefined
  line: number | undefined
}

function FileHead({ review: { version, base }, path, file, change, line }: FileHead) {
  const t = useText('admin-review')
  return (
    <h4 className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-sunken px-3 py-2 text-sm">
      <bdi className="min-w-0 font-mono font-semibold break-all">{path}</bdi>
      {base && (
        <span className="text-muted">
          {change ? (
            <bdi dir="ltr" className="font-mono text-xs tabular-nums">
              {file.before ? base.version : '∅'} → {file.after ? version.version : '∅'}
            </bdi>
          ) : (
            t('unchanged_file')
          )}
        </span>
      )}
      {file.after && (
        <Link
          to={
            links.source(version.node_id, version.version ?? '', { file: path }) +
            (line === undefined ? '' : hashOf(line))
          }
          className="ms-auto text-accent hover:underline"
        >
          {t('whole_file')}
        </Link>
      )}
    </h4>
  )
}

const tones: Readonly<Record<FileChange['kind'], Tone>> = {
  added: 'accent',
  removed: 'danger',
  changed: 'warn',
  moved: 'info',
}

interface ChangedFiles {
  changes: readonly FileChange[]
  review: Review
  shown: string | undefined
  since: string
  onShow(file: string): void
}

/** Files with findings come first. */
function ChangedFiles({ changes, review, shown, since, onShow }: ChangedFiles) {
  const t = useText('admin-review')
  const text = useText('source')
  const findingsIn = (path: string) => review.findings.filter(({ file }) => file === path).length
  const inOrder = changes.toSorted((a, b) => findingsIn(b.path) - findingsIn(a.path))
  if (changes.length === 0) return <p className="text-sm text-muted">{text('same_files')}</p>
  return (
    <Fold
      className="text-sm"
      look="font-semibold"
      isOpen={changes.length <= 12}
      title={t('changed_files', { count: changes.length, version: since })}
    >
      <ul className="mt-2 grid max-h-52 content-start overflow-y-auto rounded-md border border-line">
        {inOrder.map(({ path, kind }) => (
          <li key={path} className="border-t border-line first:border-t-0">
            <button
              type="button"
              aria-current={path === shown || undefined}
              onClick={() => onShow(path)}
              className="flex w-full flex-wrap items-center gap-2 px-3 py-1.5 text-start hover:bg-sunken aria-[current=true]:bg-accent-soft"
            >
              <Badge tone={tones[kind]}>{text(kind)}</Badge>
              <bdi className="min-w-0 font-mono text-xs break-all">{path}</bdi>
              {findingsIn(path) > 0 && (
                <span className="ms-auto text-xs font-medium text-danger">
                  {t('findings', { count: findingsIn(path) })}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </Fold>
  )
}
