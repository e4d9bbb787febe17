import Type from 'typebox'
import { markChanged, transact } from '../../ground/db/changes.ts'
import { defineJob } from '../../ground/jobs/job.ts'
import { listNodesWithNews } from '../../packs/evidence/sql.ts'
import type { Deps } from './deps.ts'
import { updateOrders, updatePopularities } from './popularity.ts'
import { reindexNodes } from './reindex.ts'
import { listLeastIndexed } from './sql.ts'

const batch = 100

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

const newsMs = 2 * 3_600_000
const maxWithNews = 5000

/** CI results and import reports do not reindex a node. */
export const refreshEvidence = defineJob({
  name: 'refresh-search-evidence',
  payload: Type.Object({}),
  schedule: '17 * * * *',
  timeoutSeconds: 600,
  async run(deps: Deps) {
    const since = new Date(deps.now().getTime() - newsMs)
    const ids = await listNodesWithNews(deps.db, { since, limit: maxWithNews })
    for (let from = 0; from < ids.length; from += batch)
      await transact(deps, async (tx) => {
        await reindexNodes(tx, ids.slice(from, from + batch), deps.now())
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
