import { isHeldBack } from '@nodeyard/contract/held-back'
import type { Node } from '@nodeyard/contract/nodes'
import type { NodeStatus } from '../../ground/db/schema.ts'
import { unlessEmpty } from '../../ground/http/unless-empty.ts'
import type { Config } from '../../ground/settings.ts'
import { toPublisher } from '../../people/publishers/to-wire.ts'
import { compatibilityToWire } from '../versions/compatibility.ts'
import { toNodeVersion } from '../versions/to-wire.ts'
import { installOf } from './install-state.ts'
import type { NodeWithParts } from './sql.ts'

/** What a reader is shown of a node beyond what everybody sees. */
export interface NodeSight {
  /** What moderators note and set: tags of theirs, the rank in searches. */
  forAdmins?: boolean
  /** Owners of the node, too, see the repository of one that is held back. */
  forEditors?: boolean
  translations?: boolean
}

/** Nothing but who sees it tells a draft from another active node: clients know no more statuses. */
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

/** A node as it goes over the wire, on lists and alone. What it does not have is absent, never null. */
export function toNode(
  config: Pick<Config, 'apiUrl'>,
  { node, publisher, latest, held, comfyNodeCount }: NodeWithParts,
  sight: NodeSight = {},
): Node {
  const install = installOf({ node, latest, held })
  // Existing clients clone the repository of a node without a version.
  const isSource = !isHeldBack(install) || sight.forAdmins || sight.forEditors
  return {
    id: node.id,
    name: node.name.trim() || node.id,
    description: node.description,
    ...unlessEmpty('author', node.author),
    ...unlessEmpty('category', node.category),
    ...unlessEmpty('license', node.license),
    ...unlessEmpty('icon', node.icon_url),
    ...unlessEmpty('banner_url', node.banner_url),
    ...(isSource ? unlessEmpty('repository', node.repository_url) : {}),
    install,
    tags: node.tags,
    ...compatibilityToWire(node),
    ...(latest
      ? { latest_version: toNodeVersion(config, latest, { adminTags: sight.forAdmins ?? false }) }
      : {}),
    rating: node.review_count === 0 ? 0 : node.star_total / node.review_count,
    downloads: node.downloads,
    // Nobody collects the addresses of all publishers from the catalogue.
    publisher: { ...toPublisher(publisher), support: '' },
    status: statusToWire[node.status],
    ...unlessEmpty('status_detail', node.status_detail),
    ...(sight.translations ? { translations: node.translations } : {}),
    ...(sight.forAdmins ? { tags_admin: node.tags_admin } : {}),
    ...(sight.forAdmins && node.search_ranking !== null ? { search_ranking: node.search_ranking } : {}),
    preempted_comfy_node_names: node.preempted_comfy_node_names,
    github_stars: node.github_stars,
    created_at: node.created_at.toISOString(),
    updated_at: node.updated_at.toISOString(),
    comfy_node_count: comfyNodeCount,
    ...verified(latest !== undefined, comfyNodeCount),
  }
}

/** Says nothing where there is nothing to verify. */
function verified(hasVersion: boolean, count: number): Pick<Node, 'comfy_nodes_verified'> {
  return hasVersion || count > 0 ? { comfy_nodes_verified: hasVersion } : {}
}
