import { limits } from '@nodeyard/contract/limits'
import Type from 'typebox'
import { transact } from '../../ground/db/changes.ts'
import { defineJob } from '../../ground/jobs/job.ts'
import { removeAbandonedFolders } from '../../ground/jobs/work-folder.ts'
import type { Deps } from './deps.ts'
import { datasetFolder, digestInKey } from './files.ts'
import { publishDataset } from './make.ts'
import { deleteOldDatasets, listDatasets, lockDatasets } from './sql.ts'

const dayMs = 86_400_000

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
    const before = new Date(deps.now().getTime() - limits.datasetDays * dayMs)
    await transact(deps, (tx) => deleteOldDatasets(tx, before))
    for await (const { key } of deps.blobs.list(datasetFolder)) {
      if (signal.aborted) return
      const digest = digestInKey(key)
      await transact(deps, async (tx) => {
        await lockDatasets(tx)
        const named = (await listDatasets(tx)).flatMap(({ files }) => files)
        if (digest === undefined || !named.includes(digest)) await deps.blobs.delete(key)
      })
    }
  },
})
