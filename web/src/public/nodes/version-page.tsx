import { useSuspenseQuery } from '@tanstack/react-query'
import { Main } from '../../ground/page/main.tsx'
import { type PageHandle, pageLoader, usePageParams } from '../../ground/page/page.ts'
import { shownVersion } from '../../ground/paths/commit.ts'
import { links, pageSearch } from '../../ground/paths/links.ts'
import { paths } from '../../ground/paths/paths.ts'
import { useSearch } from '../../ground/paths/search-params.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { PageHead } from '../../ground/ui/page-head.tsx'
import { ComfyNodes } from '../comfy-nodes/comfy-nodes.tsx'
import { Capabilities } from './capabilities.tsx'
import { Changelog } from './changelog.tsx'
import { Dependencies } from './dependencies.tsx'
import { VersionFacts } from './facts.tsx'
import { InstallBox } from './install-box.tsx'
import { loadVersion } from './load.ts'
import { NodeHeader } from './node-header.tsx'
import { Pipeline } from './pipeline.tsx'
import { nodeQuery, readmeOf, versionQuery, versionsQuery, withoutReadme } from './queries.ts'
import { Readme } from './readme.tsx'
import { ReportButton } from './report-button.tsx'
import { SectionNav } from './section-nav.tsx'
import { comfyNodesQuery } from './section-queries.ts'
import { SourceLinks } from './source-links.tsx'
import { VersionNotices } from './version-notices.tsx'

export const handle: PageHandle = { namespaces: ['nodes'] }
export const loader = pageLoader(paths.version, handle, loadVersion)

export function Component() {
  const t = useText('nodes')
  const site = useSite()
  const { nodeId, version: number } = usePageParams(paths.version)
  const { page } = useSearch(pageSearch)
  const { data: node } = useSuspenseQuery({ ...nodeQuery(site, nodeId), select: withoutReadme })
  const { data: version } = useSuspenseQuery({
    ...versionQuery(site, nodeId, number),
    select: withoutReadme,
  })
  const { data: versions } = useSuspenseQuery(versionsQuery(site, nodeId))
  const { data: comfyNodes } = useSuspenseQuery(comfyNodesQuery(site, nodeId, number, page))
  return (
    <Main>
      <PageHead
        title={t('version_title', { name: node.name, version: shownVersion(version.version) })}
        description={node.description.slice(0, 200)}
        path={links.version(node.id, version.version)}
        feedOf={links.node(node.id)}
        picture={`${links.node(node.id)}/share.png`}
      />
      <div className="node-layout">
        <div className="node-layout-head grid grid-cols-1 content-start gap-4">
          <NodeHeader node={node} version={version} />
          <VersionNotices node={node} version={version} />
        </div>
        <div className="node-layout-aside">
          <InstallBox node={node} version={version} />
          {version.size !== undefined && (
            <SourceLinks nodeId={node.id} version={version.version} versions={versions} />
          )}
          <div className="node-layout-facts grid gap-6">
            <VersionFacts node={node} version={version} />
            <ReportButton nodeId={node.id} name={node.name} version={version.version} />
          </div>
        </div>
        <div className="node-layout-main grid grid-cols-1 content-start gap-8">
          <SectionNav
            sections={[
              { section: 'changelog' },
              ...(version.capabilities ? [{ section: 'capabilities' as const }] : []),
              { section: 'readme' },
              { section: 'comfyNodes' },
              { section: 'dependencies', count: version.dependencies.length },
            ]}
          />
          <Changelog text={version.changelog} />
          {version.capabilities && (
            <Capabilities capabilities={version.capabilities} changes={version.capabilityChanges} />
          )}
          {version.pipeline && <Pipeline steps={version.pipeline} />}
          <ReadmeOfVersion key={version.version} nodeId={node.id} version={version.version} />
          <ComfyNodes
            {...comfyNodes}
            nodeId={node.id}
            version={number}
            page={page}
            extractStatus={version.comfy_node_extract_status}
            linkTo={(other) => links.version(nodeId, number, { page: other })}
          />
          <Dependencies lines={version.dependencies} />
        </div>
      </div>
    </Main>
  )
}

function ReadmeOfVersion(shown: { nodeId: string; version: string }) {
  const { data: html } = useSuspenseQuery({
    ...versionQuery(useSite(), shown.nodeId, shown.version),
    select: readmeOf,
  })
  return <Readme {...shown} html={html} />
}
