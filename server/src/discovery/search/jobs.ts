import Type from 'typebox'
import { markChanged, transact } from '../../ground/db/changes.ts'
import { defineJob } from '../../ground/jobs/job.ts'
import type { Deps } from './deps.ts'
import { updateOrders, updatePopularities } from './popularity.ts'
import { reindexNodes } from './reindex.ts'
import { listLeastIndexed } from './sql.ts'

/** Rebuilds the oldest entries first. */
export const reindexOldest = defineJob({
  name: 'reindex',
  payload: Type.Object({ maxBatch: Type.Integer(), before: Type.String() }),
  attempts: 1,
  timeoutSeconds: 3600,
  isExclusive: true,
  async run(deps: Deps, { maxBatch, before }) {
    const ids = await listLeastIndexed(deps.db, new Date(before), maxBatch)
    await transact(deps, async (tx) => {
      await reindexNodes(tx, ids, deps.now())
      markChanged(tx, 'nodes')
    })
  },
})

/** Popularity changes with installs and age, which do not reindex a node. */
export const refreshPopularities = defineJob({
  name: 'refresh-search-popularity',
  payload: Type.Object({}),
  schedule: '47 * * * *',
  run: async (deps: Deps) => {
    await updatePopularities(deps)
    await updateOrders(deps)
  },
})
