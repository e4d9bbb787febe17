import type { Interpreter } from './machine.ts'
import { native } from './operators.ts'
import {
  type DictValue,
  dict,
  equals,
  foldersIn,
  isList,
  isUndecided,
  joinFolders,
  joinOpen,
  keyOf,
  type ListValue,
  none,
  type Value,
} from './values.ts'

/** Adds the items of an iterable, with their uncertainty. */
export function addAll(machine: Interpreter, target: ListValue, value: Value): void {
  const { items, maybe, open } = machine.iterate(value)
  machine.budget.hold('listLength', target.items.length + items.length)
  for (const item of items) {
    target.items.push(item)
    if (maybe.has(item) || machine.isUncertain) target.maybe.add(item)
  }
  const joined = joinOpen(target.open, open)
  if (joined) target.open = joined
}

/** Adds an entry; an unknown key leaves the dictionary open. */
export function putEntry(
  machine: Interpreter,
  target: DictValue,
  key: Value,
  value: Value,
  isConditional: boolean,
): void {
  machine.budget.charge(key)
  const id = keyOf(native(key))
  if (id === undefined) {
    target.open ??=
      key.kind === 'unknown' ? key : machine.unknown('has a key that only the running tool knows')
    return
  }
  machine.budget.hold('listLength', target.entries.size)
  const before = target.entries.get(id)
  target.entries.set(id, {
    key,
    value,
    at: machine.at,
    isConditional: isConditional && (before?.isConditional ?? true),
  })
}

/** `target.update(value)`. */
export function mergeInto(
  machine: Interpreter,
  target: DictValue,
  value: Value,
  isConditional: boolean,
): void {
  const plain = native(value)
  if (plain.kind !== 'dict') {
    target.open ??=
      plain.kind === 'unknown' ? plain : machine.unknown('takes in entries that only the running tool knows')
    return
  }
  for (const [id, entry] of plain.entries) {
    const wasSure = target.entries.get(id)?.isConditional === false
    target.entries.set(id, { ...entry, isConditional: !wasSure && (entry.isConditional || isConditional) })
  }
  machine.budget.step(plain.entries.size)
  if (plain.open) target.open ??= plain.open
}

/** Joins two possible values of one name. Collections keep the items that both may have. */
export function joinValues(machine: Interpreter, a: Value, b: Value): Value {
  if (a === b) return a
  machine.budget.step()
  machine.budget.charge(a, b)
  const [keyA, keyB] = [keyOf(a), keyOf(b)]
  if (keyA !== undefined && keyA === keyB && a.kind === b.kind) return a
  if (a.kind === 'dict' && b.kind === 'dict') return machine.budget.nested(() => joinDicts(machine, a, b))
  if (isList(a) && isList(b)) return joinLists(machine, a, b)
  if (a.kind === 'dict' && isUndecided(b)) return openDict(machine, a, b)
  if (b.kind === 'dict' && isUndecided(a)) return openDict(machine, b, a)
  const folders = joinFolders([...foldersIn(a), ...foldersIn(b)])
  const unknown = machine.unknown('depends on a condition that only the running tool knows')
  const texts = [...textsIn(a), ...textsIn(b)].slice(0, mostTexts)
  return {
    ...unknown,
    ...(folders.length > 0 ? { folders } : {}),
    ...(texts.length > 1 ? { texts } : {}),
  }
}

const mostTexts = 8

function textsIn(value: Value): readonly string[] {
  if (value.kind === 'str') return [value.value]
  return value.kind === 'unknown' ? (value.texts ?? []) : []
}

/** Entries of the known dictionary become uncertain, and there may be more. */
function openDict(machine: Interpreter, known: DictValue, other: Value): DictValue {
  const open =
    other.kind === 'unknown'
      ? other
      : machine.unknown('depends on a condition that only the running tool knows')
  const entries = [...known.entries].map(([id, entry]) => [id, { ...entry, isConditional: true }] as const)
  return { kind: 'dict', entries: new Map(entries), open: known.open ?? open }
}

function joinDicts(machine: Interpreter, a: DictValue, b: DictValue): DictValue {
  const joined = dict()
  const [openA, openB] = [a.open, b.open]
  if (openA || openB) joined.open = openA ?? openB ?? machine.unknown('')
  for (const [id, entry] of a.entries) {
    const other = b.entries.get(id)
    const value = other ? joinValues(machine, entry.value, other.value) : entry.value
    joined.entries.set(id, {
      ...entry,
      value,
      isConditional: !other || entry.isConditional || other.isConditional,
    })
  }
  for (const [id, entry] of b.entries)
    if (!a.entries.has(id)) joined.entries.set(id, { ...entry, isConditional: true })
  return joined
}

/** Tuple items have positions, so each position holds one item or the other. */
function joinTuples(machine: Interpreter, a: ListValue, b: ListValue): ListValue {
  const length = Math.min(a.items.length, b.items.length)
  const items = a.items.slice(0, length).map((item, i) => joinValues(machine, item, b.items[i] ?? none))
  const isLonger = a.items.length !== b.items.length
  const open = a.open ?? b.open ?? (isLonger ? machine.unknown('depends on a condition') : undefined)
  return { kind: 'tuple', items, maybe: new Set(), ...(open ? { open } : {}) }
}

function joinLists(machine: Interpreter, a: ListValue, b: ListValue): Value {
  if (equals(a, b)) return a
  if (a.kind === 'tuple' && b.kind === 'tuple') return machine.budget.nested(() => joinTuples(machine, a, b))
  if (a.kind !== b.kind) return machine.unknown('depends on a condition that only the running tool knows')
  const keysOf = (value: ListValue) => new Set(value.items.map((item) => keyOf(item)))
  const [inA, inB] = [keysOf(a), keysOf(b)]
  const fresh = b.items.filter((item) => !inA.has(keyOf(item)) || keyOf(item) === undefined)
  const items = [...a.items, ...fresh]
  const maybe = new Set([
    ...a.maybe,
    ...b.maybe,
    ...fresh,
    ...a.items.filter((item) => !inB.has(keyOf(item))),
  ])
  const open = joinOpen(a.open, b.open) ?? machine.unknown('depends on a condition')
  return { kind: a.kind, items, maybe, open }
}
