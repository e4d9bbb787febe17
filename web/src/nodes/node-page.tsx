import { useSuspenseQuery } from '@tanstack/react-query'
import { links, pageSearch } from '../links.ts'
import { type PageHandle, pageLoader, usePageParams } from '../page.ts'
import { paths } from '../paths.ts'
import { useSearch } from '../search-params.ts'
import { Main } from '../shell/main.tsx'
import { useSite } from '../site.ts'
import { PageHead } from '../ui/page-head.tsx'
import { ComfyNodes, UnverifiedComfyNodes } from './comfy-nodes.tsx'
import { Dependencies } from './dependencies.tsx'
import { DownloadsChart } from './downloads-chart.tsx'
import { NodeFacts } from './facts.tsx'
import { InstallBox } from './install-box.tsx'
import { loadNode } from './load.ts'
import { MoreOfPublisher } from './more-of-publisher.tsx'
import { NodeHeader } from './node-header.tsx'
import { NodeNotices } from './notices.tsx'
import {
  comfyNodesQuery,
  downloadsQuery,
  type NodeView,
  nodeQuery,
  otherNodesQuery,
  versionsQuery,
} from './queries.ts'
import { Readme } from './readme.tsx'
import { type SectionLink, SectionNav } from './section-nav.tsx'
import { Versions } from './versions.tsx'

export const handle: PageHandle = { namespaces: ['nodes'] }
export const loader = pageLoader(paths.node, handle, loadNode)

export function Component() {
  const { nodeId } = usePageParams(paths.node)
  const site = useSite()
  const { data: node } = useSuspenseQuery(nodeQuery(site, nodeId))
  const { data: versions } = useSuspenseQuery(versionsQuery(site, nodeId))
  return (
    <Main>
      <PageHead title={node.name} description={node.description.slice(0, 200)} path={links.node(node.id)} />
      <div className="node-layout">
        <div className="node-layout-head grid grid-cols-1 content-start gap-4">
          <NodeHeader node={node} />
          <NodeNotices node={node} />
        </div>
        <div className="node-layout-aside">
          <InstallBox node={node} />
          <div className="node-layout-facts grid gap-6">
            {node.latest && <DownloadsOf nodeId={node.id} />}
            <NodeFacts node={node} />
          </div>
        </div>
        <div className="node-layout-main grid grid-cols-1 content-start gap-8">
          <SectionNav sections={sectionsOf(node, versions.length)} />
          {node.latest && <Readme key={node.latest.version} html={node.readmeHtml} />}
          <ComfyNodesOf node={node} />
          {!node.isUnclaimed && <Versions nodeId={node.id} versions={versions} />}
          {node.latest && <Dependencies lines={node.latest.dependencies} />}
          {!node.isUnclaimed && <OthersOf node={node} />}
        </div>
      </div>
    </Main>
  )
}

function sectionsOf(node: NodeView, versions: number): SectionLink[] {
  const comfyNodes = node.comfy_node_count ?? node.unverified_comfy_nodes?.length ?? 0
  return [
    ...(node.latest ? [{ section: 'readme' } as const] : []),
    { section: 'comfyNodes', count: comfyNodes },
    ...(node.isUnclaimed ? [] : [{ section: 'versions', count: versions } as const]),
    ...(node.latest ? [{ section: 'dependencies', count: node.latest.dependencies.length } as const] : []),
  ]
}

function DownloadsOf({ nodeId }: { nodeId: string }) {
  const { data } = useSuspenseQuery(downloadsQuery(useSite(), nodeId))
  return <DownloadsChart downloads={data} />
}

function OthersOf({ node: { id, publisher } }: { node: NodeView }) {
  const { data } = useSuspenseQuery(otherNodesQuery(useSite(), publisher.id, id))
  return <MoreOfPublisher publisher={publisher} cards={data} />
}

function ComfyNodesOf({ node }: { node: NodeView }) {
  if (!node.latest) return <UnverifiedComfyNodes names={node.unverified_comfy_nodes ?? []} />
  return <ComfyNodesOfLatest nodeId={node.id} version={node.latest} />
}

function ComfyNodesOfLatest({
  nodeId,
  version,
}: {
  nodeId: string
  version: NonNullable<NodeView['latest']>
}) {
  const { page } = useSearch(pageSearch)
  const { data } = useSuspenseQuery(comfyNodesQuery(useSite(), nodeId, version.version, page))
  return (
    <ComfyNodes
      {...data}
      page={page}
      extractStatus={version.comfy_node_extract_status}
      linkTo={(other) => links.node(nodeId, { page: other })}
    />
  )
}
