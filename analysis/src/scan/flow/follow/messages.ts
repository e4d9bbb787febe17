import { origins } from '../origins.ts'
import type { Expression } from '../syntax.ts'
import { type Unit, unknown, type Value } from '../values.ts'
import type { Follower } from './follower.ts'
import { passTo } from './functions.ts'

const messages = 'posted messages'

/** Windows, workers and channels of a group of scripts hand messages to each other. */
export function postMessage(follower: Follower, value: Value | undefined, unit: Unit): void {
  if (!value) return
  const { origin, trails } = follower.settle(value, unit)
  follower.fill(follower.shared(messages), { ...unknown, origin, trails })
}

/** The handler gets the posted messages; messages of other windows arrive, too, unless the scripts compare the sender. */
export function handMessages(follower: Follower, holder: Expression | undefined, handler: Value): void {
  if (handler.units.length === 0) return
  const posted = follower.look(follower.shared(messages))
  const isOfWindow = holder?.kind === 'name' && holder.name === 'window'
  const foreign = isOfWindow && !follower.library.checksSenders ? origins.network | origins.stranger : 0
  const given = { ...unknown, origin: (posted?.origin ?? 0) | foreign, trails: posted?.trails ?? [] }
  if (given.origin !== 0) passTo(follower, handler.units, [given])
}
