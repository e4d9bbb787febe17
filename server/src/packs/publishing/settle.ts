import Type from 'typebox'
import { recordEvent } from '../../ground/audit/sql.ts'
import { markChanged, transact } from '../../ground/db/changes.ts'
import type { Tx } from '../../ground/db/database.ts'
import { defineJob } from '../../ground/jobs/job.ts'
import { endWaiting } from '../appeals/sql.ts'
import { releaseVersion } from '../nodes/release.ts'
import { isFlaggedByScan } from '../nodes/versions/held-for.ts'
import { refreshLatestVersion } from '../nodes/versions/latest.ts'
import { changeVersion, findVersion, lockVersion, type VersionRow } from '../nodes/versions/sql.ts'
import { nextVersionStatus } from '../nodes/versions/states.ts'
import { passedReason } from '../nodes/versions/statuses.ts'
import { readFindings } from './analysis/sql.ts'
import type { Deps } from './deps.ts'
import { judge, refuseAgain, storeVerdict } from './verdict.ts'

/** Decides about waiting versions whose code was decided about elsewhere. Safe to run at any time. */
export const settleVersions = defineJob({
  name: 'settle-versions',
  payload: Type.Object({ versionIds: Type.Array(Type.String()) }),
  attempts: 5,
  timeoutSeconds: 600,
  async run(deps: Deps, { versionIds }, signal) {
    for (const versionId of versionIds) {
      if (signal.aborted) throw new Error('The process stops.')
      await settleVersion(deps, versionId)
    }
  },
})

async function settleVersion(deps: Deps, versionId: string): Promise<void> {
  const version = await findVersion(deps.db, versionId)
  if (!version) return
  await transact(deps, async (tx) => {
    const current = await lockVersion(tx, version)
    if (!current || !isFlaggedByScan(current)) return
    const findings = (await readFindings(tx, versionId)) ?? []
    const verdict = await judge({ db: tx, now: deps.now }, current, findings)
    if (verdict.outcome === 'open') return
    await storeVerdict(tx, versionId, verdict, deps.now())
    await endWaiting(tx, versionId)
    if (verdict.refusal) await refuseAgain(tx, deps, current, verdict.refusal)
    else await release(tx, deps, current)
  })
}

async function release(tx: Tx, deps: Deps, version: VersionRow): Promise<void> {
  const now = deps.now()
  await changeVersion(tx, version.id, {
    status: nextVersionStatus(version.status, 'clear'),
    status_reason: passedReason,
    ...(version.first_active_at ? {} : { first_active_at: now }),
    updated_at: now,
  })
  await releaseVersion(tx, deps, version)
  await refreshLatestVersion(tx, version.node_id, now)
  await recordEvent(tx, {
    actor: { kind: 'service', id: 'pipeline' },
    action: 'version.activate',
    subject: { kind: 'version', id: version.id },
    before: { status: version.status },
    after: { node: version.node_id, version: version.version, findings: 0 },
    at: now,
  })
  markChanged(tx, `node:${version.node_id}`, 'nodes')
}
