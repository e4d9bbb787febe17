import Type from 'typebox'
import { defineJob } from '../../ground/jobs/job.ts'
import { listDueMatches } from '../versions/commit-matches/sql.ts'
import type { Deps } from './deps.ts'
import { matchVersion } from './match.ts'

const atOnce = 20

/** Compares new versions with the commits they name. One process at a time does so. */
export const matchCommits = defineJob({
  name: 'match-commits',
  payload: Type.Object({}),
  schedule: '* * * * *',
  attempts: 1,
  timeoutSeconds: 2 * 3600,
  isExclusive: true,
  async run(deps: Deps, _payload, signal) {
    if (deps.repositorySources.length === 0) return
    for (const due of await listDueMatches(deps.db, { now: deps.now(), limit: atOnce })) {
      if (signal.aborted) return
      await matchVersion(deps, due, signal)
    }
  },
})
