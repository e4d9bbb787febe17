import Type from 'typebox'
import { transact } from '../../ground/db/changes.ts'
import { defineJob } from '../../ground/jobs/job.ts'
import type { Deps } from './deps.ts'
import { issueIfDue } from './kill-list.ts'

/** Reissues the kill list when an existing advisory matches a new version, or before the list expires. */
export const keepKillList = defineJob({
  name: 'keep-kill-list',
  payload: Type.Object({}),
  schedule: '* * * * *',
  attempts: 1,
  isExclusive: true,
  async run(deps: Deps) {
    await transact(deps, (tx) => issueIfDue(tx, deps))
  },
})
