import Type from 'typebox'
import { transact } from '../db/changes.ts'
import type { Deps } from '../deps.ts'
import { defineJob } from '../jobs/job.ts'
import { refreshPopularity } from './sql.ts'
import { rebuildSearchTerms } from './terms.ts'

/** Keeps the words that typing errors are corrected to. */
export const rebuildTerms = defineJob({
  name: 'rebuild-search-terms',
  payload: Type.Object({}),
  schedule: '17 * * * *',
  run: (deps: Deps) => rebuildSearchTerms(deps),
})

/** Counting an install does not index its node, and time passes by itself. */
export const refreshPopularities = defineJob({
  name: 'refresh-search-popularity',
  payload: Type.Object({}),
  schedule: '47 * * * *',
  run: async (deps: Deps) => {
    await transact(deps, (tx) => refreshPopularity(tx, deps.now()))
  },
})
