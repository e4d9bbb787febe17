import Type from 'typebox'
import { stagingFolder } from '../../ground/blobs/store.ts'
import { markChanged, transact } from '../../ground/db/changes.ts'
import { requestTimeoutMs } from '../../ground/http/open-server.ts'
import { defineJob } from '../../ground/jobs/job.ts'
import { deleteExpiredVersions } from '../nodes/versions/sql.ts'
import type { Deps } from './deps.ts'
import { giveUpPipeline, maxOwnFailures } from './failed-stage.ts'
import { extractAgain, runPipeline } from './pipeline.ts'
import { deleteWaited, listFailedOfThemselves, listStuckVersions } from './queue/sql.ts'
import { lowestPriority, type Turn } from './turn.ts'

const hour = 3600_000

/**
 * Runs more versions at once than there are analysis threads. Each process works on one version per account,
 * so the others belong to other accounts. The threads limit CPU time; the timeout only bounds runs that no
 * thread limits.
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

/** Runs retries one at a time, behind all new versions. */
const turnOfRetries: Turn = { priority: lowestPriority - 1, group: 'retries' }
/** Runs next, so that every version gets a verdict even while the registry is busy. */
const turnAtLast: Turn = { priority: 0, group: 'retries' }
/** Runs behind everything else. */
const turnOfLast: Turn = { priority: lowestPriority - 2, group: 'retries' }

function sendLast(deps: Deps, versionId: string): Promise<boolean> {
  return transact(deps, (tx) => deps.jobs.send(tx, processVersion, { versionId }, turnOfLast))
}

const stuckAtOnce = 50
/** After this, a moderator has to act. The version still counts as stuck. */
const retriedDays = 7

/**
 * Retries stuck versions automatically, with doubling intervals. An archive whose last attempt waits behind
 * everything else waits at most an hour.
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
        failures: maxOwnFailures - 1,
        triedBefore: new Date(now.getTime() - hour),
        limit: stuckAtOnce,
      }
      for (const versionId of await listFailedOfThemselves(tx, last)) {
        await deps.jobs.send(tx, processVersion, { versionId }, turnAtLast)
      }
    }),
})

/** Works for versions of every status, unlike the pipeline, which reads only pending ones. */
export const extractComfyNodes = defineJob({
  name: 'extract-comfy-nodes',
  payload: Type.Object({ versionId: Type.String() }),
  attempts: 5,
  timeoutSeconds: 600,
  run: (deps: Deps, { versionId }) => extractAgain(deps, versionId),
})

/** How long a publisher can read why an archive was refused. */
const refusedHours = 7 * 24

/**
 * Deletes announcements whose upload window ended without an archive. Uploads that started in time can
 * finish.
 */
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

/** Removes uploads left behind by crashed processes. */
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
