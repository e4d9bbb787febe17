import type { Install } from '@nodeyard/contract/install'
import type { DbOrTx } from '../../ground/db/database.ts'
import { installOf } from '../../packs/nodes/install-state.ts'
import { findNodeWithParts } from '../../packs/nodes/sql.ts'

/** What badges and share pictures say of a node. */
export interface NodeFacts {
  id: string
  name: string
  description: string
  /** Of the version that can be installed. */
  version: string | undefined
  install: Install
  downloads: number
  stars: number
  comfyNodes: number
}

/** Undefined for a node that is not public. */
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

/** Of a node that cannot be installed by a client. */
export const stateTexts: Record<Install['state'], string> = {
  installable: '',
  deprecated: 'deprecated',
  unclaimed: 'no version',
  no_version: 'no version',
  unpublished: 'no version',
  under_review: 'under review',
  withdrawn: 'withdrawn',
  refused: 'refused',
  blocked: 'blocked by an advisory',
  suspicious: 'under review',
  banned: 'banned',
}
