import type { Deps } from '../deps.ts'
import type { Job } from './job.ts'

const patienceMs = 1000

/**
 * Has an exclusive job run, on whatever process, as soon as the database notifies on a channel that there is work for
 * it. Its schedule makes up for what nobody heard. Gives how to stop.
 */
export async function wakeOn<Payload extends object>(
  deps: Deps,
  channel: string,
  job: Job<Payload, Deps>,
  payload: Payload,
): Promise<() => Promise<void>> {
  let isAsking = false
  let later: NodeJS.Timeout | undefined

  async function ask(): Promise<void> {
    // One wish at a time: it counts for all that was noted until then, or will be until it is repeated.
    if (isAsking || later) return
    isAsking = true
    try {
      const isTaken = await deps.db.transaction().execute((tx) => deps.jobs.send(tx, job, payload))
      // A run that goes on may have looked before this was noted.
      if (!isTaken) later ??= setTimeout(askAgain, patienceMs).unref()
    } catch (error) {
      deps.log.warn({ err: error, job: job.name }, 'what was noted waits for the next minute')
    } finally {
      isAsking = false
    }
  }

  function askAgain(): void {
    later = undefined
    void ask()
  }

  const listening = await deps.database.raw.listen(channel, () => void ask())
  return async () => {
    clearTimeout(later)
    await listening.stop()
  }
}
