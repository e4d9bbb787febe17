import { limits } from '@nodeyard/contract/limits'
import Type from 'typebox'
import { transact } from '../../ground/db/changes.ts'
import { defineJob } from '../../ground/jobs/job.ts'
import { removeAbandonedFolders } from '../../ground/jobs/work-folder.ts'
import type { Deps } from './deps.ts'
import { datasets } from './files.ts'
import { publishDataset } from './make.ts'

const dayMs = 86_400_000
const maxRemoved = 50

export const makeDataset = defineJob({
  name: 'make-dataset',
  payload: Type.Object({}),
  schedule: '23 2 * * *',
  attempts: 3,
  retrySeconds: 300,
  timeoutSeconds: 3600,
  isExclusive: true,
  async run(deps: Deps, _payload, signal) {
    await removeAbandonedFolders()
    await publishDataset(deps, signal)
  },
})

/** Removes old datasets, and files that no dataset names. */
export const sweepDataset = defineJob({
  name: 'sweep-dataset',
  payload: Type.Object({}),
  schedule: '53 3 * * *',
  isExclusive: true,
  async run(deps: Deps, _payload, signal) {
    const replacedBefore = new Date(deps.now().getTime() - limits.datasetDays * dayMs)
    await transact(deps, async (tx) => {
      await datasets.lock(tx)
      await datasets.removeOutdated(tx, deps, { replacedBefore, limit: maxRemoved })
    })
    await datasets.removeStrayFiles(deps, signal)
  },
})
