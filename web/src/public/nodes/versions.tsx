import { Link } from 'react-router'
import { links, sections } from '../../ground/paths/links.ts'
import { useText } from '../../ground/site/site.ts'
import { NothingHere, Section } from '../../ground/ui/section.tsx'
import type { VersionRow } from './queries.ts'
import { VersionList } from './version-list.tsx'

interface Versions {
  nodeId: string
  /** Sorted by number, newest first. */
  versions: VersionRow[]
  /** Number of all versions. */
  count: number
}

/** The newest versions of a node, with a link to the others. */
export function Versions({ nodeId, versions, count }: Versions) {
  const t = useText('nodes')
  const older = count - versions.length
  return (
    <Section id={sections.versions} title={t('versions')}>
      {versions.length === 0 ? (
        <NothingHere icon="package">{t('no_versions')}</NothingHere>
      ) : (
        <VersionList nodeId={nodeId} versions={versions}>
          {older > 0 && (
            <Link
              to={links.versions(nodeId)}
              className="block border-t border-line px-4 py-3 text-sm font-medium text-accent hover:bg-sunken"
            >
              {t('older_versions', { count: older })}
            </Link>
          )}
        </VersionList>
      )}
    </Section>
  )
}
