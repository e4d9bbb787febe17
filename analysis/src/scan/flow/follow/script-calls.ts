import { cellIn, elementOf, join, listValue, nothing, unknown, type Value } from '../values.ts'
import { raised } from './attributes.ts'
import type { Invocation } from './call-site.ts'
import type { Follower } from './follower.ts'
import { noKeywords } from './functions.ts'
import { invoke, plainCall } from './invocation.ts'
import { record } from './recording.ts'

/**
 * Returns the result of a method that calls a function of the pack with the parts of its object, of a promise or a
 * list. Returns undefined for any other call.
 */
export function callOfPage(
  follower: Follower,
  method: string,
  target: Value,
  call: Invocation,
): Value | undefined {
  const { receiver, args, unit } = call
  const [first = nothing] = args
  if (first.units.length === 0 || target.units.length > 0) return undefined
  const results = (handed: readonly Value[]) =>
    invoke(follower, { ...first, held: [] }, plainCall(call, handed), 1)
  const note = () => {
    for (const name of target.names) record(follower, name, { receiver, args, keywords: noKeywords, unit })
  }
  switch (method) {
    case 'then': {
      note()
      const done = results([receiver])
      return args[1] ? join(done, invoke(follower, args[1], plainCall(call, [unknown]), 1)) : done
    }
    case 'catch':
    case 'finally':
      note()
      return join(receiver, results([follower.look(cellIn(unit.module.attributes, raised)) ?? unknown]))
    case 'forEach':
    case 'some':
    case 'every':
      note()
      results([elementOf(receiver), unknown, receiver])
      return unknown
    case 'map':
    case 'flatMap': {
      note()
      const made = results([elementOf(receiver), unknown, receiver])
      return method === 'map' ? listValue([made]) : made
    }
    default:
      return undefined
  }
}
