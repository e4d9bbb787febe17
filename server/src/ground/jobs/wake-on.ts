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

const retryMs = 1000

/**
 * Runs an exclusive job, in any process, as soon as the database sends a notification on a channel. Lost notifications are
 * covered by the schedule of the job. Returns a function that stops it.
 */
export async function wakeOn<Payload extends object>(
  deps: WakeDeps,
  channel: string,
  job: Job<Payload, never>,
  payload: Payload,
): Promise<() => Promise<void>> {
  const { request, stop } = requester(deps, job, payload)
  const listening = await deps.database.raw.listen(channel, request)
  return async () => {
    stop()
    await listening.stop()
  }
}

/**
 * Runs an exclusive job, in any process, whenever notifications may have been lost, because a new primary may lack the last
 * commits then.
 */
export function wakeOnMissed<Payload extends object>(
  deps: WakeDeps,
  job: Job<Payload, never>,
  payload: Payload,
): void {
  const { request } = requester(deps, job, payload)
  deps.changes.onChange((tags) => {
    if (tags.includes(missed)) request()
  })
}

function requester<Payload extends object>(
  deps: WakeDeps,
  job: Job<Payload, never>,
  payload: Payload,
): { request: () => void; stop: () => void } {
  let isSending = false
  let later: NodeJS.Timeout | undefined

  async function send(): Promise<void> {
    // One pending request covers all earlier notifications, and those until it is repeated.
    if (isSending || later) return
    isSending = true
    try {
      const isQueued = await inTransaction(deps.db, (tx) => deps.jobs.send(tx, job, payload))
      // The current run may have read its data before this notification.
      if (!isQueued) sendLater()
    } catch (error) {
      const facts = { err: error, job: job.name }
      if (job.schedule) return deps.log.warn(facts, 'cannot request a job; its schedule will run it')
      deps.log.warn(facts, 'cannot request a job; retrying')
      sendLater()
    } finally {
      isSending = false
    }
  }

  function sendLater(): void {
    later ??= setTimeout(() => {
      later = undefined
      void send()
    }, retryMs).unref()
  }

  return { request: () => void send(), stop: () => clearTimeout(later) }
}
