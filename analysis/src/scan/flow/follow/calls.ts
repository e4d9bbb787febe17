import { mutators } from '../library.ts'
import type { Argument, Expression } from '../syntax.ts'
import { foldMethod } from '../texts.ts'
import { calledName } from '../trails.ts'
import {
  cellIn,
  elementOf,
  fullTexts,
  join,
  mixAll,
  nothing,
  shallow,
  type Unit,
  type Value,
} from '../values.ts'
import { addTo, keepShared } from './assignments.ts'
import { attributeOf, isShared, sent } from './attributes.ts'
import type { Invocation } from './call-site.ts'
import type { Follower } from './follower.ts'
import { ask, noKeywords } from './functions.ts'
import { invoke, invokeCallbacks, listed, plainCall } from './invocation.ts'
import { handMessages, postMessage } from './messages.ts'
import { placeOfCall, withContents } from './places.ts'
import { callOfPage } from './script-calls.ts'
import { noteTransfers } from './transfers.ts'

/** Evaluates a call with its arguments, and records its effects. */
export function evaluateCall(
  follower: Follower,
  expression: Extract<Expression, { kind: 'call' }>,
  unit: Unit,
): Value {
  const { callee, line } = expression
  const receiver = callee.kind === 'attribute' ? follower.evaluate(callee.object, unit) : nothing
  const target =
    callee.kind === 'attribute'
      ? attributeOf(follower, receiver, callee.name, unit)
      : follower.evaluate(callee, unit)
  const hasKeywords = expression.args.some(({ name }) => name !== undefined)
  const plain = hasKeywords ? expression.args.filter(({ name }) => name === undefined) : expression.args
  const args = placed(follower, target, plain, evaluateAll(follower, plain, unit), unit)
  const keywords = hasKeywords ? evaluateKeywords(follower, expression.args, unit) : noKeywords
  follower.line = line
  if (callee.kind === 'attribute') {
    const folded = foldMethod(receiver, callee.name, args)
    if (folded) return folded
    if (mutators.has(callee.name))
      addTo(follower, callee.object, mixAll([...args, ...keywords.values()]), unit)
    if (/^a?send$/.test(callee.name) && receiver.names.length === 0 && args[0])
      follower.fill(cellIn(unit.module.attributes, sent), shallow(follower.settle(args[0], unit)))
    if (callee.name === 'append' && args[0])
      addTo(
        follower,
        callee.object,
        {
          ...nothing,
          origin: args[0].origin,
          units: args[0].units,
          trails: args[0].trails,
        },
        unit,
      )
  }
  const call = { receiver, args, keywords, unit, line }
  noteTransfers(follower, expression, target, call)
  if (callee.kind === 'attribute' && follower.library.language === 'javascript') {
    const stored = storedItem(follower, callee.name, call)
    if (stored) return stored
    if (callee.name === 'postMessage') postMessage(follower, args[0], unit)
    if (callee.name === 'addEventListener' && args[0]?.texts.includes('message') && args[1])
      handMessages(follower, callee.object, args[1])
    const through =
      callThrough(follower, callee.name, call) ?? callOfPage(follower, callee.name, target, call)
    if (through) return through
  }
  const made = invoke(follower, target, call)
  const places = placesMade(
    follower,
    expression,
    target,
    [receiver, ...args, ...keywords.values()],
    made,
    unit,
  )
  follower.line = line
  const passed = follower.passed(made, calledName(callee), target.units.length > 0 ? 'function' : 'call')
  const result = places === passed.places ? passed : { ...passed, places }
  if (target.units.length === 0 || follower.library.language === 'javascript') return result
  // A class name makes an object of it; any other name may be a class.
  const isMaking =
    (callee.kind === 'name' || callee.kind === 'attribute') && target.units[0]?.scope.name === callee.name
  return isMaking ? result : join(result, ask(follower, target, ['__call__'], args, unit))
}

/** Functions that read, start or move a file get its contents with its name. */
function placed(
  follower: Follower,
  target: Value,
  written: readonly Argument[],
  args: readonly Value[],
  unit: Unit,
): readonly Value[] {
  if (written.length !== args.length || !target.names.some((name) => follower.library.takesPlaces(name)))
    return args
  return args.map((value, i) => withContents(follower, written[i]?.value, value, unit))
}

function placesMade(
  follower: Follower,
  expression: Extract<Expression, { kind: 'call' }>,
  { names }: Value,
  given: readonly Value[],
  result: Value,
  unit: Unit,
): readonly string[] {
  const [name] = names
  return name === undefined ? result.places : placeOfCall(follower, expression, name, given, result, unit)
}

/** `f.call(object, …)`, `f.apply(object, […])`, and `f.bind(object, …)`, which is called sooner or later. */
function callThrough(follower: Follower, method: string, call: Invocation): Value | undefined {
  const { receiver: callee } = call
  const [first = nothing, ...rest] = call.args
  if (!/^(call|apply|bind)$/.test(method) || (callee.names.length === 0 && callee.units.length === 0))
    return undefined
  if (callee.names.includes('Reflect')) return undefined
  // `Function.prototype.call.call(f, object, …)`
  if (callee.names.includes('Function.prototype'))
    return invoke(follower, first, plainCall(call, rest.slice(1).flatMap(listed), rest[0]), 1)
  const given = method === 'apply' ? listed(rest[0]) : rest
  if (method !== 'bind') return invoke(follower, callee, plainCall(call, given, first), 1)
  if (given.length > 0) invokeCallbacks(follower, callee, given, call)
  return callee
}

function evaluateKeywords(
  follower: Follower,
  args: readonly Argument[],
  unit: Unit,
): ReadonlyMap<string, Value> {
  const keywords = new Map<string, Value>()
  for (const { name, value } of args)
    if (name !== undefined) keywords.set(name, follower.evaluate(value, unit))
  return keywords
}

/** Evaluates positional arguments, including spread ones. */
export function evaluateAll(follower: Follower, args: readonly Argument[], unit: Unit): Value[] {
  const values: Value[] = []
  for (const { value, isSpread } of args) {
    const evaluated = follower.evaluate(value, unit)
    if (isSpread) values.push(...(evaluated.items ?? [elementOf(evaluated)]))
    else values.push(evaluated)
  }
  return values
}

/** The storage of the page returns an item to all scripts. */
function storedItem(
  follower: Follower,
  method: string,
  { receiver, args, unit }: Invocation,
): Value | undefined {
  const [key] = fullTexts(args[0] ?? nothing)
  if (key === undefined || !receiver.names.some(isShared)) return undefined
  if (method === 'setItem' && args[1]) keepShared(follower, key, args[1], unit)
  if (method !== 'getItem') return undefined
  const kept = follower.look(follower.shared(key))
  return kept && join(kept, follower.library.result('localStorage.getItem', receiver, args, noKeywords))
}
