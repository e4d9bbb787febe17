import {
  cellIn,
  elementOf,
  joinAll,
  mixAll,
  named,
  nothing,
  type Unit,
  unknown,
  type Value,
} from '../values.ts'
import { raised } from './attributes.ts'
import type { Invocation } from './call-site.ts'
import type { Follower } from './follower.ts'
import { enter, noKeywords } from './functions.ts'

const resolver = 'resolve@'

/** Returns the value of a promise that such a call makes; undefined for any other call. */
export function promised(follower: Follower, name: string, call: Invocation): Value | undefined {
  const [first = nothing] = call.args
  if (name.startsWith(resolver)) {
    const { items: _, ...value } = follower.settle(first, call.unit)
    follower.fill(follower.shared(name), { ...unknown, ...value, items: undefined, isOpen: true })
    return nothing
  }
  switch (name) {
    case 'Promise':
      return made(follower, first, call)
    case 'Promise.withResolvers': {
      const resolve = `${resolver}${call.line}@${call.unit.file.slice(-60)}`
      const promise = follower.look(follower.shared(resolve)) ?? unknown
      const fields = new Map([
        ['resolve', named(resolve)],
        ['reject', named(resolve)],
        ['promise', promise],
      ])
      return { ...mixAll([promise]), fields }
    }
    case 'Promise.reject': {
      const { origin } = follower.settle(first, call.unit)
      follower.fill(cellIn(call.unit.module.attributes, raised), { ...unknown, origin })
      return nothing
    }
    case 'Proxy':
      return proxied(follower, first, call)
    case 'Promise.resolve':
    case 'Promise.all':
    case 'Promise.allSettled':
      return first
    case 'Promise.race':
    case 'Promise.any':
      return elementOf(first)
    default:
      return undefined
  }
}

/** A handler’s functions answer for the object. */
function proxied(follower: Follower, object: Value, { args, unit }: Invocation): Value {
  const answers = [...(args[1]?.fields?.values() ?? [])].flatMap(({ units }) =>
    units.map((one) =>
      one.scope.kind === 'function' ? enter(follower, one, [object], noKeywords, unit) : nothing,
    ),
  )
  return joinAll([object, mixAll(answers)])
}

/** `new Promise((resolve) => …)` is what `resolve` is given. */
function made(follower: Follower, { units }: Value, { unit, line }: Invocation): Value | undefined {
  if (units.length === 0) return undefined
  const name = `${resolver}${line}@${unit.file.slice(-60)}`
  for (const one of units) enterWith(follower, one, name, unit)
  return follower.look(follower.shared(name)) ?? mixAll([unknown])
}

function enterWith(follower: Follower, one: Unit, name: string, unit: Unit): void {
  if (one.scope.kind === 'function') enter(follower, one, [named(name)], noKeywords, unit)
}
