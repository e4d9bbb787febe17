import type { Logger } from 'pino'
import { batcher } from '../../ground/db/batcher.ts'
import { type Changes, markChanged, transact } from '../../ground/db/changes.ts'
import type { Db } from '../../ground/db/database.ts'
import type { Caller } from '../../ground/http/request-limits.ts'
import { addDownloads, type CountedInstalls, keyOfInstalls } from './installs/sql.ts'
import { isBot, RecentInstalls } from './recent-installs.ts'
import { downloadsTag } from './tags.ts'

/**
 * Counts installs in memory and stores them in batches. A crash loses at most the last `flushMs` of counts. Bots do not
 * count, and repeated installs count once.
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
  let timer: NodeJS.Timeout | undefined
  const { add, flush } = batcher<CountedInstalls>(keyOfInstalls, {
    store: (batch) =>
      transact(deps, async (tx) => {
        await addDownloads(tx, batch)
        // Tagging `node:` would rebuild the install response itself on every install.
        markChanged(tx, ...batch.map(({ nodeId }) => downloadsTag(nodeId)))
      }),
    onFailure: (err) => log.warn({ err }, 'storing installs failed; retrying'),
  })

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
