import { compareFiles, type FileChange, type Listing } from '@nodeyard/analysis/listing'
import { useCallback, useState } from 'react'
import { Link } from 'react-router'
import { links } from '../../ground/paths/links.ts'
import { useFormats, useSite, useText } from '../../ground/site/site.ts'
import { Badge, type Tone } from '../../ground/ui/badge.tsx'
import { FoldMark } from '../../ground/ui/fold-mark.tsx'
import { useLoaded } from '../../ground/ui/loaded.ts'
import { NothingHere } from '../../ground/ui/section.tsx'
import { type ListedArchive, listArchive } from './archive.ts'
import { ComparedFile, type ListingPair } from './compared-file.tsx'
import { type ComparedVersions, plainChangesOf } from './plain-changes.ts'
import { Waiting } from './waiting.tsx'

interface Archive extends ListedArchive {
  isHeld: boolean
}

/** Changes to the files, read from the archives' directories. A file's content loads when it is opened. */
export function FileChanges({ before, after }: { before: Archive; after: Archive }) {
  const t = useText('source')
  const loaded = useLoaded(useListings(before, after))
  if (loaded.state !== 'done')
    return (
      <>
        <div className="needs-script">
          <Waiting loaded={loaded} isHeld={before.isHeld || after.isHeld} />
        </div>
        <PlainFileChanges nodeId={after.nodeId} before={before.version} after={after.version} />
      </>
    )
  const changes = compareFiles(loaded.value.before.files, loaded.value.after.files)
  if (changes.length === 0) return <NothingHere icon="check">{t('same_files')}</NothingHere>
  return (
    <>
      <p className="text-sm text-muted">{t('changed_file_count', { count: changes.length })}</p>
      <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface text-sm">
        {changes.map((change) => (
          <li key={change.path}>
            <Change change={change} compared={loaded.value} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** Changed files for users without JavaScript, with links to their text. Empty in the browser. */
function PlainFileChanges(comparison: ComparedVersions) {
  const t = useText('source')
  const plain = plainChangesOf(useSite(), comparison)
  if (!plain)
    return (
      <noscript>
        {/* A bare text node would cause a hydration mismatch. */}
        <p>{t('needs_scripts')}</p>
      </noscript>
    )
  const { nodeId, before, after } = comparison
  if (plain.changeCount === 0)
    return (
      <noscript>
        <p>{t('same_files')}</p>
      </noscript>
    )
  return (
    <noscript>
      <p className="text-sm text-muted">{t('changed_file_count', { count: plain.changeCount })}</p>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface text-sm">
        {plain.changes.map((change) => (
          <li key={change.path}>
            <Link
              to={links.source(nodeId, change.kind === 'removed' ? before : after, { file: change.path })}
              className="flex flex-wrap items-center gap-x-2 gap-y-1 px-3 py-2.5 hover:bg-sunken"
            >
              <Summary change={change} />
            </Link>
          </li>
        ))}
      </ul>
    </noscript>
  )
}

function useListings(before: Archive, after: Archive): () => Promise<ListingPair & { before: Listing }> {
  const { session } = useSite()
  const { nodeId, version: old, sizeBytes: oldBytes } = before
  const { version: current, sizeBytes: currentBytes } = after
  return useCallback(async () => {
    const [oldListing, currentListing] = await Promise.all([
      listArchive(session, { nodeId, version: old, sizeBytes: oldBytes }),
      listArchive(session, { nodeId, version: current, sizeBytes: currentBytes }),
    ])
    return { before: oldListing, after: currentListing }
  }, [session, nodeId, old, oldBytes, current, currentBytes])
}

function Change({ change, compared }: { change: FileChange; compared: ListingPair }) {
  const [isOpened, setOpened] = useState(false)
  return (
    <details onToggle={(event) => event.currentTarget.open && setOpened(true)} className="group">
      <summary className="flex flex-wrap items-center gap-x-2 gap-y-1 px-3 py-2.5 hover:bg-sunken">
        <FoldMark className="size-4 text-muted" />
        <Summary change={change} />
      </summary>
      {isOpened && (
        <div className="border-t border-line">
          <ComparedFile file={change} listings={compared} />
        </div>
      )}
    </details>
  )
}

function Summary({ change: { kind, path, before, after } }: { change: FileChange }) {
  const t = useText('source')
  const formats = useFormats()
  const marks: Record<FileChange['kind'], { tone: Tone; text: string }> = {
    added: { tone: 'accent', text: t('added') },
    removed: { tone: 'danger', text: t('removed') },
    changed: { tone: 'warn', text: t('changed') },
    moved: { tone: 'info', text: t('moved') },
  }
  const { tone, text } = marks[kind]
  return (
    <>
      <Badge tone={tone}>{text}</Badge>
      <bdi dir="ltr" className="min-w-0 font-mono break-all">
        {path}
      </bdi>
      {kind === 'moved' && before && (
        <span className="text-xs break-all text-muted">{t('moved_from', { file: before.path })}</span>
      )}
      <span className="ms-auto text-xs text-muted tabular-nums">
        {formats.bytes((after ?? before)?.size ?? 0)}
      </span>
    </>
  )
}
