import { changedInterface } from '@nodeyard/analysis/facts'
import type { EvidenceValue } from '@nodeyard/contract/packs'
import type { DbOrTx } from '../../ground/db/database.ts'
import { type PackFacts, packFacts } from '../facts/sql.ts'
import { evidenceSince, readVerdicts } from './find-evidence.ts'
import type { ReportVerdict } from './judge-reports.ts'
import { listOutcomes } from './sql.ts'

/** Reads what tests, reports and code say about nodes, by node id. */
export async function readEvidenceValues(
  db: DbOrTx,
  nodeIds: readonly string[],
  now: Date,
): Promise<Map<string, EvidenceValue[]>> {
  const facts = await packFacts(db, nodeIds, ['interfaces'])
  const outcomes = await listOutcomes(db, nodeIds, evidenceSince(now))
  const ids = facts.map(({ id }) => id)
  const verdicts = await readVerdicts(db, ids, now)
  return new Map(
    facts.map((one) => [one.node_id, valuesOf(one, outcomes.get(one.node_id), verdicts.get(one.id))]),
  )
}

function valuesOf(
  { interfaces }: PackFacts<'interfaces'>,
  testsPass: boolean | undefined,
  verdict: ReportVerdict | undefined,
): EvidenceValue[] {
  const states = new Set((interfaces ?? []).map(({ name }) => changedInterface(name)?.state))
  return [
    ...(testsPass === undefined ? [] : [testsPass ? ('tests_pass' as const) : ('tests_fail' as const)]),
    ...(verdict ? [`reported_${verdict}` as const] : []),
    ...(states.has('removed') ? ['uses_removed' as const] : []),
    ...(states.has('deprecated') ? ['uses_deprecated' as const] : []),
  ]
}
