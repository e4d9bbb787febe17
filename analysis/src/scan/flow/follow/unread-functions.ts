import { origins, type Unit, type Value } from '../values.ts'
import type { Follower } from './follower.ts'

/** Callers that may have handed in what runs; a function with more of them is everybody's. */
const mostAsked = 20

/** A function that was not read is remembered: what it gives may run later on. */
export function noteCall(follower: Follower, one: Unit): void {
  const caller = follower.current
  if (!caller) return
  one.callers.add(caller)
  if (!one.scope.readLater || one.isWorthReading) return
  if (caller.isResultWanted) want(follower, one)
  else caller.unread.add(one)
}

/** What runs was made by functions that were not read: they are called here, or where it was handed in. */
export function wantUnread(follower: Follower, unit: Unit, isHandedIn: boolean): void {
  const asked = new Set([unit])
  for (const one of asked) {
    one.isResultWanted = true
    for (const made of one.unread) want(follower, made)
    one.unread.clear()
    if (!isHandedIn) return
    for (const caller of one.callers) if (asked.size < mostAsked) asked.add(caller)
  }
}

/** Reads a function whose result runs, and those that it has it from. */
function want(follower: Follower, one: Unit): void {
  one.isWorthReading = true
  one.isResultWanted = true
  follower.readAnew(one)
}

export function isUnread({ origin }: Value): boolean {
  return (origin & origins.unread) !== 0
}
