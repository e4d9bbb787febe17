import { setTimeout as pause } from 'node:timers/promises'
import Type from 'typebox'
import { transact } from '../../ground/db/changes.ts'
import { defineJob } from '../../ground/jobs/job.ts'
import { issueIfDue } from '../../safety/advisories/kill-list.ts'
import { absorbChanges } from './absorb.ts'
import type { Deps } from './deps.ts'
import { issueAgain, issuePointer, makeSnapshot, takesSnapshot, whyDue } from './pointer.ts'
import { restAfterPointer, restAfterSnapshot, restSince } from './rest.ts'
import { findLastSnapshot, type SnapshotRow } from './sql.ts'
import { removeOutdatedFiles, tidyCatalogue } from './tidy.ts'

/** While a pointer is due, and its time has not come, changes are taken in meanwhile. */
const stepMs = 500
/** The next run goes on. */
const longestRunMs = 60_000
/** Within a run: the queue notices late that the time of another attempt has come, and takes no new wish until then. */
const tries = 5
const retryMs = 1000

/**
 * Keeps the catalogue: takes in what has changed, and issues a pointer when that is due. Runs whenever a node has
 * changed, and every minute for the counts, or should nobody have heard of it.
 */
export const keepCatalogue = defineJob({
  name: 'keep-catalogue',
  payload: Type.Object({}),
  schedule: '* * * * *',
  attempts: 1,
  isExclusive: true,
  async run(deps: Deps, _payload, signal) {
    const until = deps.now().getTime() + longestRunMs
    for (let failures = 0; ; ) {
      try {
        return await keepUntil(deps, until, signal)
      } catch (error) {
        failures++
        if (failures === tries || signal.aborted) throw error
        deps.log.warn({ err: error }, 'the catalogue could not be kept; tried again')
        await pause(retryMs, undefined, { signal })
      }
    }
  },
})

/** Until nothing is due, or the time is over. */
async function keepUntil(deps: Deps, until: number, signal: AbortSignal): Promise<void> {
  do {
    await absorbChanges(deps, signal)
    const last = await findLastSnapshot(deps.db)
    const why = await whyDue(deps, last)
    if (why === undefined) break
    const restMs = last ? restSince(last.issued_at, deps.now(), restAfterPointer(last.cost_ms)) : 0
    if (restMs > 0) await pause(Math.min(restMs, stepMs), undefined, { signal }).catch(() => {})
    else if (!last || takesSnapshot(why)) await makeSnapshot(deps)
    else await pointAnew(deps, last)
  } while (!signal.aborted && deps.now().getTime() < until)
}

async function pointAnew(deps: Deps, last: SnapshotRow): Promise<void> {
  const issued = await issuePointer(deps, last)
  if (issued && isBehind(issued)) await transact(deps, (tx) => deps.jobs.send(tx, packCatalogue, {}))
}

/**
 * Packs all lines anew when that is due, beside the pointers that go on meanwhile. Runs whenever one of them leads further
 * than its snapshot, and every minute to remove files, or should a run have ended just before that.
 */
export const packCatalogue = defineJob({
  name: 'pack-catalogue',
  payload: Type.Object({}),
  schedule: '* * * * *',
  attempts: 1,
  isExclusive: true,
  async run(deps: Deps, _payload, signal) {
    const until = deps.now().getTime() + longestRunMs
    // First: what is asked for while a run goes on it finds itself, as long as it still looks.
    await removeOutdatedFiles(deps, signal).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'outdated files of the catalogue are removed later'),
    )
    do {
      const last = await findLastSnapshot(deps.db)
      if (!last || !isBehind(last)) break
      const restMs = restSince(last.packed_at, deps.now(), restAfterSnapshot(last.pack_ms))
      if (restMs > 0) await pause(Math.min(restMs, longestRunMs), undefined, { signal }).catch(() => {})
      else await makeSnapshot(deps)
    } while (!signal.aborted && deps.now().getTime() < until)
  },
})

/** Whether something has changed since the snapshot was made. */
const isBehind = ({ revision, whole_revision }: SnapshotRow) => revision > whole_revision

/**
 * Issues the kill list and the last pointer anew, whenever a process begins to work or may have missed changes: the
 * database may have been brought back to an earlier moment, or lost its last changes in a fail-over, and clients that
 * have seen what was issued since refuse everything with a lower number.
 */
export const issueAfterStart = defineJob({
  name: 'issue-after-start',
  payload: Type.Object({}),
  attempts: 10,
  isExclusive: true,
  async run(deps: Deps) {
    await transact(deps, (tx) => issueIfDue(tx, deps, { always: true }))
    const last = await findLastSnapshot(deps.db)
    if (last) await issueAgain(deps, last)
  },
})

export const sweepCatalogue = defineJob({
  name: 'sweep-catalogue',
  payload: Type.Object({}),
  schedule: '41 3 * * *',
  isExclusive: true,
  async run(deps: Deps, _payload, signal) {
    await removeOutdatedFiles(deps, signal)
    await tidyCatalogue(deps, signal)
  },
})
