import { type Finding, isBlocking } from '@nodeyard/analysis/scan/finding'
import { recordEvent } from '../../ground/audit/sql.ts'
import { markChanged } from '../../ground/db/changes.ts'
import type { Tx } from '../../ground/db/database.ts'
import { nextVersionStatus } from '../versions/states.ts'
import type { Deps } from './deps.ts'
import { updateVersion, type VersionRow } from './versions/sql.ts'

/** Flags a pending version, with its findings as the reason. */
export async function flag(
  tx: Tx,
  deps: Deps,
  version: VersionRow,
  findings: readonly Finding[],
  open = findings.filter(isBlocking).length,
): Promise<void> {
  await updateVersion(tx, version.id, {
    status: nextVersionStatus('pending', 'flag'),
    status_reason: JSON.stringify(findings),
    updated_at: deps.now(),
  })
  await recordDecision(tx, deps, version, { action: 'version.flag', findings: open })
  markChanged(tx, `node:${version.node_id}`)
}

/** Records what the pipeline has decided about a version. */
export async function recordDecision(
  tx: Tx,
  { now }: Deps,
  version: VersionRow,
  { action, findings }: { action: string; findings: number },
): Promise<void> {
  await recordEvent(tx, {
    actor: { kind: 'service', id: 'pipeline' },
    action,
    subject: { kind: 'version', id: version.id },
    before: { status: 'pending' },
    after: { node: version.node_id, version: version.version, findings },
    at: now(),
  })
}
