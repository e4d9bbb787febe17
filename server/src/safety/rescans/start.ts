import { rulesVersion } from '@nodeyard/analysis/scan'
import { recordEvent } from '../../ground/audit/sql.ts'
import { transact } from '../../ground/db/changes.ts'
import { RegistryError } from '../../ground/errors.ts'
import type { Actor } from '../../ground/permissions.ts'
import type { StartDeps } from './change-deps.ts'
import { changeState, findRescan, findRunningRescan, insertRescan, type RescanRow } from './sql.ts'

/** Starts a rescan with the current rules, or returns the running one. */
export function startRescan(
  deps: StartDeps,
  actor: Actor,
  { everything = false }: { everything?: boolean | undefined },
): Promise<RescanRow> {
  const { newId, now } = deps
  return transact(deps, async (tx) => {
    const running = await findRunningRescan(tx)
    if (running) return running
    const wanted = { id: newId(), rules_version: rulesVersion, everything, started_at: now() }
    const rescan = await insertRescan(tx, wanted)
    if (!rescan) throw new RegistryError('job_in_progress')
    await deps.queueRescan(tx, rescan.id)
    await recordEvent(tx, {
      actor,
      action: 'rescan.start',
      subject: { kind: 'registry', id: 'registry' },
      after: { rescan: rescan.id, rules: rulesVersion, everything },
      at: now(),
    })
    return rescan
  })
}

/** Starts applying the reported changes. Throws `rescan_not_ready` unless the scan is complete and the rules are current. */
export function applyRescan(deps: StartDeps, actor: Actor, rescanId: string): Promise<RescanRow> {
  return transact(deps, async (tx) => {
    const rescan = await findRescan(tx, rescanId)
    if (!rescan) throw new RegistryError('rescan_not_found')
    const isReady =
      rescan.rules_version === rulesVersion &&
      (await changeState(tx, rescanId, { from: 'looked', to: 'applying', finishedAt: null }))
    if (!isReady) throw new RegistryError('rescan_not_ready')
    await deps.queueRescan(tx, rescanId)
    await recordEvent(tx, {
      actor,
      action: 'rescan.apply',
      subject: { kind: 'registry', id: 'registry' },
      after: { rescan: rescanId },
      at: deps.now(),
    })
    return { ...rescan, state: 'applying' as const, finished_at: null }
  })
}
