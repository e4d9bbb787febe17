import { defined, unclaimedPublisherId } from '@nodeyard/contract/ground'
import { isCategory, type Node, type NodeLook, type Sketch } from '@nodeyard/contract/packs'
import { categoryLooks, hueOfId, hueOfType } from '../../ground/ui/hues.ts'
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
  hasPicture: boolean
  workflows: number
  sketches: Sketch[]
  /** The class that colors it. */
  hue: string
}

const descriptionLength = 240

export function toCard(node: Node & { matched_comfy_nodes?: string[]; look?: NodeLook }): NodeCard {
  const { publisher, latest_version: latest, icon, look } = node
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
    ...defined({ comfyNodes: node.comfy_node_count }),
    comfyNodesVerified: node.comfy_nodes_verified ?? true,
    matched: node.matched_comfy_nodes ?? [],
    hasPicture: look?.has_picture ?? false,
    workflows: look?.workflow_count ?? 0,
    sketches: look?.sketches ?? [],
    hue: hueOf(node.id, look?.sketches ?? [], look?.category),
  }
}

const ofNobody = ({ author }: Node): Pick<NodeCard, 'author'> => (author ? { author } : {})

/** The color of what its most telling node gives or takes, or else of its category. */
export function hueOf(id: string, sketches: readonly Sketch[], category = ''): string {
  const sockets = sketches.flatMap(({ outputs, inputs }) => [...outputs, ...inputs])
  const hue = sockets.map(({ type }) => hueOfType(type)).find((one) => one !== 'hue-other')
  if (hue) return hue
  return isCategory(category) ? categoryLooks[category].hue : hueOfId(id)
}
