import { rulesVersion } from '@nodeyard/analysis/scan'
import Type from 'typebox'
import { transact } from '../../ground/db/changes.ts'
import { defineJob } from '../../ground/jobs/job.ts'
import type { StartDeps } from './change-deps.ts'
import { findRunningRescan, isRescanDue } from './sql.ts'
import { startRescan } from './start.ts'

/** Starts a rescan when the rules have changed, and continues an interrupted one. An admin applies its report. */
export const keepRescansGoing = defineJob({
  name: 'keep-rescans-going',
  payload: Type.Object({}),
  schedule: '23 * * * *',
  async run(deps: StartDeps) {
    const running = await findRunningRescan(deps.db)
    if (running) await transact(deps, (tx) => deps.queueRescan(tx, running.id))
    else if (await isRescanDue(deps.db, rulesVersion)) {
      await startRescan(deps, { kind: 'service', id: 'new-rules' }, {})
    }
  },
})
