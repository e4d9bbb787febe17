import type { Node } from '@nodeyard/contract/nodes'
import { unclaimedPublisherId } from '@nodeyard/contract/shapes'
import { plainText } from './plain-text.ts'

/** The part of a node that result lists show, a fifth of the API's response, to keep pages small. */
export interface NodeCard {
  id: string
  name: string
  description: string
  icon?: string
  /** Omitted for unclaimed nodes. */
  publisherId?: string
  /** Author of an unclaimed node, from the imported list. */
  author?: string
  version?: string
  /** Time of the latest version, or of the node's creation if it has none. */
  changedAt: string
  deprecated: boolean
  banned: boolean
  downloads: number
  stars: number
  comfyNodes?: number
  comfyNodesVerified: boolean
  matched: string[]
}

const descriptionLength = 240

export function toCard(node: Node & { matched_comfy_nodes?: string[] }): NodeCard {
  const { publisher, latest_version: latest, icon } = node
  return {
    id: node.id,
    name: node.name,
    description: plainText(node.description).slice(0, descriptionLength).toWellFormed(),
    ...(icon ? { icon } : {}),
    ...(publisher.id === unclaimedPublisherId ? ofNobody(node) : { publisherId: publisher.id }),
    ...(latest ? { version: latest.version } : {}),
    changedAt: latest?.createdAt ?? node.created_at,
    deprecated: latest?.deprecated ?? false,
    banned: node.status === 'NodeStatusBanned',
    downloads: node.downloads,
    stars: node.github_stars,
    ...(node.comfy_node_count === undefined ? {} : { comfyNodes: node.comfy_node_count }),
    comfyNodesVerified: node.comfy_nodes_verified ?? true,
    matched: node.matched_comfy_nodes ?? [],
  }
}

const ofNobody = ({ author }: Node): Pick<NodeCard, 'author'> => (author ? { author } : {})
