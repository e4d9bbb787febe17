import { setTimeout as pause } from 'node:timers/promises'
import Type from 'typebox'
import { transact } from '../../ground/db/changes.ts'
import { defineJob } from '../../ground/jobs/job.ts'
import { issueIfDue } from '../../safety/advisories/kill-list.ts'
import type { Deps } from './deps.ts'
import { updateEntries } from './entries/update.ts'
import { catalogues, type PointerRow } from './files.ts'
import { catalogueOf, publishCatalogue, whyDue } from './publish.ts'
import { removeOutdatedFiles, tidyCatalogue } from './tidy.ts'
import { packTypes } from './types/pack.ts'

/** How often entries are updated while a due pointer has to wait. */
const stepMs = 500
const maxRunMs = 60_000
/** Retries happen within a run, because the queue is slow to notice a due retry. */
const maxTries = 5
const retryMs = 1000

/**
 * Updates the catalogue's entries, and issues a pointer when one is due. Runs after each change of a node, and every
 * minute for download counts and missed notifications.
 */
export const keepCatalogue = defineJob({
  name: 'keep-catalogue',
  payload: Type.Object({}),
  schedule: '* * * * *',
  attempts: 1,
  isExclusive: true,
  async run(deps: Deps, _payload, signal) {
    const until = deps.now().getTime() + maxRunMs
    for (let failures = 0; ; ) {
      try {
        await keepUntil(deps, until, signal)
        break
      } catch (error) {
        failures++
        if (failures === maxTries || signal.aborted) throw error
        deps.log.warn({ err: error }, 'retrying to publish the catalogue')
        await pause(retryMs, undefined, { signal })
      }
    }
    await removeOutdatedFiles(deps, signal).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'cannot remove outdated files of the catalogue; retrying later'),
    )
  },
})

/** Runs until nothing is due or the deadline has passed. */
async function keepUntil(deps: Deps, until: number, signal: AbortSignal): Promise<void> {
  do {
    await updateEntries(deps, signal)
    const last = await catalogues.last(deps.db)
    if (!(await whyDue(deps, last))) return
    const waitMs = last ? waitAfter(last, deps.now()) : 0
    if (waitMs > 0) await pause(Math.min(waitMs, stepMs), undefined, { signal }).catch(() => {})
    else await publishCatalogue(deps)
  } while (!signal.aborted && deps.now().getTime() < until)
}

/**
 * Returns the milliseconds until the next pointer can follow. The spacing is four times a pointer's cost, so that constant
 * changes use at most a fifth of a core, but between half a second and two seconds, because bans must take effect soon.
 */
export function waitAfter({ issued_at, cost_ms }: PointerRow, now: Date): number {
  const passedMs = now.getTime() - issued_at.getTime()
  // The clock was set back.
  if (passedMs < 0) return 0
  return Math.min(2000, Math.max(500, 4 * cost_ms)) - passedMs
}

/**
 * Reissues the kill list and the pointer after a start or a failover. The database may have lost its last changes, and
 * clients that saw them refuse lower numbers.
 */
export const issueAfterStart = defineJob({
  name: 'issue-after-start',
  payload: Type.Object({}),
  attempts: 10,
  isExclusive: true,
  async run(deps: Deps) {
    await transact(deps, (tx) => issueIfDue(tx, deps, { always: true }))
    if (await catalogues.last(deps.db)) await publishCatalogue(deps)
  },
})

/** Daily, because types change with few releases and clients use the last file meanwhile. */
export const packCatalogueTypes = defineJob({
  name: 'pack-catalogue-types',
  payload: Type.Object({}),
  schedule: '11 3 * * *',
  timeoutSeconds: 1800,
  isExclusive: true,
  async run(deps: Deps) {
    const last = await catalogues.last(deps.db)
    if (!last) return
    const types = await packTypes(deps.db)
    if (types.digest !== catalogueOf(last).types?.digest) await publishCatalogue(deps, { types })
  },
})

export const sweepCatalogue = defineJob({
  name: 'sweep-catalogue',
  payload: Type.Object({}),
  schedule: '41 3 * * *',
  isExclusive: true,
  async run(deps: Deps, _payload, signal) {
    await tidyCatalogue(deps, signal)
  },
})
