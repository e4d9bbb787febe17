import type { Deps } from '../deps.ts'
import { tellEvents } from './jobs.ts'

const channel = 'nodeyard_events'
const patienceMs = 1000

/** Has people told of what is recorded, in any process, as soon as it is. Gives how to stop. */
export async function followEvents(deps: Deps): Promise<() => Promise<void>> {
  let isAsking = false
  let later: NodeJS.Timeout | undefined

  async function ask(): Promise<void> {
    // One wish at a time: it counts for all that was recorded until then.
    if (isAsking) return
    isAsking = true
    try {
      const isTaken = await deps.db.transaction().execute((tx) => deps.jobs.send(tx, tellEvents, {}))
      // A run that goes on may have looked before this was recorded.
      if (!isTaken) later ??= setTimeout(askAgain, patienceMs).unref()
    } catch (error) {
      deps.log.warn({ err: error }, 'what was recorded waits for the next minute')
    } finally {
      isAsking = false
    }
  }

  function askAgain(): void {
    later = undefined
    void ask()
  }

  const stop = await deps.database.raw.listen(channel, () => void ask())
  return async () => {
    clearTimeout(later)
    await stop()
  }
}
