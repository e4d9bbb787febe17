import { names } from '../names.ts'
import { elementOf, joinAll, listValue, mixAll, nothing, type Unit, unknown, type Value } from '../values.ts'
import type { CallSite, Invocation } from './call-site.ts'
import type { Follower } from './follower.ts'
import { ask, enter, noKeywords } from './functions.ts'
import { findByText, findNamed } from './lookups.ts'
import { promised } from './promises.ts'
import { record } from './recording.ts'
import { isReflective, reflect } from './reflection.ts'

/** Functions that call an argument, now or later, and store its result: the position of that argument. */
const runsLater = names(
  /^asyncio\.to_thread$|Executor\(\)\.(submit|map)$|\.run_in_executor$|Pool\(\)\.(apply|apply_async|map|map_async|imap|imap_unordered|starmap)$/,
)

/** Functions that call their argument, or a method of it. */
const callsGiven = names(
  /^(map|str|repr|next|iter|bytes|format|reversed|os\.fspath|\S+\.enter_(async_)?context|(functools\.)?(partial|reduce)|Reflect\.(apply|construct)|methodcaller:.*)$/,
)

/** Methods that Python calls on the argument of such a function. */
const askedBy: Readonly<Record<string, readonly string[]>> = {
  str: ['__str__', '__repr__'],
  repr: ['__str__', '__repr__'],
  format: ['__format__', '__str__'],
  next: ['__next__', '__anext__'],
  iter: ['__iter__', '__aiter__'],
  reversed: ['__reversed__'],
  bytes: ['__bytes__'],
  fspath: ['__fspath__'],
  enter_context: ['__enter__'],
  enter_async_context: ['__aenter__'],
}

const maxReduced = 16

/** Calls everything that the callee may be. `depth` counts the callbacks around the call. */
export function invoke(follower: Follower, target: Value, call: Invocation, depth = 0): Value {
  const { receiver, args, keywords, unit, line } = call
  const results: Value[] = []
  for (const one of enterable(follower, target)) results.push(enter(follower, one, args, keywords, unit))
  const held = target.held.filter(
    (name) => follower.library.isDangerous(name) && !target.names.includes(name),
  )
  for (const name of held.length > 0 ? [...target.names, ...held] : target.names) {
    const found = invokeKnown(follower, name, call)
    follower.line = line
    record(follower, name, call)
    results.push(found ?? follower.library.result(name, receiver, args, keywords))
  }
  if (target.names.length === 0 && target.units.length === 0) {
    record(follower, '?', call)
    results.push({ ...mixAll([target, receiver, ...args, ...keywords.values()]), isOpen: true })
  }
  if (depth < 2 && target.names.length > 0) handOver(follower, target, call, depth)
  return joinAll(results)
}

/** A shallow scan enters no function whose name is ambiguous. */
function enterable(follower: Follower, { units }: Value): readonly Unit[] {
  return follower.isShallow && units.length > 1 ? [] : units
}

function handOver(follower: Follower, target: Value, call: Invocation, depth: number): void {
  const { receiver, args, keywords } = call
  const all = keywords.size > 0 ? [...args, ...keywords.values()] : args
  for (const [i, one] of all.entries()) {
    if (one.units.length === 0 && one.names.length === 0) continue
    if (one.units.length === 0 && !one.names.some((name) => follower.library.isDangerous(name))) continue
    const handed = target.names.reduce(
      (origin, name) => origin | follower.library.handsOver(name, receiver, args),
      0,
    )
    // The arguments after a callback are for it.
    const isTimer = target.names.some((name) => /^set(Timeout|Interval|Immediate)$/.test(name))
    const after = i < args.length - 1 ? all.slice(i + (isTimer ? 2 : 1)) : all.filter((_, at) => at !== i)
    const rest =
      handed === 0
        ? after.flatMap((value) => [...(value.items ?? [value])])
        : [{ ...unknown, origin: handed }]
    // A handler is stored, and runs when something arrives.
    const wasKept = follower.isKept
    if (handed !== 0) follower.isKept = true
    invokeCallbacks(follower, one, rest, call, depth)
    follower.isKept = wasKept
  }
}

