import { changedInterface } from '@nodeyard/analysis/interfaces/changed-interfaces'
import type { EvidenceValue } from '@nodeyard/contract/search-text'
import type { DbOrTx } from '../../ground/db/database.ts'
import { evidenceSince, readVerdicts } from './find-evidence.ts'
import type { ReportVerdict } from './judge-reports.ts'
import { type LatestEvidence, listLatestEvidence } from './sql.ts'

/** Reads what tests, reports and code say about the latest versions of nodes, by node id. */
export async function readEvidenceValues(
  db: DbOrTx,
  nodeIds: readonly string[],
  now: Date,
): Promise<Map<string, EvidenceValue[]>> {
  const rows = await listLatestEvidence(db, nodeIds, evidenceSince(now))
  const verdicts = await readVerdicts(
    db,
    rows.map(({ version_id }) => version_id),
    now,
  )
  return new Map(rows.map((row) => [row.node_id, valuesOf(row, verdicts.get(row.version_id))]))
}

function valuesOf(
  { interfaces, tests_pass }: LatestEvidence,
  verdict: ReportVerdict | undefined,
): EvidenceValue[] {
  const states = new Set((interfaces ?? []).map(({ name }) => changedInterface(name)?.state))
  return [
    ...(tests_pass === null ? [] : [tests_pass ? ('tests_pass' as const) : ('tests_fail' as const)]),
    ...(verdict ? [`reported_${verdict}` as const] : []),
    ...(states.has('removed') ? ['uses_removed' as const] : []),
    ...(states.has('deprecated') ? ['uses_deprecated' as const] : []),
  ]
}
