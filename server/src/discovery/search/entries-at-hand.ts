import type { Logger } from 'pino'
import { type Changes, missed } from '../../ground/db/changes.ts'
import type { Db } from '../../ground/db/database.ts'
import { type Heap, noHeap } from '../../ground/telemetry/heap.ts'
import type { IndexThread, SearchThread } from './index/index-thread.ts'
import { listEntryVersions, readEntries } from './sql.ts'

/** All search entries in memory, as they are in the database. */
export interface EntriesAtHand {
  /**
   * Undefined while they are not all there, or may not be what the database had `ageMs` ago: it is to be asked then.
   */
  current(ageMs?: number): Promise<IndexThread | undefined>
  /** Reads what is missing; resolves when it is there or has failed. Else the first question begins with it. */
  bring(): Promise<void>
  /** How many there are. */
  readonly size: number
  /** Of the thread that has them. */
  heap(): Promise<Heap>
  stop(): Promise<void>
}

/** A search waits for so many to be read; while it is more, the database answers. */
const mostAwaited = 100
const versionsAtOnce = 2000
const entriesAtOnce = 100

const tagOfEntry = 'entry:'

export function entriesAtHand(
  { db, changes, thread }: { db: Db; changes: Changes; thread: SearchThread },
  log: Logger,
): EntriesAtHand {
  let index: IndexThread | undefined
  let size = 0
  let changed = new Set<string>()
  /** Whether others than those may have changed. */
  let isUnknown = true
  let isComparing = false
  let reading: Promise<void> | undefined
  let isStopped = false

  changes.onChange((tags) => {
    for (const tag of tags) {
      if (tag === missed) isUnknown = true
      else if (!isUnknown && tag.startsWith(tagOfEntry)) changed.add(tag.slice(tagOfEntry.length))
    }
  })

  async function readChanges(): Promise<void> {
    if (index !== thread.current()) {
      index = thread.current()
      isUnknown = true
    }
    while (!isStopped && (isUnknown || changed.size > 0)) {
      if (isUnknown) await compareAll(index)
      else await readSome(index, takeChanged())
    }
  }

  function takeChanged(): string[] {
    const taken = [...changed]
    changed = new Set()
    return taken
  }

  /** Reads the entries that are not as they were; at first all of them. */
  async function compareAll(index: IndexThread): Promise<void> {
    isUnknown = false
    isComparing = true
    changed = new Set()
    await index.ask('beginComparing')
    for (let after = ''; !isStopped; ) {
      const rows = await listEntryVersions(db, after, versionsAtOnce)
      await readSome(index, await index.ask('compare', rows))
      const last = rows.at(-1)
      if (!last || rows.length < versionsAtOnce) break
      after = last.nodeId
    }
    // Whoever came in at a place that was passed already has been told of, and is read next.
    size = await index.ask('endComparing')
    await index.ask('tidy', 'wholly')
    isComparing = false
  }

  async function readSome(index: IndexThread, nodeIds: readonly string[]): Promise<void> {
    for (let at = 0; at < nodeIds.length && !isStopped; at += entriesAtOnce) {
      const part = nodeIds.slice(at, at + entriesAtOnce)
      size = await index.ask('put', await readEntries(db, part), part)
      if (nodeIds.length > mostAwaited) await index.ask('tidy', 'hastily')
    }
  }

  function bring(): Promise<void> {
    reading ??= readChanges()
      // Nobody waits for it.
      .then(() => void index?.ask('tidy').catch(() => {}))
      .catch((error: unknown) => {
        isUnknown = true
        if (!isStopped) log.warn({ err: error }, 'searches are answered by the database alone')
      })
      .finally(() => {
        reading = undefined
      })
    return reading
  }

  return {
    bring,
    async current(ageMs) {
      if (!(await changes.hasHeardAll(ageMs))) return undefined
      if (index?.hasEnded) isUnknown = true
      if (isUnknown || isComparing || changed.size > mostAwaited) {
        void bring()
        return undefined
      }
      if (reading || changed.size > 0) await bring()
      return isUnknown || isComparing ? undefined : index
    },
    get size() {
      return size
    },
    heap: async () => (await index?.heap()) ?? noHeap,
    async stop() {
      isStopped = true
      await reading
    },
  }
}
