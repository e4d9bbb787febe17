import { lineage, namespaceOf } from './attributes.ts'
import { numberOf } from './builtin-numbers.ts'
import { dictFrom, listFrom, sortItems } from './collection-methods.ts'
import { mergeInto } from './collections.ts'
import { cleanDocumentation } from './documentation.ts'
import type { Builtin, Interpreter } from './machine.ts'
import { native, orderOf, textOf } from './operators.ts'
import { isOnlyInPacks } from './tool-facts.ts'
import {
  bool,
  type ClassValue,
  dict,
  external,
  type FunctionValue,
  int,
  isList,
  isUndecided,
  joinOpen,
  list,
  none,
  openList,
  str,
  truth,
  type Value,
} from './values.ts'

/** Makes the constructor of a kind of collection. */
export const collection =
  (kind: 'list' | 'tuple' | 'set'): Builtin =>
  (machine, [value]) =>
    value ? listFrom(machine, value, kind) : list([], kind)

/** Returns the value itself, for wrappers that do not change a comfy-node. */
export const same: Builtin = (_machine, [value]) => value

/** Makes `staticmethod` or `classmethod`. */
export const binder =
  (binding: FunctionValue['binding']): Builtin =>
  (_machine, [value]) =>
    value?.kind === 'function' ? { ...value, binding } : undefined

export function boolOf(answer: boolean | undefined): Value | undefined {
  return answer === undefined ? undefined : bool(answer)
}

/**
 * Returns the documentation of a value; a class inherits that of the first class in its line that has some.
 */
export function documentation(machine: Interpreter, value: Value): Value | undefined {
  if (value.kind !== 'class' && value.kind !== 'function') return undefined
  const texts = (value.kind === 'class' ? lineage(value) : [value]).map((one) =>
    one.kind === 'class' || one.kind === 'function' ? machine.attribute(one, '__doc__') : none,
  )
  const text = texts.find((one) => one.kind !== 'none') ?? none
  return text.kind === 'str' ? str(cleanDocumentation(text.value)) : text
}

/** `len(value)`; undefined when there may be more items. */
export function length(value: Value | undefined): Value | undefined {
  const plain = value ? native(value) : none
  if (isList(plain)) return plain.open || plain.maybe.size > 0 ? undefined : int(plain.items.length)
  if (plain.kind === 'dict') return plain.open ? undefined : int(plain.entries.size)
  return plain.kind === 'str' ? int([...plain.value].length) : undefined
}

export function range(machine: Interpreter, args: readonly Value[]): Value | undefined {
  const numbers = args.map(numberOf)
  if (numbers.includes(undefined) || numbers.length === 0)
    return openList([], machine.unknown('goes through a range that is not known'))
  const [first = 0, second, step = 1] = numbers
  const [start, stop] = second === undefined ? [0, first] : [first, second]
  const count = step === 0 ? 0 : Math.max(0, Math.ceil((stop - start) / step))
  machine.budget.hold('listLength', count)
  return list(Array.from({ length: count }, (_, i) => int(start + i * step)))
}

/** `dict(value, **entries)`. */
export function makeDict(
  machine: Interpreter,
  value: Value | undefined,
  keywords: ReadonlyMap<string, Value>,
): Value | undefined {
  const made = dict()
  const update = (source: Value) =>
    machine.call(
      { kind: 'method', self: made, name: 'update' },
      { positional: [source], keywords: new Map() },
    )
  if (value) update(dictFrom(machine, value))
  for (const [key, each] of keywords) machine.setItem(made, str(key), each)
  return made
}

export function reversed(machine: Interpreter, value: Value): Value {
  const made = listFrom(machine, value, 'list')
  made.items.reverse()
  return made
}

export function enumerate(
  machine: Interpreter,
  value: Value | undefined,
  start: Value | undefined,
): Value | undefined {
  if (!value) return undefined
  return eachOf(machine, value, (item, i) => list([int((numberOf(start) ?? 0) + i), item], 'tuple'))
}

/** Maps a list item by item; uncertain items stay uncertain. */
function eachOf(machine: Interpreter, value: Value, make: (item: Value, index: number) => Value): Value {
  const { items, maybe, open } = machine.iterate(value)
  const made = list([])
  for (const [i, item] of items.entries()) {
    const result = make(item, i)
    made.items.push(result)
    if (maybe.has(item)) made.maybe.add(result)
  }
  if (open) made.open = open
  return made
}

export function zip(machine: Interpreter, args: readonly Value[]): Value {
  const columns = args.map((value) => machine.iterate(value))
  const rows = columns.length === 0 ? 0 : Math.min(...columns.map((column) => column.items.length))
  machine.budget.hold('listLength', rows * columns.length)
  const made = list([])
  for (let row = 0; row < rows; row++)
    made.items.push(
      list(
        columns.map((column) => column.items[row] ?? none),
        'tuple',
      ),
    )
  const open = columns.find((column) => column.open)?.open
  if (open) made.open = open
  return made
}

