import type { Grounds } from '@nodeyard/analysis/facts'
import { severities } from '@nodeyard/analysis/ground'
import { decisionsCount } from '@nodeyard/analysis/scan'
import type { DbOrTx } from '../../ground/db/database.ts'
import { type DecidedGrounds, type DecisionRow, listDecisions, listMadeWith } from './sql.ts'
import { findTrust, type Trust } from './trust.ts'

const day = 86_400_000
/** Decisions are made again after this time. */
export const decisionDays = 180
/** Releases of established publishers extend a decision up to this age. */
export const longestDecisionDays = 730

/** A version in the light of the decisions so far. */
export interface Consultation {
  grounds: DecidedGrounds[]
  /** `approved`: all blocking findings are. `rejected`: the code of a refused version is still there as a whole. */
  outcome: 'approved' | 'rejected' | 'open'
  /** A decision that refuses the version. */
  refusal?: DecisionRow
  /** Decisions that let findings pass. */
  approvals: ReadonlySet<string>
  trust: Trust
  /** Decisions that this release extends. */
  renewed: string[]
}

/** Looks up the decisions about the code that a version's blocking findings rest on. */
export async function consultDecisions(
  db: DbOrTx,
  version: { id: string; node_id: string },
  grounds: readonly Grounds[],
  now: Date,
): Promise<Consultation> {
  if (grounds.length === 0)
    return { grounds: [], outcome: 'approved', approvals: new Set(), trust: 'known', renewed: [] }
  const trust = await findTrust(db, version, now)
  const known = await listDecisions(
    db,
    version.node_id,
    grounds.map(({ digest }) => digest),
  )
  const found = grounds.map((one) => ({
    grounds: one,
    decision: known.find((decision) => isInForce(decision, one, trust, now)),
  }))
  const refusal = await findRefusal(
    db,
    found.flatMap(({ decision }) => (decision?.verdict === 'rejected' ? [decision] : [])),
    new Set(grounds.map(({ digest }) => digest)),
  )
  const approvals = found.flatMap(({ decision }) => (decision?.verdict === 'approved' ? [decision] : []))
  return {
    grounds: found.map((one) => ({ grounds: one.grounds, decisionId: one.decision?.id ?? null })),
    outcome: refusal ? 'rejected' : approvals.length === grounds.length ? 'approved' : 'open',
    ...(refusal ? { refusal } : {}),
    approvals: new Set(approvals.map(({ id }) => id)),
    trust,
    renewed: trust === 'established' ? [...new Set(approvals.map(({ id }) => id))] : [],
  }
}

function isInForce(
  decision: DecisionRow,
  { rule, severity, digest }: Grounds,
  trust: Trust,
  now: Date,
): boolean {
  if (decision.digest !== digest || decision.rule !== rule) return false
  // Copies of approved code by strangers are reviewed as carefully as their own code.
  if (decision.node_id === null && decision.verdict === 'approved' && trust === 'new') return false
  if (severities.indexOf(severity) > severities.indexOf(decision.severity) && decision.verdict === 'approved')
    return false
  return !isExpired(decision, trust, now) && decisionsCount(rule, decision.rules_version)
}

function isExpired({ expires_at, decided_at, verdict }: DecisionRow, trust: Trust, now: Date): boolean {
  if (expires_at > now) return false
  const isKept = trust === 'established' && verdict === 'approved'
  return !isKept || now.getTime() - decided_at.getTime() > longestDecisionDays * day
}

/** A version with only a part of the refused code may be the corrected one, and a person looks at it. */
async function findRefusal(
  db: DbOrTx,
  rejections: readonly DecisionRow[],
  digests: ReadonlySet<string>,
): Promise<DecisionRow | undefined> {
  for (const rejection of rejections) {
    const group = await listMadeWith(db, rejection.made_with)
    if (group.every((one) => one.verdict === 'approved' || digests.has(one.digest))) return rejection
  }
  return undefined
}

/** Returns the end of a decision that was made, or followed, now. */
export function expiryAfter(now: Date): Date {
  return new Date(now.getTime() + decisionDays * day)
}
