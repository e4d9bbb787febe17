import { names } from '../names.ts'
import {
  elementOf,
  fullTexts,
  joinAll,
  listValue,
  mixAll,
  named,
  nothing,
  origins,
  textValue,
  type Unit,
  unknown,
  type Value,
} from '../values.ts'
import { noteStore } from './assignments.ts'
import { setAttribute } from './attributes.ts'
import { ownClassOf } from './classes.ts'
import type { Follower } from './follower.ts'
import { ask, enter, noKeywords } from './functions.ts'
import { findByText, findDotted } from './lookups.ts'
import { noteHook, record } from './recording.ts'

const findsByName = names(
  /^(getattr|setattr|Reflect\.(get|apply|construct)|Object\.assign|inspect\.getattr_static|__import__|importlib\.(import_module|__import__|machinery\.BuiltinImporter\.load_module)|__loader__\.load_module|vars|super|map|str|repr|(functools\.)?(partial|reduce)|(attrgetter|methodcaller):.*)$|\.(__getattribute__|__getattr__)$|(\.__dict__|^globals\(\)|^locals\(\)|^sys\.modules)\.(get|pop|__getitem__)$|^globals\(\)\.update$/,
)

/** Calls a function that it is given, now or later, and keeps what that gives: by which argument the function is. */
const runsLater = names(
  /^asyncio\.to_thread$|Executor\(\)\.(submit|map)$|\.run_in_executor$|Pool\(\)\.(apply|apply_async|map|map_async|imap|imap_unordered|starmap)$/,
)

/** Gives what a dotted text names. */
const findsDotted = names(
  /^(pydoc\.locate|pkgutil\.resolve_name|hydra\.utils\.get_(method|object|class)|(\w+\.)+import_string)$/,
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
    const found = invokeDynamic(follower, name, args, keywords, unit, line)
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

/** Where a name may stand for many functions, a shallow look goes into none of them. */
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

/** What is handed over is called sooner or later, with what is handed over beside it. */
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
      new Map(),
      unit,
      line,
      depth + 1,
    )
  for (const one of enterable(follower, value))
    if (one.scope.kind === 'function') enter(follower, one, rest, new Map(), unit)
}

/** Calls that find something by its name. */
function invokeDynamic(
  follower: Follower,
  name: string,
  args: readonly Value[],
  keywords: ReadonlyMap<string, Value>,
  unit: Unit,
  line: number,
): Value | undefined {
  if (runsLater.test(name)) return runLater(follower, name, args, keywords, unit, line)
  if (!findsByName.test(name) && !findsDotted.test(name)) return undefined
  const [first, second] = args
  switch (name) {
    case 'super':
      return {
        ...follower.library.result(name, nothing, args, keywords),
        units: ownClassOf(unit)?.bases ?? [],
      }
    case 'str':
    case 'repr': {
      const given = first ? ask(follower, first, ['__str__', '__repr__'], [], unit) : nothing
      return given === nothing ? undefined : given
    }
    case 'map': {
      if (!first || !second || first.units.length === 0) return undefined
      return listValue([
        invoke(follower, first, nothing, args.slice(1).map(elementOf), noKeywords, unit, line, 1),
      ])
    }
    case 'getattr':
    case 'Reflect.get':
    case 'inspect.getattr_static':
      return first && second ? findByText(follower, '', second, unit, line, first) : undefined
    case 'Reflect.apply':
    case 'Reflect.construct':
      return first
        ? invoke(
            follower,
            first,
            second ?? nothing,
            listed(args.at(name === 'Reflect.apply' ? 2 : 1)),
            noKeywords,
            unit,
            line,
            1,
          )
        : undefined
    case 'Object.assign':
      for (const [key, value] of args.slice(1).flatMap(({ fields }) => [...(fields ?? [])]))
        if (first) noteStore(follower, first, key, value, unit)
      return undefined
    case '__import__':
    case 'importlib.import_module':
    case '__loader__.load_module':
    case 'importlib.machinery.BuiltinImporter.load_module':
    case 'importlib.__import__': {
      const text = first ?? keywords.get('name')
      if (!text) return undefined
      const found = findByText(follower, 'modules', text, unit, line)
      const isTop = name.endsWith('__import__')
      return isTop ? { ...found, names: found.names.map((one) => one.split('.')[0] ?? one) } : found
    }
    case 'functools.reduce':
    case 'reduce':
      return first && second ? reduce(follower, first, second, args[2], unit, line) : undefined
    case 'vars':
      return first ? { ...nothing, names: first.names.map((one) => `${one}.__dict__`) } : undefined
    case 'functools.partial':
    case 'partial':
      return first ? joinAll([first, mixAll(args.slice(1))]) : undefined
    case 'globals().update':
      for (const [key, value] of [...(first?.fields ?? []), ...keywords]) noteHook(follower, key, value, unit)
      return undefined
    case 'setattr': {
      const value = args[2]
      const [text] = second ? fullTexts(second) : []
      if (first && text !== undefined && value) setAttribute(follower, first, text, value, unit)
      return undefined
    }
  }
  if (/\.(__getattribute__|__getattr__)$/.test(name) && first)
    return findByText(follower, '', args.at(-1) ?? first, unit, line, named(name.replace(/\.__\w+$/, '')))
  if (/(\.__dict__|^globals\(\)|^locals\(\)|^sys\.modules)\.(get|pop|__getitem__)$/.test(name) && first)
    return findByText(follower, follower.library.tableOf(name.replace(/\.\w+$/, '')) ?? '', first, unit, line)
  if (findsDotted.test(name) && first)
    return joinAll(fullTexts(first).map((text) => findDotted(follower, text, first, unit, line)))
  const getter = /^(attrgetter|methodcaller):(.*)$/.exec(name)
  if (getter && first) {
    const found = findByText(follower, '', textValue(getter[2] ?? '', origins.built), unit, line, first)
    return getter[1] === 'attrgetter'
      ? found
      : invoke(follower, found, first, args.slice(1), keywords, unit, line, 1)
  }
  return undefined
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

/** What a future, or a pool, hands on is what the function gave. */
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
  return /map\w*$/.test(name) ? listValue([result]) : kept
}

/** What a list hands over where it stands for all arguments. */
export function listed(value: Value | undefined): readonly Value[] {
  return value ? (value.items ?? [elementOf(value)]) : []
}