export function mapped(machine: Interpreter, fn: Value, value: Value): Value {
  return eachOf(machine, value, (item) => machine.call(fn, { positional: [item], keywords: new Map() }))
}

export function filtered(machine: Interpreter, fn: Value, value: Value): Value {
  const { items, maybe, open } = machine.iterate(value)
  const made = list([])
  for (const item of items) {
    const answer =
      fn.kind === 'none' ? truth(item) : truth(machine.call(fn, { positional: [item], keywords: new Map() }))
    if (answer === false) continue
    made.items.push(item)
    if (answer === undefined || maybe.has(item)) made.maybe.add(item)
  }
  if (open) made.open = open
  return made
}

/** `any(value)`, or `all(value)` when `wanted` is false. */
export function anyOf(machine: Interpreter, value: Value, wanted: boolean): Value | undefined {
  const { items, maybe, open } = machine.iterate(value)
  const answers = items.map((item) => (maybe.has(item) ? undefined : truth(native(item))))
  if (answers.includes(wanted)) return bool(wanted)
  return answers.includes(undefined) || open ? undefined : bool(!wanted)
}

/** `max(…)` or `min(…)`, by the sign. */
export function extreme(machine: Interpreter, args: readonly Value[], sign: number): Value | undefined {
  const [first] = args
  const { items, open } =
    args.length === 1 && first ? machine.iterate(first) : { items: args, open: undefined }
  const [start, ...rest] = items
  if (open || !start) return undefined
  let best: Value = start
  for (const item of rest) {
    const order = orderOf(native(item), native(best))
    if (order === undefined) return undefined
    if (order * sign > 0) best = item
  }
  return numberOf(best) === undefined && best.kind !== 'str' ? undefined : best
}

const nativeTypes: Record<string, readonly string[]> = {
  'builtins.str': ['str'],
  'builtins.int': ['int', 'bool'],
  'builtins.float': ['float'],
  'builtins.bool': ['bool'],
  'builtins.list': ['list'],
  'builtins.tuple': ['tuple'],
  'builtins.set': ['set'],
  'builtins.dict': ['dict'],
  'builtins.type': ['class'],
  'pathlib.Path': ['path'],
}

/** `isinstance(value, type)`; undefined when it is unknown. */
export function isInstance(machine: Interpreter, value: Value, type: Value): boolean | undefined {
  if (type.kind === 'tuple') return anyAnswer(type.items.map((item) => isInstance(machine, value, item)))
  if (isUndecided(value)) return undefined
  const plain = native(value)
  if (type.kind === 'external') {
    const kinds = nativeTypes[type.path]
    if (kinds) return kinds.includes(plain.kind)
    if (type.path === 'builtins.object') return true
    return value.kind === 'instance' || value.kind === 'class' ? undefined : false
  }
  if (type.kind !== 'class') return undefined
  return value.kind === 'instance' ? lineage(value.of).includes(type) : false
}

/** `issubclass(value, type)`; undefined when it is unknown. */
export function isSubclass(machine: Interpreter, value: Value, type: Value): boolean | undefined {
  if (type.kind === 'tuple') return anyAnswer(type.items.map((item) => isSubclass(machine, value, item)))
  if (isUndecided(value)) return undefined
  if (value.kind !== 'class') return false
  const order = lineage(value)
  if (order.includes(type)) return true
  if (type.kind === 'external' && order.some((base) => base.kind === 'external' && base.path === type.path))
    return true
  return type.kind === 'class' && order.every((base) => base.kind === 'class' || base.kind === 'external')
    ? false
    : undefined
}

function anyAnswer(answers: readonly (boolean | undefined)[]): boolean | undefined {
  if (answers.includes(true)) return true
  return answers.includes(undefined) ? undefined : false
}

/** `hasattr(object, name)`. */
export function hasAttribute(machine: Interpreter, object: Value, name: string): Value | undefined {
  if (object.kind === 'external' && isOnlyInPacks(object.path, name)) return bool(false)
  if (isPlain(object)) return bool(false)
  const found = machine.attribute(object, name)
  if (found.kind === 'unknown')
    return found.reason.startsWith('has no ') || found.reason.includes('does not define')
      ? bool(false)
      : undefined
  if (object.kind === 'module' || object.kind === 'class' || object.kind === 'instance') return bool(true)
  return undefined
}

/** Whether the value's class has only methods, and none of the attributes that packs ask for. */
function isPlain(value: Value): boolean {
  return ['none', 'bool', 'int', 'float', 'function'].includes(value.kind)
}

