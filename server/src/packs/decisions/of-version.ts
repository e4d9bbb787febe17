import type { FindingDecision } from '@nodeyard/contract/packs'
import type { DbOrTx } from '../../ground/db/database.ts'
import { type DecisionRow, type GroundsRow, listDecisionsById, listGrounds } from './sql.ts'

/** The code behind a blocking finding, and the decision that settled it. */
export interface DecidedFinding {
  grounds: GroundsRow
  decision: DecisionRow | undefined
}

/** Lists the blocking findings of a version with the decisions about them. */
export async function listDecidedFindings(db: DbOrTx, versionId: string): Promise<DecidedFinding[]> {
  const all = await listGrounds(db, versionId)
  const decisions = await listDecisionsById(
    db,
    all.flatMap(({ decision_id }) => decision_id ?? []),
  )
  const byId = new Map(decisions.map((decision) => [decision.id, decision]))
  return all.map((grounds) => {
    const decision = byId.get(grounds.decision_id ?? '')
    return { grounds, decision: decision?.ended_why === 'undone' ? undefined : decision }
  })
}

export function toFindingDecision(decision: DecisionRow): FindingDecision {
  return {
    verdict: decision.verdict,
    at: decision.decided_at.toISOString(),
    version: decision.version,
    everywhere: decision.node_id === null,
  }
}
