import { transact } from '../../ground/db/changes.ts'
import { RegistryError } from '../../ground/errors.ts'
import type { UserActor } from '../../ground/permissions.ts'
import { sharePublisher } from '../../people/publishers/sql.ts'
import type { Deps } from './deps.ts'
import { setNodeStatus } from './set-status.ts'
import { lockNode } from './sql.ts'
import type { NodePath } from './versions/editable-node.ts'

/** Bans a publisher's node. Its versions keep their statuses. Idempotent. Source: API contract 11.6. */
export function banNode(
  deps: Pick<Deps, 'db' | 'changes' | 'now'>,
  admin: UserActor,
  { publisherId, nodeId }: NodePath,
): Promise<void> {
  return transact(deps, async (tx) => {
    if (!(await sharePublisher(tx, publisherId))) throw new RegistryError('publisher_not_found')
    const node = await lockNode(tx, nodeId)
    if (node?.publisher_id !== publisherId) throw new RegistryError('node_not_found')
    await setNodeStatus(tx, deps, admin, node, 'banned')
  })
}
