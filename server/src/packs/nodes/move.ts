import { unclaimedPublisherId } from '@nodeyard/contract/ground'
import { type AuditEvent, recordEvent } from '../../ground/audit/sql.ts'
import { markChanged } from '../../ground/db/changes.ts'
import type { Tx } from '../../ground/db/database.ts'
import type { Deps } from './deps.ts'
import { changeNode, type NodeRow } from './sql.ts'
import { deleteTransferOf } from './transfers/sql.ts'

export interface Move {
  to: string
  action: 'node.move' | 'node.claim' | 'node.transfer'
}

/**
 * Moves a locked node to another publisher. Its status stays, and an open transfer offer ends. Source: API
 * contract 28.1.
 */
export async function moveNode(
  tx: Tx,
  { now }: Pick<Deps, 'now'>,
  actor: AuditEvent['actor'],
  node: NodeRow,
  { to, action }: Move,
): Promise<void> {
  const isAssigned = action === 'node.move' && node.publisher_id === unclaimedPublisherId
  await changeNode(tx, node.id, {
    publisher_id: to,
    // An admin who assigns an unclaimed node vouches for its owner.
    ...(isAssigned && node.repository_key !== null ? { repository_proof: 'claim' } : {}),
    // An unclaimed node has no proof of its repository.
    ...(to === unclaimedPublisherId ? { repository_proof: null } : {}),
    updated_at: now(),
  })
  await deleteTransferOf(tx, node.id)
  // Both publishers see the move in their logs.
  for (const publisherId of [node.publisher_id, to]) {
    await recordEvent(tx, {
      actor,
      action,
      subject: { kind: 'node', id: node.id },
      publisherId,
      before: { publisher: node.publisher_id },
      after: { publisher: to },
      at: now(),
    })
  }
  markChanged(tx, `node:${node.id}`, 'nodes', `publisher:${node.publisher_id}`, `publisher:${to}`)
}
