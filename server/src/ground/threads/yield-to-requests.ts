import { constants, getPriority, setPriority } from 'node:os'

const lowerBy = 5

/** The same, and has this thread yield to threads that yield to requests as well, for as long as it lives. */
export function yieldToAll(): void {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW)
}

/**
 * Has this thread, and those that it starts from now on, work when nobody waits for an answer. Only on Linux, which has a
 * priority for each thread: elsewhere it would be that of the whole process.
 */
export function yieldToRequests(): void {
  if (process.platform !== 'linux') return
  // Never upwards, which only the superuser may: the whole process may have been started with a low one.
  setPriority(Math.min(getPriority() + lowerBy, constants.priority.PRIORITY_LOW))
}
