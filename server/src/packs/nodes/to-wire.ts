import { defined } from '@nodeyard/contract/ground'
import { isHeldBack, type Node } from '@nodeyard/contract/packs'
import type { NodeStatus } from '../../ground/db/schema.ts'
import type { Config } from '../../ground/settings.ts'
import { toPublisher } from '../../people/publishers/to-wire.ts'
import { installOf } from './install-state.ts'
import { pictureAddressOf } from './picture-addresses.ts'
import type { NodeWithParts } from './sql.ts'
import { compatibilityToWire } from './versions/compatibility.ts'
import { toNodeVersion } from './versions/to-wire.ts'

/** The parts of a node that only some readers see. */
export interface NodeSight {
  /** Includes moderator tags and the search rank. */
  forAdmins?: boolean
  /** Includes the repository of a held-back node, for its owners. */
  forEditors?: boolean
  translations?: boolean
}

/** On the wire a draft looks like an active node, because clients know no other statuses. */
export const statusToWire: Record<NodeStatus, Node['status']> = {
  active: 'NodeStatusActive',
  draft: 'NodeStatusActive',
  deleted: 'NodeStatusDeleted',
  banned: 'NodeStatusBanned',
}

export function nodeStatusFromWire(wire: Node['status']): NodeStatus {
  const [status] = Object.entries(statusToWire).find(([, one]) => one === wire) ?? []
  return status as NodeStatus
}

/**
 * Translates a node to the wire format, for lists and single reads. Missing values are absent, never null.
 */
export function toNode(
  config: Pick<Config, 'apiUrl' | 'siteUrl'>,
  { node, publisher, latest, held, reading, comfyNodeCount }: NodeWithParts,
  sight: NodeSight = {},
): Node {
  const install = installOf({ node, latest, held, reading })
  // Existing clients clone the repository of a node without a version.
  const isSource = !isHeldBack(install) || sight.forAdmins || sight.forEditors
  return {
    id: node.id,
    name: node.name.trim() || node.id,
    description: node.description,
    ...defined({
      author: node.author || undefined,
      category: node.category || undefined,
      license: node.license || undefined,
      icon: pictureAddressOf(config, { node, latest, reading }, 'icon'),
      banner_url: pictureAddressOf(config, { node, latest, reading }, 'banner'),
      repository: (isSource && node.repository_url) || undefined,
    }),
    install,
    tags: node.tags,
    ...compatibilityToWire(node),
    ...(latest
      ? { latest_version: toNodeVersion(config, latest, { adminTags: sight.forAdmins ?? false }) }
      : {}),
    rating: node.review_count === 0 ? 0 : node.star_total / node.review_count,
    downloads: node.downloads,
    // Hidden here so that the catalog does not expose the addresses of all publishers.
    publisher: { ...toPublisher(config, publisher), support: '' },
    status: statusToWire[node.status],
    ...defined({ status_detail: node.status_detail || undefined }),
    ...(sight.translations ? { translations: node.translations } : {}),
    ...(sight.forAdmins ? { tags_admin: node.tags_admin } : {}),
    ...(sight.forAdmins && node.search_ranking !== null ? { search_ranking: node.search_ranking } : {}),
    preempted_comfy_node_names: node.preempted_comfy_node_names,
    github_stars: node.github_stars,
    created_at: node.created_at.toISOString(),
    updated_at: node.updated_at.toISOString(),
    ...healthOf(node),
    comfy_node_count: comfyNodeCount,
    ...verified(node.facts_id !== null, comfyNodeCount),
  }
}

function healthOf(
  node: NodeWithParts['node'],
): Pick<Node, 'repository_changed_at' | 'is_archived' | 'forked_from' | 'successor'> {
  const { repository_changed_at: changedAt, is_archived: isArchived } = node
  return {
    ...defined({
      repository_changed_at: changedAt?.toISOString(),
      is_archived: isArchived ?? undefined,
      forked_from: node.forked_from || undefined,
      successor: node.successor_id || undefined,
    }),
  }
}

/** Omits the field when there are no names to verify. */
function verified(hasFacts: boolean, count: number): Pick<Node, 'comfy_nodes_verified'> {
  return hasFacts || count > 0 ? { comfy_nodes_verified: hasFacts } : {}
}
