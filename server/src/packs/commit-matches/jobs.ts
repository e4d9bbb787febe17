import Type from 'typebox'
import { defineJob } from '../../ground/jobs/job.ts'
import { findDueMatch } from '../nodes/versions/origin/sql.ts'
import type { Deps } from './deps.ts'
import { matchVersion } from './match.ts'

/** The next run continues. */
const atOnce = 20

/** Compares new versions with the commits they name. One process at a time does so, and publishers take turns. */
export const matchCommits = defineJob({
  name: 'match-commits',
  payload: Type.Object({}),
  schedule: '* * * * *',
  attempts: 1,
  timeoutSeconds: 2 * 3600,
  isExclusive: true,
  async run(deps: Deps, _payload, signal) {
    if (deps.repositorySources.length === 0) return
    const served: string[] = []
    while (served.length < atOnce && !signal.aborted) {
      const due = await findDueMatch(deps.db, { now: deps.now(), served })
      if (!due) return
      served.push(due.publisher_id)
      await matchVersion(deps, due, signal)
    }
  },
})
