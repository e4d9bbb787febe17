import { origins } from '../origins.ts'
import type { Unit, Value } from '../values.ts'
import type { Follower } from './follower.ts'

/**
 * Maximum number of callers that may have passed in the code that runs; a function with more of them is too
 * common.
 */
const maxAsked = 20

/** Remembers a function that was not read, because its result may run later. */
export function noteCall(follower: Follower, one: Unit): void {
  const caller = follower.current
  if (!caller) return
  one.callers.add(caller)
  if (!one.scope.readLater || one.isWorthReading) return
  if (caller.isResultWanted) want(follower, one)
  else caller.unread.add(one)
}

/** Unread functions made the code that runs, so they are read here or in the callers that passed it in. */
export function wantUnread(follower: Follower, unit: Unit, isHandedIn: boolean): void {
  const asked = new Set([unit])
  for (const one of asked) {
    one.isResultWanted = true
    for (const made of one.unread) want(follower, made)
    one.unread.clear()
    if (!isHandedIn) return
    for (const caller of one.callers) if (asked.size < maxAsked) asked.add(caller)
  }
}

/** Reads a function whose result runs, and the functions that it got the result from. */
function want(follower: Follower, one: Unit): void {
  one.isWorthReading = true
  one.isResultWanted = true
  follower.readThisRound(one)
}

export function isUnread({ origin }: Value): boolean {
  return (origin & origins.unread) !== 0
}
