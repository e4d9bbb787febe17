import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { Main } from '../../ground/page/main.tsx'
import { type PageHandle, pageLoader, usePageParams } from '../../ground/page/page.ts'
import { compareLink } from '../../ground/paths/compare-links.ts'
import { links } from '../../ground/paths/links.ts'
import { paths } from '../../ground/paths/paths.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { useSession } from '../../ground/site/use-session.ts'
import { ButtonAnchor, ButtonLink } from '../../ground/ui/button.tsx'
import { Icon } from '../../ground/ui/icon.tsx'
import { PageHead } from '../../ground/ui/page-head.tsx'
import { CapabilitySummary } from './capability-summary.tsx'
import { CollectButton } from './collect-button.tsx'
import { DownloadsChart } from './downloads-chart.tsx'
import { NodeFacts } from './facts.tsx'
import { Follow } from './follow.tsx'
import { InstallBox } from './install-box.tsx'
import { MoreOfPublisher } from './later-sections.ts'
import { NodeHeader } from './node-header.tsx'
import { NodeSections } from './node-page-sections.tsx'
import { NodeNotices } from './notices.tsx'
import {
  capabilitiesQuery,
  downloadsQuery,
  type NodeView,
  newestVersionsQuery,
  nodeQuery,
  readmeOf,
  versionWorkflowsQuery,
  withoutReadme,
} from './queries.ts'
import { Readme } from './readme.tsx'
import { ReportButton } from './report-button.tsx'
import { type SectionLink, SectionNav } from './section-nav.tsx'
import { otherNodesQuery } from './section-queries.ts'
import { SourceLinks, SourceLinksOfReading } from './source-links.tsx'
import { saysAnything, trustQuery } from './trust-query.ts'
import { Verdict } from './verdict.tsx'

export const handle: PageHandle = { namespaces: ['nodes', 'models'] }
// The first page arrives with its data, so the loading code is needed for later pages only.
export const loader = pageLoader(paths.node, handle, async (visit) =>
  (await import('./load.ts')).loadNode(visit),
)

export function Component() {
  const { nodeId } = usePageParams(paths.node)
  const site = useSite()
  const { NodeControls } = site
  const { data: node } = useSuspenseQuery({ ...nodeQuery(site, nodeId), select: withoutReadme })
  const { data: versions } = useSuspenseQuery(newestVersionsQuery(site, nodeId))
  const workflows = useWorkflows(node)
  const saysTrust = useTrustShown(node)
  return (
    <>
      <PageHead
        title={node.name}
        description={node.description.slice(0, 200)}
        path={links.node(node.id)}
        feedOf={links.node(node.id)}
        picture={`${links.node(node.id)}/share.png`}
        data={{
          '@type': 'SoftwareApplication',
          name: node.name,
          description: node.description,
          applicationCategory: 'MultimediaApplication',
          ...(node.latest ? { softwareVersion: node.latest.version } : {}),
          ...(node.repository ? { sameAs: node.repository } : {}),
          author: { '@type': 'Organization', name: node.publisher.name },
          offers: { '@type': 'Offer', price: 0, priceCurrency: 'USD' },
        }}
      />
      <Main
        band={
          <NodeHeader node={node}>
            <Verdict node={node} />
          </NodeHeader>
        }
        className="grid gap-5"
      >
        <div className="grid gap-3 empty:hidden">
          <IfSignedIn>
            <ManageLink nodeId={node.id} publisherId={node.publisher.id} />
          </IfSignedIn>
          <NodeNotices node={node} versions={versions} />
          <IfSignedIn>{NodeControls && <NodeControls nodeId={node.id} />}</IfSignedIn>
        </div>
        <div className="node-layout">
          <div className="node-layout-aside">
            <InstallBox node={node} />
            {node.shown && <CapabilitiesOf nodeId={node.id} version={node.shown.version} />}
            <div className="node-layout-facts grid gap-5">
              {node.latest && (
                <SourceLinks nodeId={node.id} version={node.latest.version} versions={versions} />
              )}
              {!node.latest && node.shown?.hasSource && (
                <SourceLinksOfReading nodeId={node.id} commit={node.shown.version} />
              )}
              {node.latest && <DownloadsOf nodeId={node.id} />}
              <NodeFacts node={node} />
              <div className="flex flex-wrap items-center gap-2 print:hidden">
                {!node.isUnclaimed && <Follow kind="node" id={node.id} />}
                <CompareLink nodeId={node.id} />
                <CollectButton nodeId={node.id} />
                {!node.isUnclaimed && <FeedLink nodeId={node.id} />}
                <ReportButton nodeId={node.id} name={node.name} />
              </div>
            </div>
          </div>
          <div className="node-layout-main grid grid-cols-1 content-start gap-10">
            <SectionNav sections={sectionsOf(node, workflows.length, saysTrust)} />
            {node.shown && (
              <ReadmeOfLatest key={node.shown.version} nodeId={node.id} version={node.shown.version} />
            )}
            <NodeSections key={node.id} nodeId={node.id} />
          </div>
        </div>
        {!node.isUnclaimed && <OthersOf key={node.id} node={node} />}
      </Main>
    </>
  )
}

