import type { ListedFile, Listing } from '@nodeyard/analysis/archive/listing'
import type { Review } from '@nodeyard/contract/moderation'
import { useCallback } from 'react'
import { Link } from 'react-router'
import { links } from '../../links.ts'
import { useText } from '../../site.ts'
import { listArchive } from '../../source/archive.ts'
import { readContent } from '../../source/content.ts'
import { FileDifference } from '../../source/file-difference.tsx'
import { Waiting } from '../../source/waiting.tsx'
import { useLoaded } from '../../ui/loaded.ts'
import { Notice } from '../../ui/notice.tsx'

interface Place {
  review: Review
  file: string
  line: number | undefined
}

/** The file at the line of a finding, read from the stored archive, beside what was changed in it. */
export function FindingSource({ review, file, line }: Place) {
  const t = useText('admin-review')
  const { node_id, version, size, downloadUrl } = review.version
  const opened = useLoaded(useCallback(() => openBoth(review), [review]))
  if (size === undefined || downloadUrl === undefined) return <Notice tone="info" title={t('no_source')} />
  if (opened.state !== 'done') return <Waiting loaded={opened} />
  const { after, before } = opened.value
  const found = after.files.find(({ path }) => path === file)
  if (!found) return <Notice tone="info" title={t('no_such_file', { file })} />
  return (
    <div className={`grid min-w-0 gap-3 ${before ? 'min-[100rem]:grid-cols-2' : ''}`}>
      <div className="grid min-w-0 content-start rounded-md border border-line">
        <h4 className="flex flex-wrap justify-between gap-2 border-b border-line bg-sunken px-3 py-2 text-sm">
          <bdi className="font-mono break-all">{file}</bdi>
          <Link
            to={`${links.source(node_id, version, { file })}${line === undefined ? '' : `#L${line}`}`}
            className="text-accent hover:underline"
          >
            {t('whole_file')}
          </Link>
        </h4>
        <Lines listing={after} file={found} line={line} />
      </div>
      {before && (
        <div className="grid min-w-0 content-start rounded-md border border-line">
          <h4 className="border-b border-line bg-sunken px-3 py-2 text-sm">
            {t('changes_since', { version: review.base?.version ?? '' })}
          </h4>
          <Changed before={before} after={after} file={found} />
        </div>
      )}
    </div>
  )
}

interface Opened {
  after: Listing
  before?: Listing
}

/** The earlier version is a help: where it cannot be read, the version itself is shown alone. */
async function openBoth({ version: { node_id, version, size = 0 }, base }: Review): Promise<Opened> {
  const [after, before] = await Promise.all([
    listArchive(node_id, version, size),
    base?.size === undefined
      ? undefined
      : listArchive(node_id, base.version, base.size).catch(() => undefined),
  ])
  return { after, ...(before ? { before } : {}) }
}

const linesAround = 12

function Lines({ listing, file, line }: { listing: Listing; file: ListedFile; line: number | undefined }) {
  const t = useText('source')
  const loaded = useLoaded(useCallback(() => linesOf(listing, file), [listing, file]))
  if (loaded.state !== 'done') return <Waiting loaded={loaded} />
  if (!loaded.value) return <p className="p-3 text-sm text-muted">{t('binary')}</p>
  const first = Math.max(0, (line ?? 1) - 1 - linesAround)
  return (
    <section
      dir="ltr"
      aria-label={t('code')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled by keyboard too
      tabIndex={0}
      className="overflow-x-auto"
    >
      <table className="code-lines">
        <tbody>
          {loaded.value.slice(first, first + 2 * linesAround + 1).map((html, index) => {
            const number = first + index + 1
            return (
              <tr key={number} data-picked={number === line || undefined}>
                <th scope="row">{number}</th>
                {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the text in it is escaped */}
                <td dangerouslySetInnerHTML={{ __html: html || '\n' }} />
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

/** As HTML; undefined for what is no text. */
async function linesOf(listing: Listing, file: ListedFile): Promise<string[] | undefined> {
  const content = await readContent(listing, file)
  if (content.kind !== 'text') return undefined
  const { highlightedLines } = await import('../../source/highlight.ts')
  return highlightedLines(content.text, file.path)
}

function Changed({ before, after, file }: { before: Listing; after: Listing; file: ListedFile }) {
  const t = useText('admin-review')
  const earlier = before.files.find(({ path }) => path === file.path)
  if (earlier && earlier.crc32 === file.crc32 && earlier.size === file.size)
    return <p className="p-3 text-sm text-muted">{t('unchanged_file')}</p>
  const change = {
    kind: earlier ? ('changed' as const) : ('added' as const),
    path: file.path,
    after: file,
    ...(earlier ? { before: earlier } : {}),
  }
  return <FileDifference change={change} compared={{ before, after }} />
}