/** Callbacks are called sooner or later, with the other arguments. */
export function invokeCallbacks(
  follower: Follower,
  value: Value,
  rest: readonly Value[],
  site: CallSite,
  depth = 0,
): void {
  const names = value.names.filter((name) => follower.library.isDangerous(name))
  const args = rest.flatMap((one) => one.items ?? [one])
  if (names.length > 0) invoke(follower, { ...nothing, names }, plainCall(site, args), depth + 1)
  for (const one of enterable(follower, value))
    if (one.scope.kind === 'function') enter(follower, one, rest, noKeywords, site.unit)
}

/** Describes a call at this place without keywords. */
export function plainCall(
  { unit, line }: CallSite,
  args: readonly Value[],
  receiver: Value = nothing,
): Invocation {
  return { receiver, args, keywords: noKeywords, unit, line }
}

/** Returns the result of a call whose meaning depends on its arguments; undefined for any other call. */
function invokeKnown(follower: Follower, name: string, call: Invocation): Value | undefined {
  if (runsLater.test(name)) return runLater(follower, name, call)
  if (isReflective(name)) return reflect(follower, name, call)
  if (follower.library.language === 'javascript') {
    const made = promised(follower, name, call)
    if (made) return made
  }
  return call.args.length > 0 && callsGiven.test(name) ? callGiven(follower, name, call) : undefined
}

function callGiven(follower: Follower, name: string, site: Invocation): Value | undefined {
  const [given = nothing, ...args] = site.args
  const [next] = args
  const call = (receiver: Value, handed: readonly Value[]) =>
    invoke(follower, given, plainCall(site, handed, receiver), 1)
  const asked = askedBy[name.slice(name.lastIndexOf('.') + 1)]
  if (asked) {
    const answer = ask(follower, given, asked, [], site.unit)
    return answer === nothing ? undefined : answer
  }
  switch (name) {
    case 'map':
      return next && given.units.length > 0 ? listValue([call(nothing, args.map(elementOf))]) : undefined
    case 'functools.reduce':
    case 'reduce':
      return reduce(follower, site)
    case 'functools.partial':
    case 'partial':
      return joinAll([given, mixAll(args)])
    case 'Reflect.apply':
      return call(next ?? nothing, listed(args[1]))
    case 'Reflect.construct':
      return call(next ?? nothing, listed(next))
    default: {
      const method = findNamed(follower, given, name.slice('methodcaller:'.length), site)
      return invoke(follower, method, { ...site, receiver: given, args }, 1)
    }
  }
}

function reduce(follower: Follower, call: Invocation): Value | undefined {
  const [by, list, start] = call.args
  if (!by || !list) return undefined
  const items = (list.items ?? [elementOf(list)]).slice(0, maxReduced)
  if (by.names.includes('getattr'))
    return start && items.reduce((object, key) => findByText(follower, '', key, call, object), start)
  if (by.units.length === 0) return undefined
  const [first = nothing, ...rest] = start ? [start, ...items] : items
  return rest.reduce((sum, item) => invoke(follower, by, plainCall(call, [sum, item]), 1), first)
}

/** A future, or a pool, returns the result of the function. */
function runLater(follower: Follower, name: string, call: Invocation): Value | undefined {
  const { args, keywords } = call
  const [run, ...rest] = name.endsWith('.run_in_executor') ? args.slice(1) : args
  if (!run || (run.units.length === 0 && run.names.length === 0)) return undefined
  const given = /\.(submit|run_in_executor)$|^asyncio/.test(name) ? rest : rest.flatMap(listed)
  const result = invoke(follower, run, plainCall(call, given), 1)
  const kept = { ...mixAll([result]), names: follower.library.result(name, nothing, args, keywords).names }
  return lastWord(name).includes('map') ? listValue([result]) : kept
}

function lastWord(name: string): string {
  const word = name.slice(name.lastIndexOf('.') + 1)
  return /^\w+$/.test(word) ? word : ''
}

/** Returns the elements of a list that provides all arguments. */
export function listed(value: Value | undefined): readonly Value[] {
  return value ? (value.items ?? [elementOf(value)]) : []
}
