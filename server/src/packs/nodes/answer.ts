import type { Node } from '@nodeyard/contract/packs'
import { RegistryError } from '../../ground/errors.ts'
import { type Actor, isAdmin } from '../../ground/permissions.ts'
import type { Deps } from './deps.ts'
import { findNodeWithParts } from './sql.ts'
import { toNode } from './to-wire.ts'

/**
 * Builds the response of a route that changed a node: its current state, with everything that this reader can
 * see.
 */
export async function answerWithNode(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  actor: Actor,
  nodeId: string,
  { forEditors = false }: { forEditors?: boolean } = {},
): Promise<Node> {
  const parts = await findNodeWithParts(db, nodeId)
  if (!parts) throw new RegistryError('node_not_found')
  return toNode(config, parts, { forAdmins: isAdmin(actor), forEditors })
}
