import { limits } from '@nodeyard/contract/limits'
import Type from 'typebox'
import { markChanged, transact } from '../../ground/db/changes.ts'
import { inTransaction } from '../../ground/db/transactions.ts'
import { defineJob } from '../../ground/jobs/job.ts'
import { removeAbandonedFolders } from '../../ground/jobs/work-folder.ts'
import { readingKey, readingsFolder } from './archive.ts'
import type { Deps } from './deps.ts'
import { forgetRequested } from './requested/jobs.ts'
import { deleteReadingsOf, dropArchivesOver, hasReadingArchive, lockArchive } from './stored/sql.ts'
import { type TurnOutcome, takeTurn } from './turn.ts'
import { addWishes, type DueNode, findFameOf, hastenMissing, listDue, listGoneBefore } from './turns/sql.ts'

/** Read every day; all others once a week. */
const wantedCount = 1000
const listedAtOnce = 50
/** The next run continues, with what is most wanted then. */
const runMinutes = 30

export type Counts = Partial<Record<TurnOutcome, number>>

/**
 * Reads repositories whose turn has come, the most wanted first. One process at a time does so. Each outcome is stored by
 * itself, so a process can die anywhere, and the next run continues.
 */
export const readRepositories = defineJob({
  name: 'read-repositories',
  payload: Type.Object({}),
  schedule: '* * * * *',
  attempts: 1,
  timeoutSeconds: 2 * 3600,
  isExclusive: true,
  async run(deps: Deps, _payload, signal) {
    await storeWishes(deps)
    if (deps.repositorySources.length === 0) return
    await removeAbandonedFolders()
    await hastenArrived(deps)
    const until = deps.now().getTime() + runMinutes * 60_000
    await readDue(deps, signal, () => deps.now().getTime() < until)
    await inTransaction(deps.db, (tx) => dropArchivesOver(tx, deps.config.readings.diskBytes))
  },
})

/** Makes repositories due that were missing, and have come to a folder meanwhile. */
async function hastenArrived(deps: Deps): Promise<void> {
  for (const source of deps.repositorySources) {
    const names = (await source.listNew?.()) ?? []
    if (names.length > 0) await transact(deps, (tx) => hastenMissing(tx, names, deps.now()))
  }
}

async function storeWishes(deps: Deps): Promise<void> {
  const wishes = deps.wishes.take()
  if (wishes.length > 0) await transact(deps, (tx) => addWishes(tx, wishes, deps.now()))
}

/** Reads repositories until none is due or `goesOn` returns false. Returns the number of turns per outcome. */
export async function readDue(
  deps: Deps,
  signal: AbortSignal,
  goesOn: () => boolean = () => true,
): Promise<Counts> {
  const counts: Counts = {}
  const running = new Map<string, Promise<void>>()
  const waiting: DueNode[] = []
  const wantedFame = await findFameOf(deps.db, wantedCount)
  const next = async (): Promise<DueNode | undefined> => {
    if (waiting.length === 0 && goesOn() && !signal.aborted)
      waiting.push(
        ...(await listDue(deps.db, { now: deps.now(), notIds: [...running.keys()], limit: listedAtOnce })),
      )
    return waiting.shift()
  }
  // One more than threads, so that one arrives while the others are analyzed.
  const atOnce = deps.config.readings.workers + 1
  let failure: unknown
  const start = (node: DueNode) => {
    const turn = takeTurn(deps, node, { isWanted: node.fame >= wantedFame }, signal)
      .then((outcome) => {
        counts[outcome] = (counts[outcome] ?? 0) + 1
        // Others of the list may be on the host that asks for a pause.
        if (outcome === 'postponed') waiting.length = 0
      })
      .catch((error: unknown) => {
        failure ??= error
      })
      .finally(() => running.delete(node.id))
    running.set(node.id, turn)
  }
  for (;;) {
    const node = failure === undefined && goesOn() && !signal.aborted ? await next() : undefined
    if (node) start(node)
    if (running.size === 0 && !node) break
    if (!node || running.size >= atOnce) await Promise.race(running.values())
  }
  if (failure !== undefined && !signal.aborted) throw failure
  return counts
}

const orphanMs = 3600_000

/** Deletes readings of repositories that are gone for long or were read on request, and stored source that no reading has any more. */
export const sweepReadings = defineJob({
  name: 'sweep-readings',
  payload: Type.Object({}),
  schedule: '27 * * * *',
  timeoutSeconds: 3600,
  isExclusive: true,
  async run(deps: Deps, _payload, signal) {
    await forgetRequested(deps)
    const goneBefore = new Date(deps.now().getTime() - limits.goneReadingDays * 86_400_000)
    for (const nodeId of await listGoneBefore(deps.db, goneBefore))
      await transact(deps, async (tx) => {
        await deleteReadingsOf(tx, nodeId)
        markChanged(tx, 'nodes', `node:${nodeId}`)
      })
    const before = deps.now().getTime() - orphanMs
    for await (const { key, modifiedAt } of deps.blobs.list(readingsFolder)) {
      if (signal.aborted) return
      const digest = /([0-9a-f]{64})\.zip$/.exec(key)?.[1]
      if (digest === undefined || modifiedAt.getTime() >= before) continue
      await transact(deps, async (tx) => {
        await lockArchive(tx, digest)
        if (!(await hasReadingArchive(tx, digest))) await deps.blobs.delete(readingKey(digest))
      })
    }
  },
})
