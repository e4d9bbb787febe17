import type { Install } from '@nodeyard/contract/ground'
import type { DbOrTx } from '../../ground/db/database.ts'
import { installOf } from '../../packs/nodes/install-state.ts'
import { findNodeWithParts } from '../../packs/nodes/sql.ts'

/** Data about a node for badges and share pictures. */
export interface NodeFacts {
  id: string
  name: string
  description: string
  /** Number of the latest version. */
  version: string | undefined
  install: Install
  downloads: number
  stars: number
  comfyNodes: number
}

/** Returns undefined if the node is not public. */
export async function findNodeFacts(db: DbOrTx, nodeId: string): Promise<NodeFacts | undefined> {
  const parts = await findNodeWithParts(db, nodeId)
  if (parts?.node.status !== 'active') return undefined
  const { node, latest, comfyNodeCount } = parts
  return {
    id: node.id,
    name: node.name,
    description: node.description,
    version: latest?.version,
    install: installOf(parts),
    downloads: node.downloads,
    stars: node.github_stars,
    comfyNodes: comfyNodeCount,
  }
}

/** Labels for nodes that clients cannot install, or should not. */
export const stateTexts: Record<Install['state'], string> = {
  installable: '',
  deprecated: 'deprecated',
  unclaimed: 'no version',
  no_version: 'no version',
  unpublished: 'no version',
  under_review: 'under review',
  withdrawn: 'withdrawn',
  cannot_load: 'cannot be loaded',
  refused: 'refused',
  blocked: 'blocked by an advisory',
  suspicious: 'under review',
  banned: 'banned',
}
