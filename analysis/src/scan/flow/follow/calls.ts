import { mutators } from '../library.ts'
import { contentOrigins } from '../origins.ts'
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
import { throughVariables } from './environment.ts'
import type { Follower } from './follower.ts'
import { ask, enter, noKeywords } from './functions.ts'
import { invoke, invokeCallbacks, listed, plainCall } from './invocation.ts'
import { handMessages, postMessage } from './messages.ts'
import { placeOfCall, withContents } from './places.ts'
import { callOfPage } from './script-calls.ts'
import { converted } from './special-methods.ts'
import { markPlace, noteTransfers } from './transfers.ts'

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
    if (postsMessage.test(callee.name)) postMessage(follower, mixAll(args), unit)
    if (/^(addEventListener|on|once)$/.test(callee.name) && args[1]) {
      if (args[0]?.texts.includes('message')) handMessages(follower, callee.object, args[1])
      else if (args[0]?.texts.every((type) => !eventOfPage.test(type)))
        handMessages(follower, undefined, args[1])
    }
    if (callee.name === 'setAttribute' && args[1]) addTo(follower, callee.object, mixAll([args[1]]), unit)
    const through =
      callThrough(follower, callee.name, call) ?? callOfPage(follower, callee.name, target, call)
    if (through) return through
  }
  keepArguments(follower, expression, target, call)
  let made = invoke(follower, target, call)
  if (
    follower.library.language === 'javascript' &&
    target.names.some((name) => name === 'JSON.stringify' || name === 'String')
  )
    made = join(made, converted(follower, args[0] ?? nothing, unit))
  // They hand each value of the text to a function.
  if (target.names.some((name) => /^JSON\.(parse|stringify)$/.test(name)) && args[1])
    invokeCallbacks(follower, args[1], [nothing, mixAll(args.slice(0, 1))], call)
  for (const name of target.names)
    if (name.startsWith('os.')) made = throughVariables(follower, name, call, made)
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

/** Methods that hand a value to handlers or readers in the scripts of the page. */
const postsMessage = /^(postMessage|dispatchEvent|dispatchCustomEvent|enqueue|emit)$/

/** Events that the page itself sends. */
const eventOfPage =
  /^((dbl|aux)?click|(key|mouse|pointer|touch|drag|focus|load|animation|transition|composition|execut|b_preview|before)[a-z_]{0,20}|drop|blur|input|change|submit|reset|scroll|resize|wheel|paste|copy|cut|load|error|abort|select|toggle|play|pause|contextmenu|hashchange|popstate|pageshow|pagehide|visibilitychange|online|offline|progress|status|open|close|message|storage|DOMContentLoaded)$/

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

/** Objects of libraries, and functions that fill what they are given, keep the other arguments. */
function keepArguments(
  follower: Follower,
  { callee, args: written }: Extract<Expression, { kind: 'call' }>,
  target: Value,
  { receiver, args, keywords, unit }: Invocation,
): void {
  for (const name of target.names) {
    const way = follower.library.keeps(name, receiver)
    const [first, ...rest] = args
    const [place, second] = written
    if (name.endsWith('.encodeInto') && second)
      markPlace(follower, second.value, contentOf(follower, args, unit), unit)
    if (way === 'receiver' && callee.kind === 'attribute')
      markPlace(follower, callee.object, contentOf(follower, [...args, ...keywords.values()], unit), unit)
    else if (way === 'argument' && place && first)
      markPlace(follower, place.value, contentOf(follower, [receiver, ...rest], unit), unit)
    else if (way === 'file') {
      const file = written.find((one) => one.name === 'file')
      if (file) markPlace(follower, file.value, contentOf(follower, args, unit), unit)
    }
  }
  // A callback that fills a container gets what is handed over with it.
  for (const { value } of written)
    if (value.kind === 'attribute' && mutators.has(value.name))
      markPlace(follower, value.object, contentOf(follower, args, unit), unit)
}

function contentOf(follower: Follower, values: readonly Value[], unit: Unit): Value {
  // Objects with functions give what those return.
  const made = values.flatMap(({ fields }) => [...(fields?.values() ?? [])].flatMap(({ units }) => units))
  for (const one of made)
    if (one.scope.kind === 'function') values = [...values, enter(follower, one, [], noKeywords, unit)]
  const { origin, trails } = follower.settle(mixAll(values), unit)
  return { ...nothing, origin: origin & contentOrigins, trails }
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
  if (given.length > 0) for (const one of callee.units) one.isBound = true
  return join(callee, { ...mixAll([first]), names: [], units: [] })
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
  const [known] = fullTexts(args[0] ?? nothing)
  const isOfStyle = known?.startsWith('--') === true
  const isState = receiver.names.includes('history')
  // A computed key can be any.
  const key = isState ? 'history.state' : (known ?? 'storage')
  if (!isOfStyle && !isState && !receiver.names.some(isShared)) return undefined
  const value = isState ? args[0] : args[1]
  if (/^(setItem|setProperty|(push|replace)State)$/.test(method) && value)
    keepShared(follower, key, value, unit)
  if (method !== 'getItem' && !(isOfStyle && method === 'getPropertyValue')) return undefined
  const kept = follower.look(follower.shared(key))
  return kept && join(kept, follower.library.result('localStorage.getItem', receiver, args, noKeywords))
}
