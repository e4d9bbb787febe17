import Type from 'typebox'
import { stagingFolder } from '../../ground/blobs/store.ts'
import { markChanged, transact } from '../../ground/db/changes.ts'
import { requestTimeoutMs } from '../../ground/http/open-server.ts'
import { defineJob } from '../../ground/jobs/job.ts'
import type { Deps } from './deps.ts'
import { extractAgain, giveUpPipeline, mostOwnFailures, runPipeline } from './pipeline.ts'
import { deleteExpiredVersions, deleteWaited, listFailedOfThemselves, listStuckVersions } from './sql.ts'
import { lowestPriority, type Turn } from './turn.ts'

const hour = 3600_000

/**
 * More at once than there are analysis threads: of one account a process works on one version at a time, so the others
 * are for other accounts. The threads limit CPU time; wall-clock time only has to bound a run that no thread limits.
 */
export const processVersion = defineJob({
  name: 'process-version',
  payload: Type.Object({ versionId: Type.String() }),
  attempts: 8,
  retrySeconds: 2,
  timeoutSeconds: 6 * 3600,
  concurrency: 6,
  async run(deps: Deps, { versionId }) {
    const outcome = await runPipeline(deps, versionId)
    if (outcome === 'goes last') await sendLast(deps, versionId)
  },
  giveUp: (deps: Deps, { versionId }) => giveUpPipeline(deps, versionId),
})

/** Behind all that was just sent, one at a time. */
const turnOfRetries: Turn = { priority: lowestPriority - 1, group: 'retries' }
/** Whatever else waits: nothing stays without a verdict because the registry is busy. */
const turnAtLast: Turn = { priority: 0, group: 'retries' }
/** Behind everything. */
const turnOfLast: Turn = { priority: lowestPriority - 2, group: 'retries' }

function sendLast(deps: Deps, versionId: string): Promise<boolean> {
  return transact(deps, (tx) => deps.jobs.send(tx, processVersion, { versionId }, turnOfLast))
}

const stuckAtOnce = 50
/** From then on it is a moderator's: it goes on being counted among what is stuck. */
const retriedDays = 7

/**
 * What could not be done for some time may be possible now. Who sees it does not have to do anything. The time between
 * attempts doubles. An archive that waits for its last run behind everything else waits for an hour at most.
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
        await deps.jobs.send(tx, processVersion, { versionId }, turnOfRetries)
      }
      const last = {
        failures: mostOwnFailures - 1,
        triedBefore: new Date(now.getTime() - hour),
        limit: stuckAtOnce,
      }
      for (const versionId of await listFailedOfThemselves(tx, last)) {
        await deps.jobs.send(tx, processVersion, { versionId }, turnAtLast)
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
      await deleteWaited(tx)
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
