import { type Finding, isBlocking } from '@nodeyard/analysis/ground'
import { recordEvent } from '../../ground/audit/sql.ts'
import { markChanged } from '../../ground/db/changes.ts'
import type { DbOrTx, Tx } from '../../ground/db/database.ts'
import { type Consultation, consultDecisions, expiryAfter } from '../decisions/consult.ts'
import { type DecisionRow, listGrounds, renewDecisions, replaceGrounds, toGrounds } from '../decisions/sql.ts'
import type { HoldingFinding } from '../nodes/versions/held-for.ts'
import { changeVersion, type VersionRow } from '../nodes/versions/sql.ts'
import { nextVersionStatus } from '../nodes/versions/states.ts'
import { completeGrounds, keyOf } from './complete-grounds.ts'
import type { Deps } from './deps.ts'

type Judged = Pick<VersionRow, 'id' | 'node_id'>

/** Decides about a version's blocking findings by the decisions so far. Its inspection must be stored. */
export async function judge(
  { db, now }: { db: DbOrTx; now(): Date },
  version: Judged,
  findings: readonly Finding[],
): Promise<Consultation> {
  const known = (await listGrounds(db, version.id)).map(toGrounds)
  return consultDecisions(db, version, await completeGrounds(version.id, findings, known), now())
}

export async function storeVerdict(
  tx: Tx,
  versionId: string,
  { grounds, outcome, renewed }: Consultation,
  now: Date,
): Promise<void> {
  await replaceGrounds(tx, versionId, grounds)
  if (outcome === 'approved') await renewDecisions(tx, renewed, expiryAfter(now))
}

/** Marks the findings that earlier decisions let pass. */
export function markDecided(
  findings: readonly Finding[],
  { grounds, approvals }: Consultation,
): HoldingFinding[] {
  const passed = new Set(
    grounds.flatMap(({ decisionId, grounds: one }) =>
      decisionId !== null && approvals.has(decisionId) ? [keyOf(one)] : [],
    ),
  )
  return findings.map((finding) => {
    const { rule, file_path: file, line_number: line, message } = finding
    const isDecided = isBlocking(finding) && passed.has(keyOf({ rule, file, line, message }))
    return isDecided ? { ...finding, decided: true } : finding
  })
}

/** Refuses a version with the code of an earlier one, in the words of that decision. */
export async function refuseAgain(
  tx: Tx,
  { now }: Pick<Deps, 'now'>,
  version: VersionRow,
  { id, version: earlier, reason, decided_at }: DecisionRow,
): Promise<void> {
  const day = decided_at.toISOString().slice(0, 10)
  const message = `The code that was rejected on ${day} in version ${earlier} is unchanged. ${reason}`.trim()
  await changeVersion(tx, version.id, {
    status: nextVersionStatus(version.status, 'ban'),
    status_reason: message,
    updated_at: now(),
  })
  await recordEvent(tx, {
    actor: { kind: 'service', id: 'pipeline' },
    action: 'version.ban',
    subject: { kind: 'version', id: version.id },
    before: { status: version.status },
    after: {
      status: 'banned',
      status_reason: message,
      node: version.node_id,
      version: version.version,
      follows: id,
    },
    at: now(),
  })
  markChanged(tx, `node:${version.node_id}`)
}
