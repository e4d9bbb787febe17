import Type from 'typebox'
import { transact } from '../../ground/db/changes.ts'
import { defineJob } from '../../ground/jobs/job.ts'
import type { Deps } from './deps.ts'
import { continueRescan } from './run.ts'

/** Processes a rescan in batches, so that a stopped process loses little and another can continue. */
export const rescanVersions = defineJob({
  name: 'rescan-versions',
  payload: Type.Object({ rescanId: Type.String() }),
  attempts: 8,
  timeoutSeconds: 1800,
  async run(deps: Deps, { rescanId }, signal) {
    const isMore = await continueRescan(deps, rescanId, signal)
    if (isMore) await transact(deps, (tx) => deps.jobs.send(tx, rescanVersions, { rescanId }))
  },
})
