import Type from 'typebox'
import { stagingFolder } from '../blobs/store.ts'
import { markChanged, transact } from '../db/changes.ts'
import type { Deps } from '../deps.ts'
import { requestTimeoutMs } from '../http/open-server.ts'
import { defineJob } from '../jobs/job.ts'
import { extractAgain, giveUpPipeline, runPipeline } from './pipeline.ts'
import { deleteExpiredVersions, listStuckVersions } from './sql.ts'

const hour = 3600_000

export const processVersion = defineJob({
  name: 'process-version',
  payload: Type.Object({ versionId: Type.String() }),
  attempts: 8,
  retrySeconds: 2,
  timeoutSeconds: 600,
  concurrency: 2,
  run: (deps: Deps, { versionId }) => runPipeline(deps, versionId),
  giveUp: (deps: Deps, { versionId }) => giveUpPipeline(deps, versionId),
})

/** Whoever has many versions waiting comes after those who have few, up to so many: publishers take turns. */
export const mostWaiting = 100
/** Behind all that was just sent. */
const priorityOfRetries = -mostWaiting - 1

const stuckAtOnce = 50
/** From then on it is a moderator's: it goes on being counted among what is stuck. */
const retriedDays = 7

/**
 * What could not be done for some time may be possible now. Who sees it does not have to do anything. The time between
 * attempts doubles.
 */
export const retryStuckVersions = defineJob({
  name: 'retry-stuck-versions',
  payload: Type.Object({}),
  schedule: '37 * * * *',
  run: (deps: Deps) =>
    transact(deps, async (tx) => {
      const now = deps.now()
      const pendingSince = new Date(now.getTime() - retriedDays * 24 * hour)
      for (const versionId of await listStuckVersions(tx, { pendingSince, now, limit: stuckAtOnce })) {
        await deps.jobs.send(tx, processVersion, { versionId }, { priority: priorityOfRetries })
      }
    }),
})

/** For versions of every status: the pipeline reads only those that are pending. */
export const extractComfyNodes = defineJob({
  name: 'extract-comfy-nodes',
  payload: Type.Object({ versionId: Type.String() }),
  attempts: 5,
  timeoutSeconds: 600,
  run: (deps: Deps, { versionId }) => extractAgain(deps, versionId),
})

/** How long a publisher can read why an archive was refused. */
const refusedHours = 7 * 24

/** Forgets announcements whose archive never came, and cannot any more: what began in time is taken to its end. */
export const expireUploads = defineJob({
  name: 'expire-uploads',
  payload: Type.Object({}),
  schedule: '* * * * *',
  run: (deps: Deps) =>
    transact(deps, async (tx) => {
      const now = deps.now()
      const refused = new Date(now.getTime() - refusedHours * hour)
      const unsent = new Date(now.getTime() - requestTimeoutMs)
      const expired = await deleteExpiredVersions(tx, { unsent, refused })
      if (expired.length > 0) markChanged(tx, 'nodes', ...expired.map(({ node_id }) => `node:${node_id}`))
    }),
})

const stagingHours = 24

/** Removes what uploads left behind whose process died. */
export const sweepStaging = defineJob({
  name: 'sweep-staging',
  payload: Type.Object({}),
  schedule: '17 * * * *',
  async run({ blobs, now }: Deps, _payload, signal) {
    const before = now().getTime() - stagingHours * hour
    for await (const { key, modifiedAt } of blobs.list(stagingFolder)) {
      if (signal.aborted) return
      if (modifiedAt.getTime() < before) await blobs.discard(key)
    }
  },
})
