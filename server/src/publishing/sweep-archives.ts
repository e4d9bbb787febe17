import Type from 'typebox'
import { transact } from '../db/changes.ts'
import type { Deps } from '../deps.ts'
import { defineJob } from '../jobs/job.ts'
import { hasArchive, lockArchive } from './sql.ts'

const orphanDays = 7

/**
 * Removes archives of which the database knows nothing: an upload whose transaction failed after its bytes were kept.
 * Only old ones, and under the lock that an upload of the same bytes takes, too.
 */
export const sweepArchives = defineJob({
  name: 'sweep-archives',
  payload: Type.Object({}),
  schedule: '7 3 * * *',
  timeoutSeconds: 3600,
  isExclusive: true,
  async run(deps: Deps, _payload, signal) {
    const before = deps.now().getTime() - orphanDays * 86_400_000
    for await (const { key, modifiedAt } of deps.blobs.list('archives/')) {
      if (signal.aborted) return
      const [, digest] = /([0-9a-f]{64})\.zip$/.exec(key) ?? []
      if (digest === undefined || modifiedAt.getTime() >= before) continue
      await transact(deps, async (tx) => {
        await lockArchive(tx, digest)
        if (!(await hasArchive(tx, digest))) await deps.blobs.delete(key)
      })
    }
  },
})
