import type { CommitMatch, FileMatch } from '@nodeyard/contract/packs'
import { Link } from 'react-router'
import { useText } from '../../ground/site/site.ts'
import type { TextKey } from '../../ground/texts/texts.ts'
import { Badge, type Tone } from '../../ground/ui/badge.tsx'

export const matchNames: Record<FileMatch, TextKey<'nodes'>> = {
  changed: 'match_changed',
  added: 'match_added',
  missing: 'match_missing',
  skipped: 'match_skipped',
}

const tones: Record<FileMatch, Tone> = { changed: 'warn', added: 'warn', missing: 'plain', skipped: 'plain' }

/** How a file compares with the commit of its version. */
export function MatchBadge({ state }: { state: FileMatch }) {
  const t = useText('nodes')
  return <Badge tone={tones[state]}>{t(matchNames[state])}</Badge>
}

const shownFiles = 200

/** Files that differ from the commit; those of the archive link to their source. */
export function MatchedFiles({
  files,
  addressOf,
}: {
  files: NonNullable<CommitMatch['files']>
  addressOf(path: string): string
}) {
  return (
    <ul className="mt-2 grid gap-1">
      {files.slice(0, shownFiles).map(({ path, state }) => (
        <li key={path} className="flex flex-wrap items-baseline gap-2">
          <MatchBadge state={state} />
          <bdi dir="ltr" className="min-w-0 font-mono text-xs break-all">
            {state === 'missing' ? path : <Link to={addressOf(path)}>{path}</Link>}
          </bdi>
        </li>
      ))}
    </ul>
  )
}
