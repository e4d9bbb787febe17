import { limits } from '@nodeyard/contract/limits'
import type { BatchDecision } from '@nodeyard/contract/safety'
import type { DbOrTx } from '../../ground/db/database.ts'
import { versionStatusToWire } from '../../packs/nodes/versions/to-wire.ts'
import { findUndoable, listBatch } from './sql.ts'

/** Lists the decisions of a batch, and whether each can be undone. */
export async function getBatch(db: DbOrTx, batchId: string): Promise<BatchDecision[]> {
  const decisions: BatchDecision[] = []
  for (const row of await listBatch(db, batchId, limits.batchDecisions)) {
    const undoable = await findUndoable(db, row.version_id)
    decisions.push({
      node_id: row.node_id,
      version: row.version,
      action: row.action,
      at: row.at.toISOString(),
      status: versionStatusToWire[row.status],
      can_undo: undoable?.id === row.event_id && undoable.became === row.status,
    })
  }
  return decisions
}
