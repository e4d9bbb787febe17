import { constants, getPriority, setPriority } from 'node:os'

const lowerBy = 5

/** Sets this thread to the lowest priority, below threads that call {@link yieldToRequests}. It cannot be raised again. */
export function yieldToAll(): void {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW)
}

/**
 * Lowers the priority of this thread, and of threads that it starts later, below threads that serve requests. Does nothing
 * except on Linux: other systems would change the priority of the whole process.
 */
export function yieldToRequests(): void {
  if (process.platform !== 'linux') return
  // Never raises it, because only the superuser may: the process may have been started with a low priority.
  setPriority(Math.min(getPriority() + lowerBy, constants.priority.PRIORITY_LOW))
}
