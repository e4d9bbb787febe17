import { type Finding, isBlocking } from '@nodeyard/analysis/ground'
import { type HeldGroup, heldGroupsOf } from '@nodeyard/contract/packs'
import { recordEvent } from '../../ground/audit/sql.ts'
import { markChanged } from '../../ground/db/changes.ts'
import type { Tx } from '../../ground/db/database.ts'
import type { HoldingFinding } from '../nodes/versions/held-for.ts'
import { changeVersion, type VersionRow } from '../nodes/versions/sql.ts'
import { nextVersionStatus } from '../nodes/versions/states.ts'
import type { Deps } from './deps.ts'

/** Flags a pending version, with its findings as the reason. */
export async function flag(
  tx: Tx,
  deps: Deps,
  version: VersionRow,
  findings: readonly HoldingFinding[],
): Promise<void> {
  const holding = findings.filter((one) => isBlocking(one) && !one.decided)
  await changeVersion(tx, version.id, {
    status: nextVersionStatus('pending', 'flag'),
    status_reason: JSON.stringify(findings),
    updated_at: deps.now(),
  })
  await recordDecision(tx, deps, version, { action: 'version.flag', ...heldBy(holding) })
  markChanged(tx, `node:${version.node_id}`)
}

/** Facts of an event about findings that hold a version. */
export const heldBy = (findings: readonly Finding[]): { findings: number; held_for: HeldGroup[] } => ({
  findings: findings.length,
  held_for: heldGroupsOf(findings.map(({ rule }) => rule)),
})

/** Records what the pipeline has decided about a version. */
export async function recordDecision(
  tx: Tx,
  { now }: Deps,
  version: VersionRow,
  { action, ...facts }: { action: string; findings: number; held_for?: HeldGroup[]; load_failure?: string },
): Promise<void> {
  await recordEvent(tx, {
    actor: { kind: 'service', id: 'pipeline' },
    action,
    subject: { kind: 'version', id: version.id },
    before: { status: 'pending' },
    after: { node: version.node_id, version: version.version, ...facts },
    at: now(),
  })
}
