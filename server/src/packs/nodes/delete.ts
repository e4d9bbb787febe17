import { transact } from '../../ground/db/changes.ts'
import { RegistryError } from '../../ground/errors.ts'
import type { UserActor } from '../../ground/permissions.ts'
import type { Deps } from './deps.ts'
import { setNodeStatus } from './set-status.ts'
import { lockNodeOrNone, type NodePath } from './versions/editable-node.ts'

/**
 * Marks a node and its versions as deleted. The rows stay, which keeps the id taken. Idempotent.
 * Source: API contract 11.5.
 */
export function deleteNode(
  deps: Pick<Deps, 'db' | 'changes' | 'now'>,
  user: UserActor,
  path: NodePath,
): Promise<void> {
  return transact(deps, async (tx) => {
    const node = await lockNodeOrNone(tx, user, path)
    if (!node) throw new RegistryError('node_not_found')
    await setNodeStatus(tx, deps, user, node, 'deleted')
  })
}
