import { addAll, mergeInto, putEntry } from './collections.ts'
import type { CallArguments, Interpreter } from './machine.ts'
import { compare, concatLists, native, orderOf } from './operators.ts'
import {
  bool,
  type DictValue,
  dict,
  equals,
  int,
  isList,
  keyOf,
  type ListValue,
  list,
  none,
  str,
  truth,
  type Value,
} from './values.ts'

/** Calls a method of a list, a tuple or a set. Returns undefined when the result is unknown. */
export function listMethod(
  machine: Interpreter,
  self: ListValue,
  name: string,
  { positional, keywords }: CallArguments,
): Value | undefined {
  const [first, second] = positional
  switch (name) {
    case 'append':
    case 'add':
      if (first) addItem(machine, self, first, self.items.length)
      return none
    case 'insert':
      if (second)
        addItem(machine, self, second, first?.kind === 'int' ? Number(first.value) : self.items.length)
      return none
    case 'extend':
    case 'update':
      if (first) addAll(machine, self, first)
      return none
    case 'union':
      return first ? concatLists(machine, self, listFrom(machine, first, 'set')) : self
    case 'copy':
      return { ...self, items: [...self.items], maybe: new Set(self.maybe) }
    case 'sort':
      return sortInPlace(machine, self, keywords)
    case 'reverse':
      self.items.reverse()
      return none
    case 'remove':
    case 'discard':
      return removeItem(machine, self, first)
    case 'pop':
      return popItem(machine, self, first)
    case 'popleft':
      return popItem(machine, self, int(0))
    case 'clear':
      self.items.length = 0
      return none
    case 'index':
      return indexOf(self, first)
    case '__contains__':
      return first ? toBool(compare('in', first, self)) : undefined
    default:
      return undefined
  }
}

function addItem(machine: Interpreter, self: ListValue, item: Value, at: number): void {
  machine.budget.hold('listLength', self.items.length + 1)
  if (
    self.kind === 'set' &&
    keyOf(item) !== undefined &&
    self.items.some((other) => keyOf(other) === keyOf(item))
  )
    return
  self.items.splice(at, 0, item)
  if (machine.isUncertain) self.maybe.add(item)
}

/** Copies any iterable into a new list. */
export function listFrom(machine: Interpreter, value: Value, kind: ListValue['kind']): ListValue {
  const made = list([], kind)
  addAll(machine, made, value)
  // A copied item is as certain as the original.
  made.maybe = new Set(machine.iterate(value).maybe)
  if (kind === 'set') made.items = uniqueItems(made.items)
  return made
}

function uniqueItems(items: readonly Value[]): Value[] {
  const seen = new Set<string>()
  return items.filter((item) => {
    const key = keyOf(item)
    if (key === undefined) return true
    const isNew = !seen.has(key)
    seen.add(key)
    return isNew
  })
}

function sortInPlace(machine: Interpreter, self: ListValue, keywords: ReadonlyMap<string, Value>): Value {
  const sorted = sortItems(machine, self, keywords)
  self.items = sorted.items
  if (sorted.open) self.open = sorted.open
  return none
}

/** Sorts as far as the keys are known; the order of a list that cannot be sorted is unknown. */
export function sortItems(
  machine: Interpreter,
  value: ListValue,
  keywords: ReadonlyMap<string, Value>,
): ListValue {
  const key = keywords.get('key')
  const isReverse = truth(keywords.get('reverse') ?? bool(false))
  const keyed = value.items.map((item) => ({
    item,
    key: native(
      key && key.kind !== 'none' ? machine.call(key, { positional: [item], keywords: new Map() }) : item,
    ),
  }))
  machine.budget.step(keyed.length)
  let isKnown = isReverse !== undefined
  keyed.sort((a, b) => {
    const order = orderOf(a.key, b.key)
    if (order === undefined) isKnown = false
    return isReverse ? -(order ?? 0) : (order ?? 0)
  })
  if (!isKnown) return { ...value, open: value.open ?? machine.unknown('is sorted by something unknown') }
  return { ...value, kind: 'list', items: keyed.map(({ item }) => item) }
}

function removeItem(machine: Interpreter, self: ListValue, item: Value | undefined): Value {
  const at = item ? self.items.findIndex((other) => equals(other, item) === true) : -1
  const removed = self.items[at]
  if (removed && machine.isUncertain) self.maybe.add(removed)
  else if (removed) self.items.splice(at, 1)
  return none
}

function popItem(machine: Interpreter, self: ListValue, index: Value | undefined): Value | undefined {
  const at = index?.kind === 'int' ? Number(index.value) : -1
  if (machine.isUncertain || self.open) return undefined
  return self.items.splice(at, 1)[0]
}

function indexOf(self: ListValue, item: Value | undefined): Value | undefined {
  if (!item || self.open || self.maybe.size > 0) return undefined
  const at = self.items.findIndex((other) => equals(other, item) === true)
  return at < 0 ? undefined : int(at)
}

/** Calls a method of a dictionary. Returns undefined when the result is unknown. */
export function dictMethod(
  machine: Interpreter,
  self: DictValue,
  name: string,
  args: CallArguments,
): Value | undefined {
  const [first, second] = args.positional
  const id = first ? keyOf(native(first)) : undefined
  const entry = id === undefined ? undefined : self.entries.get(id)
  switch (name) {
    case 'items':
    case 'keys':
    case 'values':
      return entryList(self, name)
    case 'get':
      return entry && !entry.isConditional
        ? entry.value
        : entry || self.open || id === undefined
          ? undefined
          : (second ?? none)
    case 'update':
      for (const value of args.positional)
        mergeInto(machine, self, dictFrom(machine, value), machine.isUncertain)
      for (const [key, value] of args.keywords) putEntry(machine, self, str(key), value, machine.isUncertain)
      return none
    case 'setdefault':
      if (!first || entry) return entry?.value
      putEntry(machine, self, first, second ?? none, machine.isUncertain)
      return second ?? none
    case 'copy':
      return { ...self, entries: new Map(self.entries) }
    case 'pop':
      if (id !== undefined && !machine.isUncertain) self.entries.delete(id)
      return entry?.value ?? second
    case 'clear':
      self.entries.clear()
      return none
    case '__contains__':
      return first ? toBool(compare('in', first, self)) : undefined
    case '__getitem__':
      return entry?.value
    case '__setitem__':
      if (first && second) putEntry(machine, self, first, second, machine.isUncertain)
      return none
    case '__init__':
      return none
    default:
      return undefined
  }
}

function entryList(self: DictValue, name: string): ListValue {
  const made = list([])
  for (const { key, value, isConditional } of self.entries.values()) {
    const item = name === 'items' ? list([key, value], 'tuple') : name === 'keys' ? key : value
    made.items.push(item)
    if (isConditional) made.maybe.add(item)
  }
  if (self.open) made.open = self.open
  return made
}

/** `dict(value)` for a mapping or for pairs. */
export function dictFrom(machine: Interpreter, value: Value): Value {
  const plain = native(value)
  if (!isList(plain)) return plain
  const made = dict()
  for (const item of plain.items) {
    const [key, each] = machine.iterate(item).items
    if (key && each) putEntry(machine, made, key, each, plain.maybe.has(item))
  }
  if (plain.open) made.open = plain.open
  return made
}

function toBool(answer: boolean | undefined): Value | undefined {
  return answer === undefined ? undefined : bool(answer)
}
