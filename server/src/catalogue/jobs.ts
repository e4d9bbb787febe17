import { setTimeout as pause } from 'node:timers/promises'
import Type from 'typebox'
import type { Deps } from '../deps.ts'
import { defineJob } from '../jobs/job.ts'
import { absorbChanges } from './absorb.ts'
import { makeSnapshot, whyDue } from './snapshot.ts'
import { findLastSnapshot } from './sql.ts'
import { removeOutdatedFiles, tidyCatalogue } from './tidy.ts'

/** A snapshot follows on the last one after so many times its cost, so that changes without end cost a fifth … */
const usualRest = 4
/** … and sooner where a change would not be in one within this time: a rest and, at worst, two snapshots. They cost half at most. */
const seenWithinMs = 9000
const shortestRest = 1
const shortestRestMs = 2000
const longestRestMs = 5 * 60_000
/** While one is due, and its time has not come, changes are taken in meanwhile. */
const stepMs = 500
/** The next run goes on. */
const longestRunMs = 60_000

/**
 * Keeps the catalogue: takes in what has changed, and issues a snapshot when that is due. Runs whenever a node has
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
    do {
      await absorbChanges(deps, signal)
      if ((await whyDue(deps)) === undefined) break
      const restMs = await restOf(deps)
      if (restMs <= 0) {
        await makeSnapshot(deps)
        await removeOutdatedFiles(deps)
      } else {
        await pause(Math.min(restMs, stepMs), undefined, { signal }).catch(() => {})
      }
    } while (!signal.aborted && deps.now().getTime() < until)
  },
})

/** Until the next snapshot may follow. */
async function restOf({ db, now }: Deps): Promise<number> {
  const last = await findLastSnapshot(db)
  if (!last) return 0
  const passedMs = now().getTime() - last.issued_at.getTime()
  // Where a clock was set back nobody knows how long ago that was, and should wait for it to come again.
  return passedMs < 0 ? 0 : restAfter(last.cost_ms) - passedMs
}

export function restAfter(costMs: number): number {
  const inTime = Math.max(shortestRest * costMs, seenWithinMs - 2 * costMs)
  return Math.min(longestRestMs, Math.max(shortestRestMs, Math.min(usualRest * costMs, inTime)))
}

export const sweepCatalogue = defineJob({
  name: 'sweep-catalogue',
  payload: Type.Object({}),
  schedule: '41 3 * * *',
  isExclusive: true,
  async run(deps: Deps, _payload, signal) {
    await removeOutdatedFiles(deps)
    await tidyCatalogue(deps, signal)
  },
})
