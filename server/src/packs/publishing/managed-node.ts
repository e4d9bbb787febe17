import type { DbOrTx } from '../../ground/db/database.ts'
import { RegistryError } from '../../ground/errors.ts'
import { type Actor, assertMayReadEvents, isAdmin } from '../../ground/permissions.ts'
import { findRoleOf } from '../../people/publishers/owner.ts'
import { findNodeById, type NodeRow } from '../nodes/sql.ts'

/** Finds a node, banned or not, for a member of its publisher or an admin. */
export async function getManagedNode(
  db: DbOrTx,
  actor: Actor,
  nodeId: string,
): Promise<{ node: NodeRow; forModerators: boolean }> {
  const node = await findNodeById(db, nodeId)
  if (!node || node.status === 'deleted') throw new RegistryError('node_not_found')
  const role = await findRoleOf(db, node.publisher_id, actor)
  assertMayReadEvents(actor, role)
  return { node, forModerators: role === undefined && isAdmin(actor) }
}
