import { names } from '../names.ts'
import { elementOf, joinAll, listValue, mixAll, nothing, type Unit, unknown, type Value } from '../values.ts'
import type { Follower } from './follower.ts'
import { ask, enter, noKeywords } from './functions.ts'
import { findByText, findNamed } from './lookups.ts'
import { record } from './recording.ts'
import { isReflective, reflect } from './reflection.ts'

/** Functions that call an argument, now or later, and store its result: the position of that argument. */
const runsLater = names(
  /^asyncio\.to_thread$|Executor\(\)\.(submit|map)$|\.run_in_executor$|Pool\(\)\.(apply|apply_async|map|map_async|imap|imap_unordered|starmap)$/,
)

/** Functions that call their argument, or a method of it. */
const callsGiven = names(
  /^(map|str|repr|(functools\.)?(partial|reduce)|Reflect\.(apply|construct)|methodcaller:.*)$/,
)

const mostReduced = 16

/** Calls everything that the callee may be. */
export function invoke(
  follower: Follower,
  target: Value,
  receiver: Value,
  args: readonly Value[],
  keywords: ReadonlyMap<string, Value>,
  unit: Unit,
  line: number,
  depth = 0,
): Value {
  const results: Value[] = []
  for (const one of enterable(follower, target)) results.push(enter(follower, one, args, keywords, unit))
  const held = target.held.filter(
    (name) => follower.library.isDangerous(name) && !target.names.includes(name),
  )
  for (const name of held.length > 0 ? [...target.names, ...held] : target.names) {
    const found = invokeKnown(follower, name, args, keywords, unit, line)
    follower.line = line
    record(follower, name, receiver, args, keywords, unit)
    results.push(found ?? follower.library.result(name, receiver, args, keywords))
  }
  if (target.names.length === 0 && target.units.length === 0) {
    record(follower, '?', receiver, args, keywords, unit)
    results.push({ ...mixAll([target, receiver, ...args, ...keywords.values()]), isOpen: true })
  }
  if (depth < 2 && target.names.length > 0)
    handOver(follower, target, args, keywords, receiver, unit, line, depth)
  return joinAll(results)
}

/** A shallow scan enters no function whose name is ambiguous. */
function enterable(follower: Follower, { units }: Value): readonly Unit[] {
  return follower.isShallow && units.length > 1 ? [] : units
}

function handOver(
  follower: Follower,
  target: Value,
  args: readonly Value[],
  keywords: ReadonlyMap<string, Value>,
  receiver: Value,
  unit: Unit,
  line: number,
  depth: number,
): void {
  const all = keywords.size > 0 ? [...args, ...keywords.values()] : args
  for (const [i, one] of all.entries()) {
    if (one.units.length === 0 && one.names.length === 0) continue
    if (one.units.length === 0 && !one.names.some((name) => follower.library.isDangerous(name))) continue
    const handed = target.names.reduce(
      (origin, name) => origin | follower.library.handsOver(name, receiver, args),
      0,
    )
    const rest =
      handed === 0
        ? all.filter((_, at) => at !== i).flatMap((value) => [...(value.items ?? [value])])
        : [{ ...unknown, origin: handed }]
    invokeCallbacks(follower, one, rest, unit, line, depth)
  }
}

/** Callbacks are called sooner or later, with the other arguments. */
export function invokeCallbacks(
  follower: Follower,
  value: Value,
  rest: readonly Value[],
  unit: Unit,
  line: number,
  depth = 0,
): void {
  const names = value.names.filter((name) => follower.library.isDangerous(name))
  if (names.length > 0)
    invoke(
      follower,
      { ...nothing, names },
      nothing,
      rest.flatMap((one) => one.items ?? [one]),
      noKeywords,
      unit,
      line,
      depth + 1,
    )
  for (const one of enterable(follower, value))
    if (one.scope.kind === 'function') enter(follower, one, rest, noKeywords, unit)
}

/** Returns the result of a call whose meaning depends on its arguments; undefined for any other call. */
function invokeKnown(
  follower: Follower,
  name: string,
  args: readonly Value[],
  keywords: ReadonlyMap<string, Value>,
  unit: Unit,
  line: number,
): Value | undefined {
  if (runsLater.test(name)) return runLater(follower, name, args, keywords, unit, line)
  if (isReflective(name)) return reflect(follower, name, args, keywords, unit, line)
  const [first, ...rest] = args
  return first && callsGiven.test(name)
    ? callGiven(follower, name, first, rest, keywords, unit, line)
    : undefined
}

function callGiven(
  follower: Follower,
  name: string,
  given: Value,
  args: readonly Value[],
  keywords: ReadonlyMap<string, Value>,
  unit: Unit,
  line: number,
): Value | undefined {
  const [next] = args
  const call = (receiver: Value, handed: readonly Value[]) =>
    invoke(follower, given, receiver, handed, noKeywords, unit, line, 1)
  switch (name) {
    case 'str':
    case 'repr': {
      const text = ask(follower, given, ['__str__', '__repr__'], [], unit)
      return text === nothing ? undefined : text
    }
    case 'map':
      return next && given.units.length > 0 ? listValue([call(nothing, args.map(elementOf))]) : undefined
    case 'functools.reduce':
    case 'reduce':
      return next && reduce(follower, given, next, args[1], unit, line)
    case 'functools.partial':
    case 'partial':
      return joinAll([given, mixAll(args)])
    case 'Reflect.apply':
      return call(next ?? nothing, listed(args[1]))
    case 'Reflect.construct':
      return call(next ?? nothing, listed(next))
    default: {
      const method = findNamed(follower, given, name.slice('methodcaller:'.length), unit, line)
      return invoke(follower, method, given, args, keywords, unit, line, 1)
    }
  }
}

function reduce(
  follower: Follower,
  by: Value,
  list: Value,
  start: Value | undefined,
  unit: Unit,
  line: number,
): Value | undefined {
  const items = (list.items ?? [elementOf(list)]).slice(0, mostReduced)
  if (by.names.includes('getattr'))
    return start && items.reduce((object, key) => findByText(follower, '', key, unit, line, object), start)
  if (by.units.length === 0) return undefined
  const [first = nothing, ...rest] = start ? [start, ...items] : items
  return rest.reduce(
    (sum, item) => invoke(follower, by, nothing, [sum, item], noKeywords, unit, line, 1),
    first,
  )
}

/** A future, or a pool, returns the result of the function. */
function runLater(
  follower: Follower,
  name: string,
  args: readonly Value[],
  keywords: ReadonlyMap<string, Value>,
  unit: Unit,
  line: number,
): Value | undefined {
  const [run, ...rest] = name.endsWith('.run_in_executor') ? args.slice(1) : args
  if (!run || (run.units.length === 0 && run.names.length === 0)) return undefined
  const given = /\.(submit|run_in_executor)$|^asyncio/.test(name) ? rest : rest.flatMap(listed)
  const result = invoke(follower, run, nothing, given, noKeywords, unit, line, 1)
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
