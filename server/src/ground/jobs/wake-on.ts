import type { Logger } from 'pino'
import { type Changes, missed } from '../db/changes.ts'
import type { Database, Db } from '../db/database.ts'
import { inTransaction } from '../db/transactions.ts'
import type { Job } from './job.ts'
import type { Jobs } from './jobs.ts'

interface WakeDeps {
  db: Db
  database: Pick<Database, 'raw'>
  changes: Changes
  jobs: Pick<Jobs<never>, 'send'>
  log: Logger
}

const patienceMs = 1000

/**
 * Has an exclusive job run, on whatever process, as soon as the database notifies on a channel that there is work for
 * it. Its schedule makes up for what nobody heard. Gives how to stop.
 */
export async function wakeOn<Payload extends object>(
  deps: WakeDeps,
  channel: string,
  job: Job<Payload, never>,
  payload: Payload,
): Promise<() => Promise<void>> {
  const { ask, stop } = asker(deps, job, payload)
  const listening = await deps.database.raw.listen(channel, ask)
  return async () => {
    stop()
    await listening.stop()
  }
}

/**
 * Has an exclusive job run, on whatever process, whenever changes may have been missed: the database may be another one
 * then, and lack what was there before.
 */
export function wakeOnMissed<Payload extends object>(
  deps: WakeDeps,
  job: Job<Payload, never>,
  payload: Payload,
): void {
  const { ask } = asker(deps, job, payload)
  deps.changes.onChange((tags) => {
    if (tags.includes(missed)) ask()
  })
}

function asker<Payload extends object>(
  deps: WakeDeps,
  job: Job<Payload, never>,
  payload: Payload,
): { ask: () => void; stop: () => void } {
  let isAsking = false
  let later: NodeJS.Timeout | undefined

  async function send(): Promise<void> {
    // One wish at a time: it counts for all that was noted until then, or will be until it is repeated.
    if (isAsking || later) return
    isAsking = true
    try {
      const isTaken = await inTransaction(deps.db, (tx) => deps.jobs.send(tx, job, payload))
      // A run that goes on may have looked before this was noted.
      if (!isTaken) askLater()
    } catch (error) {
      const facts = { err: error, job: job.name }
      if (job.schedule) return deps.log.warn(facts, 'what was noted waits for the next minute')
      deps.log.warn(facts, 'what was noted is sent again')
      askLater()
    } finally {
      isAsking = false
    }
  }

  function askLater(): void {
    later ??= setTimeout(() => {
      later = undefined
      void send()
    }, patienceMs).unref()
  }

  return { ask: () => void send(), stop: () => clearTimeout(later) }
}
