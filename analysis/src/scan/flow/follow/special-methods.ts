import { elementOf, join, joinAll, mixAll, nothing, type Unit, type Value } from '../values.ts'
import { memberOf } from './classes.ts'
import type { Follower } from './follower.ts'
import { ask, enter, noKeywords } from './functions.ts'

const operators: Readonly<Record<string, string>> = {
  '+': 'add',
  '/': 'truediv',
  '-': 'sub',
  '*': 'mul',
  '//': 'floordiv',
  '%': 'mod',
  '**': 'pow',
  '^': 'xor',
  '&': 'and',
  '|': 'or',
  '<<': 'lshift',
  '>>': 'rshift',
}

/** Returns the value of a loop variable. */
export function each(follower: Follower, object: Value, unit: Unit): Value {
  const element = elementOf(object)
  if (object.units.length === 0) return element
  const given = ask(follower, object, ['__iter__', '__aiter__'], [], unit)
  const next = ask(follower, object, ['__next__', '__anext__'], [], unit)
  return joinAll([element, given === nothing ? nothing : elementOf(given), next])
}

/** Objects of the pack return a value from `__enter__`; a generator returns the yielded value. */
export function enterBlock(follower: Follower, object: Value, unit: Unit): Value {
  const results: Value[] = []
  for (const owner of object.units) {
    if (owner.scope.kind !== 'class') continue
    for (const name of ['__enter__', '__aenter__'])
      for (const one of memberOf(follower, owner, name).units)
        results.push(enter(follower, one, [], noKeywords, unit))
  }
  return joinAll([object, ...results, ...(object.items ?? [])])
}

/** Scripts call these when they need a text. */
const conversions = ['toString', 'valueOf', 'toJSON']

/** Returns the text that an object of the pack makes of itself in a script. */
export function converted(follower: Follower, { fields, units }: Value, unit: Unit): Value {
  if (!fields && units.length === 0) return nothing
  const results: Value[] = []
  for (const name of conversions) {
    const found = [
      fields?.get(name),
      ...units.map((one) => (one.scope.kind === 'class' ? memberOf(follower, one, name) : nothing)),
    ]
    for (const one of found.flatMap((value) => value?.units ?? []))
      if (one.scope.kind === 'function') results.push(enter(follower, one, [], noKeywords, unit))
  }
  return joinAll(results)
}

/** Applies an operator, or string formatting, to objects of the pack. */
export function operate(follower: Follower, values: readonly Value[], operator: string, unit: Unit): Value {
  if (follower.library.language === 'javascript')
    return joinAll(values.map((value) => converted(follower, value, unit)))
  if (values.every(({ units }) => units.length === 0)) return nothing
  const method = operators[operator]
  const results = values.map((value, i) => {
    if (value.units.length === 0) return nothing
    const methods = method ? [`__${method}__`, `__r${method}__`, `__i${method}__`] : []
    const others = values.filter((_, at) => at !== i)
    const given = ask(follower, value, methods, [mixAll(others)], unit)
    return operator === '+' ? join(given, ask(follower, value, ['__str__', '__format__'], [], unit)) : given
  })
  return joinAll(results)
}
