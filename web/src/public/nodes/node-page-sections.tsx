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
      {node.shown && <ComfyNodesOfShown nodeId={node.id} shown={node.shown} />}
      <OtherNames node={node} />
      {!node.isUnclaimed && <Versions nodeId={node.id} versions={versions} count={node.version_count} />}
      {node.shown && <Dependencies lines={node.shown.dependencies} />}
      {!node.isUnclaimed && <OthersOf node={node} />}
    </>
  )
}

/** Names from a list that nothing else has. */
function OtherNames({ node: { latest, shown, unverified_comfy_nodes: names = [] } }: { node: NodeView }) {
  if (latest || (shown && names.length === 0)) return null
  return <UnverifiedComfyNodes names={names} />
}

function ComfyNodesOfShown({ nodeId, shown }: { nodeId: string; shown: NonNullable<NodeView['shown']> }) {
  const { page } = useSearch(pageSearch)
  const { data } = useSuspenseQuery(comfyNodesQuery(useSite(), nodeId, shown.version, page))
  return (
    <ComfyNodes
      {...data}
      nodeId={nodeId}
      version={shown.version}
      page={page}
      extractStatus={shown.extractStatus}
      linkTo={(other) => links.node(nodeId, { page: other })}
    />
  )
}

function OthersOf({ node: { id, publisher } }: { node: NodeView }) {
  const { data } = useSuspenseQuery(otherNodesQuery(useSite(), publisher.id, id))
  return <MoreOfPublisher publisher={publisher} cards={data} />
}
