import { recordEvent } from '../../ground/audit/sql.ts'
import { markChanged } from '../../ground/db/changes.ts'
import type { Tx } from '../../ground/db/database.ts'
import type { NodeStatus } from '../../ground/db/schema.ts'
import type { Actor } from '../../ground/permissions.ts'
import type { Deps } from './deps.ts'
import { freedRepository } from './repository-holders.ts'
import { changeNode, type NodeRow } from './sql.ts'
import { actTo, nextNodeStatus } from './states.ts'
import { deleteTransferOf } from './transfers/sql.ts'
import { refreshLatestVersion } from './versions/latest.ts'
import { deleteVersionsOf } from './versions/sql.ts'

/** Changes the status of a locked node and applies all consequences. No-op when the status is the same. */
export async function setNodeStatus(
  tx: Tx,
  deps: Pick<Deps, 'now'>,
  actor: Actor,
  node: NodeRow,
  wanted: NodeStatus,
): Promise<void> {
  // The wire shows a draft as active, and clients send it back that way with whole nodes.
  if (wanted === node.status || (wanted === 'active' && node.status === 'draft')) return
  const act = actTo[wanted]
  const status = nextNodeStatus(node.status, act === 'unban' && !node.was_public ? 'redraft' : act)
  await changeNode(tx, node.id, {
    status,
    updated_at: deps.now(),
    // The reason of a lifted ban no longer applies.
    ...(act === 'unban' ? { status_detail: '' } : {}),
    // Another node can use the repository from then on.
    ...(status === 'deleted' ? freedRepository : {}),
  })
  if (status === 'deleted') {
    await deleteVersionsOf(tx, node.id, deps.now())
    await refreshLatestVersion(tx, node.id, deps.now())
    await deleteTransferOf(tx, node.id)
  }
  await recordEvent(tx, {
    actor,
    action: `node.${act}`,
    subject: { kind: 'node', id: node.id },
    publisherId: node.publisher_id,
    before: { status: node.status },
    after: { status },
    at: deps.now(),
  })
  markChanged(tx, `node:${node.id}`, 'nodes')
}
