import { setImmediate as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type Changes, missed } from '../db/changes.ts'
import type { Db } from '../db/database.ts'
import { EntryIndex, hastily, wholly } from './index/entry-index.ts'
import { listEntryVersions, readEntries, tierCount } from './sql.ts'

/** All search entries in memory, as they are in the database. */
export interface EntriesAtHand {
  /** Undefined while they are not all there, or may not be what the database has: it is to be asked then. */
  current(): Promise<EntryIndex | undefined>
  /** Reads what is missing; resolves when it is there or has failed. Else the first question begins with it. */
  bring(): Promise<void>
  /** How many there are. */
  readonly size: number
  stop(): Promise<void>
}

/** A search waits for so many to be read; while it is more, the database answers. */
const mostAwaited = 100
const versionsAtOnce = 2000
const entriesAtOnce = 100

const tagOfEntry = 'entry:'

export function entriesAtHand({ db, changes }: { db: Db; changes: Changes }, log: Logger): EntriesAtHand {
  const index = new EntryIndex(tierCount)
  let changed = new Set<string>()
  /** Whether others than those may have changed. */
  let isUnknown = true
  let isComparing = false
  let reading: Promise<void> | undefined
  let tidying: Promise<void> | undefined
  let isStopped = false

  changes.onChange((tags) => {
    for (const tag of tags) {
      if (tag === missed) isUnknown = true
      else if (!isUnknown && tag.startsWith(tagOfEntry)) changed.add(tag.slice(tagOfEntry.length))
    }
  })

  async function readChanges(): Promise<void> {
    while (!isStopped && (isUnknown || changed.size > 0)) {
      if (isUnknown) await compareAll()
      else await readSome(takeChanged())
    }
  }

  function takeChanged(): string[] {
    const taken = [...changed]
    changed = new Set()
    return taken
  }

  /** Reads the entries that are not as they were; at first all of them. */
  async function compareAll(): Promise<void> {
    isUnknown = false
    isComparing = true
    changed = new Set()
    const before = new Set(index.nodeIds)
    for (let after = ''; !isStopped; ) {
      const rows = await listEntryVersions(db, after, versionsAtOnce)
      for (const { nodeId } of rows) before.delete(nodeId)
      await readSome(rows.flatMap((row) => (index.versionOf(row.nodeId) === row.version ? [] : row.nodeId)))
      const last = rows.at(-1)
      if (!last || rows.length < versionsAtOnce) break
      after = last.nodeId
    }
    // Whoever came in at a place that was passed already has been told of.
    for (const nodeId of before) if (!changed.has(nodeId)) index.remove(nodeId)
    await tidy(wholly)
    isComparing = false
  }

  async function readSome(nodeIds: readonly string[]): Promise<void> {
    for (let at = 0; at < nodeIds.length && !isStopped; at += entriesAtOnce) {
      const part = nodeIds.slice(at, at + entriesAtOnce)
      const entries = await readEntries(db, part)
      index.put(entries)
      const there = new Set(entries.map(({ nodeId }) => nodeId))
      for (const nodeId of part) if (!there.has(nodeId)) index.remove(nodeId)
      if (nodeIds.length > mostAwaited) await tidy(hastily)
    }
  }

  /** One after the other, a little at a time: questions are answered in between. */
  function tidy(how?: Parameters<EntryIndex['tidy']>[0]): Promise<void> {
    const work = async () => {
      for (const _ of index.tidy(how)) await pause()
    }
    tidying = (tidying ?? Promise.resolve()).then(work)
    return tidying
  }

  function bring(): Promise<void> {
    reading ??= readChanges()
      .then(() => void tidy())
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
    async current() {
      if (!(await changes.hasHeardAll())) return undefined
      if (isUnknown || isComparing || changed.size > mostAwaited) {
        void bring()
        return undefined
      }
      if (reading || changed.size > 0) await bring()
      return isUnknown || isComparing ? undefined : index
    },
    get size() {
      return index.size
    },
    async stop() {
      isStopped = true
      await reading
      await tidying
    },
  }
}
