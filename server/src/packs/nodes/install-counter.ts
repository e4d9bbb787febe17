import type { Logger } from 'pino'
import { type Changes, markChanged, transact } from '../../ground/db/changes.ts'
import type { Db } from '../../ground/db/database.ts'
import type { Caller } from '../../ground/http/request-limits.ts'
import { addDownloads, type CountedInstalls, keyOfInstalls } from './installs/sql.ts'
import { isBot, RecentInstalls } from './recent-installs.ts'
import { downloadsTag } from './tags.ts'

/**
 * Counts installs in memory and stores them in batches, because a write per install would make each one wait
 * for the database. A crash loses at most the last `flushMs` of counts. Bots do not count, and repeated
 * installs count once.
 */
export interface InstallCounter {
  /** Counts every install when no caller is given. */
  count(nodeId: string, versionId: string, caller?: Caller): void
  /** Stores the counts. Keeps them for the next flush on failure. */
  flush(): Promise<void>
  start(): void
  /** Flushes a last time. */
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
        // Tagging `node:` would rebuild the install response itself on every install.
        markChanged(tx, ...batch.map(({ nodeId }) => downloadsTag(nodeId)))
      })
    } catch (error) {
      log.warn({ err: error }, 'storing installs failed; retrying')
      batch.forEach(add)
    }
  }

  const flush = () => {
    running = running.then(write)
    return running
  }

  return {
    count(nodeId, versionId, caller) {
      // Repeats come first because they are the most common and the cheapest to detect.
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

/** The day can have changed by the time the count is stored. */
const dayOf = (now: Date): string => now.toISOString().slice(0, 10)
