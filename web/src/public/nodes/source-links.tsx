import { useSuspenseQuery } from '@tanstack/react-query'
import { shownVersion } from '../../ground/paths/commit.ts'
import { links } from '../../ground/paths/links.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { ButtonLink } from '../../ground/ui/button.tsx'
import { Icon } from '../../ground/ui/icon.tsx'
import type { VersionRow } from './queries.ts'
import { readingsQuery } from './readings.ts'

interface SourceLinks {
  nodeId: string
  version: string
  /** Sorted by number, newest first. */
  versions: VersionRow[]
}

/** Links to the source of a version and to its changes. */
export function SourceLinks({ nodeId, version, versions }: SourceLinks) {
  const t = useText('nodes')
  const before = versionBefore(version, versions)
  return (
    <div className="grid gap-2 print:hidden">
      <ButtonLink to={links.source(nodeId, version)} rel="nofollow">
        <Icon name="code" />
        {t('browse_source')}
      </ButtonLink>
      {before && (
        <ButtonLink to={links.compare(nodeId, before, version)} rel="nofollow">
          <Icon name="compare" />
          {t('compare_with', { version: before })}
        </ButtonLink>
      )}
    </div>
  )
}

/** Into what a commit of the repository is made of, and what changed since the one that was read before. */
export function SourceLinksOfReading({ nodeId, commit }: { nodeId: string; commit: string }) {
  const t = useText('nodes')
  const { data: readings } = useSuspenseQuery(readingsQuery(useSite(), nodeId))
  const before = readings.find((other) => other.commit !== commit && other.hasSource)?.commit
  return (
    <div className="grid gap-2 print:hidden">
      <ButtonLink to={links.source(nodeId, commit)} rel="nofollow">
        <Icon name="code" />
        {t('browse_source')}
      </ButtonLink>
      {before && (
        <ButtonLink to={links.compare(nodeId, before, commit)} rel="nofollow">
          <Icon name="compare" />
          {t('compare_with', { version: shownVersion(before) })}
        </ButtonLink>
      )}
    </div>
  )
}

function versionBefore(version: string, versions: VersionRow[]): string | undefined {
  const place = versions.findIndex((other) => other.version === version)
  if (place < 0) return undefined
  return versions
    .slice(place + 1)
    .find(({ status, isYanked }) => status === 'NodeVersionStatusActive' && !isYanked)?.version
}
