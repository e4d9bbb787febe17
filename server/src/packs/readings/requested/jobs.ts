import { limits } from '@nodeyard/contract/limits'
import Type from 'typebox'
import { transact } from '../../../ground/db/changes.ts'
import { inTransaction } from '../../../ground/db/transactions.ts'
import { defineJob } from '../../../ground/jobs/job.ts'
import type { Deps } from '../deps.ts'
import { HostBusy, ReadingRefused } from '../refusal.ts'
import { isHostListed, pauseHost } from '../turns/sql.ts'
import { checkRequested } from './read.ts'
import { deleteOldRequested, type Ending, endRequested, takeRequested } from './sql.ts'

/** Reads a repository that someone asked for, and stores the result. */
export const readRequested = defineJob({
  name: 'read-requested-repository',
  payload: Type.Object({ key: Type.String(), commit: Type.String() }),
  isExclusive: true,
  concurrency: 2,
  attempts: 2,
  timeoutSeconds: 1800,
  async run(deps: Deps, { key, commit }, signal) {
    const row = await inTransaction(deps.db, (tx) => takeRequested(tx, key, commit))
    if (!row) return
    const ending = await read(deps, { key, commit, url: row.repository_url }, signal)
    await inTransaction(deps.db, (tx) => endRequested(tx, { key, commit }, ending, deps.now()))
  },
  async giveUp(deps: Deps, { key, commit }) {
    await inTransaction(deps.db, async (tx) => {
      if (await takeRequested(tx, key, commit))
        await endRequested(tx, { key, commit }, { failure: 'failed' }, deps.now())
    })
  },
})

async function read(
  deps: Deps,
  place: { key: string; commit: string; url: string },
  signal: AbortSignal,
): Promise<Ending> {
  try {
    return await checkRequested(deps, place, signal)
  } catch (error) {
    if (signal.aborted) throw error
    if (error instanceof ReadingRefused) return { failure: error.failure }
    if (error instanceof HostBusy) {
      await pause(deps, place.key, error)
      return { failure: 'host_busy' }
    }
    throw error
  }
}

/**
 * Keeps the pause that a host with listed repositories states. A failure without one must not hold up other readings, because
 * strangers choose the repository.
 */
async function pause(deps: Deps, key: string, { retryAfterSeconds: seconds }: HostBusy): Promise<void> {
  if (seconds === undefined) return
  const host = key.split('/')[0] ?? ''
  await transact(deps, async (tx) => {
    if (await isHostListed(tx, host)) await pauseHost(tx, host, { now: deps.now(), seconds })
  })
}

/** Removes results that are old, or more than are kept. */
export function forgetRequested({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - limits.repositoryReadingDays * 86_400_000)
  return inTransaction(db, (tx) => deleteOldRequested(tx, before, limits.repositoryReadings))
}