/** `getattr(object, name, default)`. */
export function getAttribute(
  machine: Interpreter,
  object?: Value,
  name?: Value,
  fallback?: Value,
): Value | undefined {
  if (!object || name?.kind !== 'str') return undefined
  const has = fallback ? hasAttribute(machine, object, name.value) : bool(true)
  if (has?.kind === 'bool' && !has.value) return fallback
  return machine.attribute(object, name.value)
}

/** `type(value)`, and `type(name, bases, members)`, which makes a class. */
export function typeOf(machine: Interpreter, [value, bases, members]: readonly Value[]): Value | undefined {
  if (!value) return undefined
  if (bases && members?.kind === 'dict') {
    const made: ClassValue = {
      kind: 'class',
      name: textOf(value) ?? '',
      at: machine.at,
      bases: [...machine.iterate(bases).items],
      members: new Map(),
      subclasses: list([]),
    }
    for (const { key, value: member } of members.entries.values())
      if (key.kind === 'str') made.members.set(key.value, member)
    return made
  }
  if (value.kind === 'instance') return value.of
  return value.kind === 'class' ? external('builtins.type') : undefined
}

export function membersOf(machine: Interpreter, value: Value): Value | undefined {
  if (value.kind !== 'class' && value.kind !== 'module' && value.kind !== 'instance') return undefined
  return namespaceOf(machine, value)
}

export function namesOf(machine: Interpreter, value: Value): Value | undefined {
  const members = membersOf(machine, value)
  return members ? sortItems(machine, listFrom(machine, members, 'list'), new Map()) : undefined
}

/** `inspect.getmembers(value, test)`. */
export function getMembers(machine: Interpreter, value: Value, test: Value | undefined): Value | undefined {
  const names = namesOf(machine, value)
  if (!names) return undefined
  const made = list([])
  for (const name of machine.iterate(names).items) {
    if (name.kind !== 'str') continue
    const member = machine.attribute(value, name.value)
    if (test && truth(machine.call(test, { positional: [member], keywords: new Map() })) !== true) continue
    made.items.push(list([name, member], 'tuple'))
  }
  return made
}

/** `copy.copy` and `copy.deepcopy`. */
export function copied(machine: Interpreter, value: Value): Value {
  return machine.budget.nested(() => copiedOnce(machine, value))
}

function copiedOnce(machine: Interpreter, value: Value): Value {
  machine.budget.step()
  machine.budget.charge(value)
  if (isList(value))
    return {
      ...value,
      items: value.items.map((item) => (isList(item) || item.kind === 'dict' ? copied(machine, item) : item)),
    }
  if (value.kind !== 'dict') return value
  const entries = [...value.entries].map(
    ([id, entry]) => [id, { ...entry, value: copied(machine, entry.value) }] as const,
  )
  return { ...value, entries: new Map(entries) }
}

/** `itertools.chain(…)`. */
export function chained(machine: Interpreter, args: readonly Value[]): Value {
  const made = list([])
  for (const value of args) {
    const { items, maybe, open } = machine.iterate(value)
    made.items.push(...items)
    for (const item of maybe) made.maybe.add(item)
    const joined = joinOpen(made.open, open)
    if (joined) made.open = joined
  }
  return made
}

export function partial(
  fn: Value | undefined,
  args: readonly Value[],
  keywords: ReadonlyMap<string, Value>,
): Value | undefined {
  if (fn?.kind !== 'function' || args.length > 0) return undefined
  return { ...fn, defaults: new Map([...fn.defaults, ...keywords]) }
}

/** `functools.reduce(fn, items, start)`. */
export function reduced(machine: Interpreter, [fn, items, start]: readonly Value[]): Value | undefined {
  const all = items ? machine.iterate(items) : undefined
  if (!fn || !all || all.open || all.maybe.size > 0) return undefined
  const [first, ...others] = start ? [start, ...all.items] : all.items
  return others.reduce<Value | undefined>(
    (before, item) => before && machine.call(fn, { positional: [before, item], keywords: new Map() }),
    first,
  )
}

/** `itertools.product(…)`. */
export function product(machine: Interpreter, args: readonly Value[]): Value | undefined {
  const lists = args.map((arg) => machine.iterate(arg))
  if (lists.some((one) => one.open || one.maybe.size > 0)) return undefined
  let rows: Value[][] = [[]]
  for (const { items } of lists) {
    machine.budget.hold('listLength', rows.length * items.length)
    rows = rows.flatMap((row) => items.map((item) => [...row, item]))
  }
  return list(rows.map((row) => list(row, 'tuple')))
}

/** Merges maps into one dictionary; the first one with a key wins. */
export function chainMap(machine: Interpreter, args: readonly Value[]): Value {
  const made = dict()
  for (const map of args.toReversed()) mergeInto(machine, made, map, machine.isUncertain)
  return made
}