/** An empty part would load its code at once. */
function OthersOf({ node: { id, publisher } }: { node: NodeView }) {
  const { data } = useSuspenseQuery(otherNodesQuery(useSite(), publisher.id, id))
  if (data.length === 0) return null
  return (
    <div className="mt-5">
      <MoreOfPublisher nodeId={id} id={publisher.id} name={publisher.name} />
    </div>
  )
}

function sectionsOf(node: NodeView, workflows: number, saysTrust: boolean): SectionLink[] {
  const comfyNodes = node.comfy_node_count ?? node.unverified_comfy_nodes?.length ?? 0
  return [
    ...(node.shown ? [{ section: 'readme' } as const] : []),
    { section: 'comfyNodes', count: comfyNodes },
    ...(workflows > 0 ? [{ section: 'workflows', count: workflows } as const] : []),
    ...(node.isUnclaimed ? [] : [{ section: 'versions', count: node.version_count } as const]),
    ...(node.shown ? [{ section: 'dependencies', count: node.shown.dependencies.length } as const] : []),
    ...(node.shown ? [{ section: 'compatibility' } as const] : []),
    ...(saysTrust ? [{ section: 'trust' } as const] : []),
    ...(node.shown ? [{ section: 'worksWith' } as const] : []),
  ]
}

const none: readonly never[] = []

/** Asked for only where a version can ship some. */
function useWorkflows({ id, shown }: NodeView): readonly unknown[] {
  const { data } = useQuery({
    ...versionWorkflowsQuery(useSite(), id, shown?.version ?? ''),
    enabled: shown?.mayHaveWorkflows === true,
  })
  return data ?? none
}

/** Loaded with the page where there is a version or a reading. */
function useTrustShown({ id, shown }: NodeView): boolean {
  const { data = false } = useQuery({
    ...trustQuery(useSite(), id, shown?.version ?? ''),
    enabled: shown !== undefined,
    select: saysAnything,
  })
  return data
}

function ReadmeOfLatest(latest: { nodeId: string; version: string }) {
  const { data: html } = useSuspenseQuery({ ...nodeQuery(useSite(), latest.nodeId), select: readmeOf })
  return <Readme {...latest} html={html} />
}

function DownloadsOf({ nodeId }: { nodeId: string }) {
  const { data } = useSuspenseQuery(downloadsQuery(useSite(), nodeId))
  return <DownloadsChart downloads={data} />
}

function CapabilitiesOf({ nodeId, version }: { nodeId: string; version: string }) {
  const { data } = useSuspenseQuery(capabilitiesQuery(useSite(), nodeId, version))
  // That there are none is said in the head of the page.
  return (
    data && data.length > 0 && <CapabilitySummary nodeId={nodeId} version={version} capabilities={data} />
  )
}

function CompareLink({ nodeId }: { nodeId: string }) {
  const t = useText('nodes')
  return (
    <ButtonLink look="quiet" to={compareLink({ packs: [nodeId] })} rel="nofollow">
      <Icon name="compare" className="size-4" />
      {t('compare')}
    </ButtonLink>
  )
}

function FeedLink({ nodeId }: { nodeId: string }) {
  const t = useText('nodes')
  return (
    <ButtonAnchor look="quiet" href={`${links.node(nodeId)}/feed.atom`}>
      <Icon name="feed" className="size-4" />
      {t('feed')}
    </ButtonAnchor>
  )
}

const ManageLink = lazy(() => import('./manage-link.tsx').then(({ ManageLink }) => ({ default: ManageLink })))

/** Saves anonymous visitors the code of the children. */
function IfSignedIn({ children }: { children: ReactNode }) {
  return useSession().state === 'signed-in' ? <Suspense fallback={null}>{children}</Suspense> : null
}
