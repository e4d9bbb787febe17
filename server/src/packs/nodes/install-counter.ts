import type { Logger } from 'pino'
import { type Changes, markChanged, transact } from '../../ground/db/changes.ts'
import type { Db } from '../../ground/db/database.ts'
import type { Caller } from '../../ground/http/request-limits.ts'
import { isBot, RecentInstalls } from './recent-installs.ts'
import { addDownloads, type CountedInstalls, keyOfInstalls } from './sql.ts'
import { downloadsTag } from './tags.ts'

/**
 * Counts installs in memory and writes them down together: a write for each would make every install wait for
 * the database. A process that dies loses what it counted since its last write, at most `flushMs` of it. Bots, and who
 * installs the same again and again, count for nothing or once.
 */
export interface InstallCounter {
  /** Without a caller it counts whoever it was. */
  count(nodeId: string, versionId: string, caller?: Caller): void
  /** Writes down what was counted. Keeps it for the next time when that fails. */
  flush(): Promise<void>
  start(): void
  /** Flushes for the last time. */
  stop(): Promise<void>
}

const flushMs = 1000

export function installCounter(
  deps: { db: Db; changes: Changes; now: () => Date },
  log: Logger,
): InstallCounter {
  const recent = new RecentInstalls(deps.now)
  let counted = new Map<string, CountedInstalls>()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()

  const add = (installs: CountedInstalls) => {
    const key = keyOfInstalls(installs)
    const known = counted.get(key)
    if (known) known.count += installs.count
    else counted.set(key, installs)
  }

  const write = async () => {
    if (counted.size === 0) return
    const batch = [...counted.values()]
    counted = new Map()
    try {
      await transact(deps, async (tx) => {
        await addDownloads(tx, batch)
        // Not `node:`, which would have the answer to the install itself made again each time.
        markChanged(tx, ...batch.map(({ nodeId }) => downloadsTag(nodeId)))
      })
    } catch (error) {
      log.warn({ err: error }, 'installs could not be written down; tried again')
      batch.forEach(add)
    }
  }

  const flush = () => {
    running = running.then(write)
    return running
  }

  return {
    count(nodeId, versionId, caller) {
      // In this order, because most that are not counted are repeats, which are known at once.
      if (caller && (!recent.note(caller, versionId) || isBot(caller))) return
      add({ day: dayOf(deps.now()), nodeId, versionId, count: 1 })
    },
    flush,
    start() {
      timer ??= setInterval(() => void flush(), flushMs)
      timer.unref()
    },
    async stop() {
      clearInterval(timer)
      await flush()
    },
  }
}

/** It may be another one by the time it is written down. */
const dayOf = (now: Date): string => now.toISOString().slice(0, 10)
