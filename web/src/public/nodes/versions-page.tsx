import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Main } from '../../ground/page/main.tsx'
import { type PageHandle, pageLoader, usePageParams } from '../../ground/page/page.ts'
import { links } from '../../ground/paths/links.ts'
import { paths } from '../../ground/paths/paths.ts'
import { useFormats, useSite, useText } from '../../ground/site/site.ts'
import { PageHead } from '../../ground/ui/page-head.tsx'
import { NothingHere } from '../../ground/ui/section.tsx'
import { maxVersions, nodeQuery, versionsQuery, withoutReadme } from './queries.ts'
import { VersionList } from './version-list.tsx'

export const handle: PageHandle = { namespaces: ['nodes'] }
export const loader = pageLoader(paths.versions, handle, async (visit) =>
  (await import('./load.ts')).loadVersions(visit),
)

/** Lists all versions of a node; the node page lists only the newest. */
export function Component() {
  const t = useText('nodes')
  const site = useSite()
  const { nodeId } = usePageParams(paths.versions)
  const { data: node } = useSuspenseQuery({ ...nodeQuery(site, nodeId), select: withoutReadme })
  const { data: versions } = useSuspenseQuery(versionsQuery(site, nodeId))
  const formats = useFormats()
  return (
    <Main className="grid content-start gap-6">
      <PageHead
        title={t('versions_of', { name: node.name })}
        description={node.description.slice(0, 200)}
        path={links.versions(node.id)}
        feedOf={links.node(node.id)}
        picture={`${links.node(node.id)}/share.png`}
      />
      <h1 className="flex flex-wrap items-baseline gap-x-3 text-xl font-bold tracking-tight break-words sm:text-2xl">
        <Link to={links.node(node.id)} dir="auto" className="min-w-0 hover:underline">
          {node.name}
        </Link>
        <span className="flex items-center gap-2 text-lg font-normal text-muted">
          {t('versions')}
          <span className="rounded-full bg-sunken px-2.5 text-sm tabular-nums">
            {formats.number(node.version_count)}
          </span>
        </span>
      </h1>
      {versions.length === 0 ? (
        <NothingHere icon="package">{t('no_versions')}</NothingHere>
      ) : (
        <VersionList nodeId={node.id} versions={versions}>
          {node.version_count > versions.length && (
            <p className="border-t border-line px-4 py-2.5 text-sm text-muted">
              {t('only_newest', { number: maxVersions })}
            </p>
          )}
        </VersionList>
      )}
    </Main>
  )
}
