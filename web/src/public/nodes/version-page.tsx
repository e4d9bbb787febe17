import { isClosedVersion } from '@nodeyard/contract/packs'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Main } from '../../ground/page/main.tsx'
import { type PageHandle, pageLoader, usePageParams } from '../../ground/page/page.ts'
import { isCommit, shownVersion } from '../../ground/paths/commit.ts'
import { links } from '../../ground/paths/links.ts'
import { paths } from '../../ground/paths/paths.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { PageHead } from '../../ground/ui/page-head.tsx'
import { Capabilities } from './capabilities.tsx'
import { Changelog } from './changelog.tsx'
import { VersionFacts } from './facts.tsx'
import { InstallBox } from './install-box.tsx'
import { VersionContents, VersionEvidence } from './later-sections.ts'
import { NodeHeader } from './node-header.tsx'
import { Pipeline } from './pipeline.tsx'
import {
  nodeQuery,
  readmeOf,
  versionQuery,
  versionsQuery,
  versionWorkflowsQuery,
  withoutReadme,
} from './queries.ts'
import { Readme } from './readme.tsx'
import { ReportButton } from './report-button.tsx'
import { SectionNav } from './section-nav.tsx'
import { SourceLinks } from './source-links.tsx'
import { saysAnything, trustQuery } from './trust-query.ts'
import { VersionNotices } from './version-notices.tsx'

export const handle: PageHandle = { namespaces: ['nodes'] }
export const loader = pageLoader(paths.version, handle, async (visit) =>
  (await import('./load.ts')).loadVersion(visit),
)

export function Component() {
  const t = useText('nodes')
  const site = useSite()
  const { nodeId, version: number } = usePageParams(paths.version)
  const { data: node } = useSuspenseQuery({ ...nodeQuery(site, nodeId), select: withoutReadme })
  const { data: version } = useSuspenseQuery({
    ...versionQuery(site, nodeId, number),
    select: withoutReadme,
  })
  const { data: versions } = useSuspenseQuery(versionsQuery(site, nodeId))
  const isClosed = isClosedVersion(version)
  const { data: workflows } = useSuspenseQuery(versionWorkflowsQuery(site, nodeId, number))
  const { data: isTrustShown } = useSuspenseQuery({
    ...trustQuery(site, nodeId, number),
    select: saysAnything,
  })
  return (
    <>
      <PageHead
        title={t('version_title', { name: node.name, version: shownVersion(version.version) })}
        description={node.description.slice(0, 200)}
        path={links.version(node.id, version.version)}
        feedOf={links.node(node.id)}
        picture={`${links.node(node.id)}/share.png`}
      />
      <Main band={<NodeHeader node={node} version={version} />} className="grid gap-5">
        <div className="grid gap-3 empty:hidden">
          <VersionNotices node={node} version={version} />
        </div>
        <div className="node-layout">
          <div className="node-layout-aside">
            <InstallBox node={node} version={version} />
            <div className="node-layout-facts grid gap-5">
              {version.size !== undefined && (
                <SourceLinks nodeId={node.id} version={version.version} versions={versions} />
              )}
              <VersionFacts node={node} version={version} />
              <ReportButton nodeId={node.id} name={node.name} version={version.version} />
            </div>
          </div>
          <div className="node-layout-main grid grid-cols-1 content-start gap-10">
            {!isClosed && (
              <SectionNav
                sections={[
                  ...(isCommit(version.version) ? [] : [{ section: 'changelog' as const }]),
                  ...(version.capabilities ? [{ section: 'capabilities' as const }] : []),
                  { section: 'readme' },
                  { section: 'comfyNodes' },
                  ...(workflows.length > 0
                    ? [{ section: 'workflows' as const, count: workflows.length }]
                    : []),
                  { section: 'dependencies', count: version.dependencies.length },
                  ...(isTrustShown ? [{ section: 'trust' as const }] : []),
                ]}
              />
            )}
            {!isClosed && !isCommit(version.version) && <Changelog text={version.changelog} />}
            {version.capabilities && (
              <Capabilities capabilities={version.capabilities} changes={version.capabilityChanges} />
            )}
            {version.pipeline && <Pipeline steps={version.pipeline} />}
            {!isClosed && (
              <>
                <ReadmeOfVersion key={version.version} nodeId={node.id} version={version.version} />
                <VersionContents nodeId={node.id} version={version.version} />
                <VersionEvidence nodeId={node.id} version={version.version} />
              </>
            )}
          </div>
        </div>
      </Main>
    </>
  )
}

function ReadmeOfVersion(shown: { nodeId: string; version: string }) {
  const { data: html } = useSuspenseQuery({
    ...versionQuery(useSite(), shown.nodeId, shown.version),
    select: readmeOf,
  })
  return <Readme {...shown} html={html} />
}
