import { useSuspenseQuery } from '@tanstack/react-query'
import { links, pageSearch } from '../../ground/paths/links.ts'
import { useSearch } from '../../ground/paths/search-params.ts'
import { useSite } from '../../ground/site/site.ts'
import { ComfyNodes, UnverifiedComfyNodes } from '../comfy-nodes/comfy-nodes.tsx'
import { Dependencies } from './dependencies.tsx'
import { MoreOfPublisher } from './more-of-publisher.tsx'
import { type NodeView, newestVersionsQuery, nodeQuery, withoutReadme } from './queries.ts'
import { comfyNodesQuery, otherNodesQuery } from './section-queries.ts'
import { Versions } from './versions.tsx'

/** Sections of a node page below the readme. */
export function NodeSections({ nodeId }: { nodeId: string }) {
  const site = useSite()
  const { data: node } = useSuspenseQuery({ ...nodeQuery(site, nodeId), select: withoutReadme })
  const { data: versions } = useSuspenseQuery(newestVersionsQuery(site, nodeId))
  return (
    <>
      {node.latest ? (
        <ComfyNodesOfLatest nodeId={node.id} version={node.latest} />
      ) : (
        <UnverifiedComfyNodes names={node.unverified_comfy_nodes ?? []} />
      )}
      {!node.isUnclaimed && <Versions nodeId={node.id} versions={versions} count={node.version_count} />}
      {node.latest && <Dependencies lines={node.latest.dependencies} />}
      {!node.isUnclaimed && <OthersOf node={node} />}
    </>
  )
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
      nodeId={nodeId}
      version={version.version}
      page={page}
      extractStatus={version.comfy_node_extract_status}
      linkTo={(other) => links.node(nodeId, { page: other })}
    />
  )
}

function OthersOf({ node: { id, publisher } }: { node: NodeView }) {
  const { data } = useSuspenseQuery(otherNodesQuery(useSite(), publisher.id, id))
  return <MoreOfPublisher publisher={publisher} cards={data} />
}
