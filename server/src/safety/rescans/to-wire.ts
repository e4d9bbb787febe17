import { defined } from '@nodeyard/contract/ground'
import { type Rescan, type RescanChange, rescanOutcomes } from '@nodeyard/contract/safety'
import type { DbOrTx } from '../../ground/db/database.ts'
import { countChanges, countVersionsLeft, type ListedChange, type RescanRow } from './sql.ts'

/** Translates a rescan and adds its counts. */
export async function toRescan(db: DbOrTx, row: RescanRow): Promise<Rescan> {
  const counted = await countChanges(db, row.id)
  const countOf = new Map(counted.map(({ outcome, count }) => [outcome, count]))
  return {
    id: row.id,
    rulesVersion: row.rules_version,
    everything: row.everything,
    state: row.state,
    startedAt: row.started_at.toISOString(),
    ...defined({ finishedAt: row.finished_at?.toISOString() }),
    looked: row.looked,
    left: await countVersionsLeft(db, row),
    changes: Object.fromEntries(rescanOutcomes.map((outcome) => [outcome, countOf.get(outcome) ?? 0])),
    applied: counted.reduce((sum, { applied }) => sum + applied, 0),
  }
}

export function toRescanChange(row: ListedChange): RescanChange {
  return {
    node_id: row.node_id,
    version: row.version,
    outcome: row.outcome,
    findings: row.findings,
    comfy_nodes_added: row.comfy_nodes_added,
    comfy_nodes_removed: row.comfy_nodes_removed,
    ...defined({ message: row.message || undefined, appliedAt: row.applied_at?.toISOString() }),
  }
}
