import { limits } from '@nodeyard/contract/limits'
import type { BatchDecision } from '@nodeyard/contract/moderation'
import { transact } from '../../ground/db/changes.ts'
import type { DbOrTx } from '../../ground/db/database.ts'
import { RegistryError } from '../../ground/errors.ts'
import type { UserActor } from '../../ground/permissions.ts'
import type { VersionWithArchive } from '../../packs/versions/sql.ts'
import { versionStatusToWire } from '../../packs/versions/to-wire.ts'
import { decide, lockPath } from '../admin/moderate-version.ts'
import type { Deps } from './deps.ts'
import { findUndoable, listBatch } from './sql.ts'

/** Restores the status and reason from before the last decision. Other changes since are kept. */
export function undoDecision(
  deps: Pick<Deps, 'db' | 'changes' | 'now' | 'reindex' | 'jobs'>,
  admin: UserActor,
  path: { nodeId: string; version: string },
): Promise<VersionWithArchive> {
  return transact(deps, async (tx) => {
    const found = await lockPath(tx, path)
    const decision = await findUndoable(tx, found.version.id)
    if (decision?.became !== found.version.status) throw new RegistryError('nothing_to_undo')
    const { status, status_reason } = decision.before
    return decide(tx, deps, admin, found, {
      facts: status_reason === undefined ? {} : { status_reason },
      wanted: status,
      note: { undoes: decision.id },
    })
  })
}

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
