import { rulesVersion } from '@nodeyard/analysis/scan'
import type { Tx } from '../../ground/db/database.ts'
import { expiryAfter } from './consult.ts'
import { type GroundsRow, listDecisionsById, listGrounds, replaceDecision, setDecision } from './sql.ts'

export interface Verdict {
  digest: string
  verdict: 'approved' | 'rejected'
  /** The decision is about this code in every node. */
  everywhere?: boolean | undefined
}

interface Act {
  version: { id: string; node_id: string; version: string }
  /** The verdict about findings that are not named. */
  verdict: Verdict['verdict']
  /** Verdicts about single findings. */
  named: readonly Verdict[]
  reason: string
  userId: string
  now: Date
  newId(): string
}

export interface Recorded {
  madeWith: string
  digests: string[]
  isEverywhere: boolean
}

/** Remembers a decision about a version for the code that its blocking findings rest on. */
export async function recordVerdicts(
  tx: Tx,
  { version, verdict, named, reason, userId, now, newId }: Act,
): Promise<Recorded | undefined> {
  const all = await listGrounds(tx, version.id)
  const chosen = verdict === 'rejected' ? await withoutApproved(tx, all) : all
  const verdicts = new Map<string, Verdict & { grounds: GroundsRow }>()
  for (const grounds of chosen) verdicts.set(grounds.digest, { digest: grounds.digest, verdict, grounds })
  for (const one of named) {
    const grounds = all.find(({ digest }) => digest === one.digest)
    if (grounds) verdicts.set(one.digest, { ...one, grounds })
  }
  if (verdicts.size === 0) return undefined
  const madeWith = newId()
  for (const one of verdicts.values()) {
    const id = newId()
    await replaceDecision(tx, {
      id,
      made_with: madeWith,
      node_id: one.everywhere ? null : version.node_id,
      rule: one.grounds.rule,
      severity: worstOf(all, one.digest),
      digest: one.digest,
      verdict: one.verdict,
      reason: reason.slice(0, longestReason),
      version_id: version.id,
      version: version.version,
      file: one.grounds.file,
      name: one.grounds.name,
      parts: JSON.stringify(one.grounds.parts),
      rules_version: rulesVersion,
      decided_by: userId,
      decided_at: now,
      expires_at: expiryAfter(now),
    })
    await setDecision(tx, version.id, { digest: one.digest, decisionId: id })
  }
  return {
    madeWith,
    digests: [...verdicts.keys()],
    isEverywhere: verdicts.values().some(({ everywhere }) => everywhere === true),
  }
}

const longestReason = 2000

function worstOf(all: readonly GroundsRow[], digest: string): GroundsRow['severity'] {
  return all.some((one) => one.digest === digest && one.severity === 'critical') ? 'critical' : 'high'
}

/** A refusal is about what was not approved before, unless nothing else is there. */
async function withoutApproved(tx: Tx, all: readonly GroundsRow[]): Promise<readonly GroundsRow[]> {
  const decisions = await listDecisionsById(
    tx,
    all.flatMap(({ decision_id }) => decision_id ?? []),
  )
  const approved = new Set(decisions.filter(({ verdict }) => verdict === 'approved').map(({ id }) => id))
  const others = all.filter(({ decision_id }) => !approved.has(decision_id ?? ''))
  return others.length > 0 ? others : all
}
