import { recordEvent } from '../../ground/audit/sql.ts'
import { markChanged } from '../../ground/db/changes.ts'
import type { Tx } from '../../ground/db/database.ts'
import type { NodeStatus } from '../../ground/db/schema.ts'
import type { Actor } from '../../ground/permissions.ts'
import { refreshLatestVersion } from '../versions/latest.ts'
import { deleteVersionsOf, type NodeRow } from '../versions/sql.ts'
import type { Deps } from './deps.ts'
import { freedRepository } from './repository-holders.ts'
import { changeNode, deleteTransferOf } from './sql.ts'
import { actTo, nextNodeStatus } from './states.ts'

/** Brings a locked node to a status, with all that follows from it. Nothing, when it has that status. */
export async function setNodeStatus(
  tx: Tx,
  deps: Pick<Deps, 'now' | 'reindex'>,
  actor: Actor,
  node: NodeRow,
  wanted: NodeStatus,
): Promise<void> {
  // On the wire a draft is active, and comes back so with whole nodes.
  if (wanted === node.status || (wanted === 'active' && node.status === 'draft')) return
  const act = actTo[wanted]
  const status = nextNodeStatus(node.status, act === 'unban' && !node.was_public ? 'redraft' : act)
  await changeNode(tx, node.id, {
    status,
    updated_at: deps.now(),
    // Why it was banned says nothing any more.
    ...(act === 'unban' ? { status_detail: '' } : {}),
    // The repository is free for another node then.
    ...(status === 'deleted' ? freedRepository : {}),
  })
  if (status === 'deleted') {
    await deleteVersionsOf(tx, node.id, deps.now())
    await refreshLatestVersion(tx, node.id, deps.now())
    await deleteTransferOf(tx, node.id)
  }
  await deps.reindex(tx, [node.id])
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
