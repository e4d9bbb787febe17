import { addAll, mergeInto, putEntry } from './expressions.ts'
import { parsePythonJson } from './json.ts'
import type { CallArguments, Machine } from './machine.ts'
import { compare, concatLists, formatValue, native, orderOf, textOf } from './operators.ts'
import { insidePack, joinPaths, matchPaths, normalizePath, packRoot, splitExtension } from './project.ts'
import {
  bool,
  type DictValue,
  dict,
  equals,
  type FunctionValue,
  int,
  isList,
  keyOf,
  type ListValue,
  list,
  none,
  openList,
  str,
  truth,
  type Value,
} from './values.ts'

/** Calls a method of a plain value. */
export function callMethod(machine: Machine, self: Value, name: string, args: CallArguments): Value {
  machine.budget.charge(self, ...args.positional)
  const found = known(machine, self, name, args)
  if (found) return found
  if (self.kind === 'outcome') {
    return {
      kind: 'outcome',
      callee: `${self.callee}().${name}`,
      receiver: self,
      args: args.positional,
      keywords: args.keywords,
      at: machine.at,
    }
  }
  return self.kind === 'unknown' ? self : machine.unknown(`calls ${name}, which is not looked into`)
}

function known(machine: Machine, self: Value, name: string, args: CallArguments): Value | undefined {
  switch (self.kind) {
    case 'str':
      return textMethod(machine, self.value, name, args)
    case 'list':
    case 'tuple':
    case 'set':
      return listMethod(machine, self, name, args)
    case 'dict':
      return dictMethod(machine, self, name, args)
    case 'path':
      return pathMethod(machine, self.value, name, args)
    case 'outcome':
      return outcomeMethod(machine, self, name, args)
    case 'function':
      return name === '__get__' ? boundTo(self, args.positional) : undefined
    case 'method':
      return name === '__get__' ? self : undefined
    default:
      return undefined
  }
}

/** `function.__get__(object, class)`, which binds a function by hand. */
function boundTo(fn: FunctionValue, [object, cls]: readonly Value[]): Value | undefined {
  const self = fn.binding === 'class' || object?.kind === 'none' ? cls : object
  if (fn.binding === 'static') return fn
  return self ? { kind: 'method', self, name: fn.name, function: fn } : undefined
}

const plainText: Record<string, (text: string) => string> = {
  lower: (text) => text.toLowerCase(),
  casefold: (text) => text.toLowerCase(),
  upper: (text) => text.toUpperCase(),
  capitalize: (text) => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase(),
  title: (text) =>
    text.toLowerCase().replace(/\p{L}+/gu, (word) => word.charAt(0).toUpperCase() + word.slice(1)),
  swapcase: (text) =>
    [...text].map((c) => (c === c.toUpperCase() ? c.toLowerCase() : c.toUpperCase())).join(''),
}

function textMethod(
  machine: Machine,
  text: string,
  name: string,
  { positional, keywords }: CallArguments,
): Value | undefined {
  machine.budget.step(text.length >> 6)
  const simple = plainText[name]
  if (simple) return str(simple(text))
  const texts = positional
    .map((value) => native(value))
    .map((value) => (value.kind === 'str' ? value.value : undefined))
  const [first, second] = texts
  switch (name) {
    case 'strip':
    case 'lstrip':
    case 'rstrip':
      return positional.length === 0 || first !== undefined ? str(stripped(text, name, first)) : undefined
    case 'startswith':
    case 'endswith':
      return affix(text, name, positional[0])
    case 'removeprefix':
      return first === undefined ? undefined : str(text.startsWith(first) ? text.slice(first.length) : text)
    case 'removesuffix':
      return first === undefined
        ? undefined
        : str(first && text.endsWith(first) ? text.slice(0, -first.length) : text)
    case 'replace':
      return first === undefined || second === undefined ? undefined : replaced(machine, text, first, second)
    case 'split':
    case 'rsplit':
      return splitText(machine, text, name, positional)
    case 'splitlines':
      return list(
        text
          .replace(/\r?\n$/, '')
          .split(/\r?\n/)
          .map(str),
      )
    case 'join':
      return joinText(machine, text, positional[0])
    case 'format':
      return formatText(machine, text, positional, keywords)
    case 'find':
      return first === undefined ? undefined : int(text.indexOf(first))
    case 'count':
      return first ? int(text.split(first).length - 1) : undefined
    case 'isdigit':
    case 'isnumeric':
      return bool(/^\d+$/.test(text))
    case 'isidentifier':
      return bool(/^[\p{L}_][\p{L}\p{N}_]*$/u.test(text))
    case 'isupper':
      return bool(text !== text.toLowerCase() && text === text.toUpperCase())
    case 'islower':
      return bool(text !== text.toUpperCase() && text === text.toLowerCase())
    case 'isalpha':
      return bool(/^\p{L}+$/u.test(text))
    case 'partition':
    case 'rpartition':
      return first ? partition(text, name, first) : undefined
    case 'zfill':
      return positional[0]?.kind === 'int'
        ? str(text.padStart(Math.min(Number(positional[0].value), 1000), '0'))
        : undefined
    case '__str__':
      return str(text)
    case '__eq__':
    case '__ne__':
      return bool(
        (positional[0] ? equals(str(text), native(positional[0])) === true : false) === (name === '__eq__'),
      )
    default:
      return undefined
  }
}

function stripped(text: string, name: string, characters = ' \t\n\r\v\f'): string {
  const drop = new Set(characters)
  const units = [...text]
  let start = 0
  let end = units.length
  if (name !== 'rstrip') while (start < end && drop.has(units[start] ?? '')) start++
  if (name !== 'lstrip') while (end > start && drop.has(units[end - 1] ?? '')) end--
  return units.slice(start, end).join('')
}

function affix(text: string, name: string, value: Value | undefined): Value | undefined {
  const candidates = isList(value) ? value.items : value ? [value] : []
  const texts = candidates.map((candidate) => (candidate.kind === 'str' ? candidate.value : undefined))
  if (texts.includes(undefined) || (isList(value) && value.open)) return undefined
  return bool(
    texts.some((each = '') => (name === 'startswith' ? text.startsWith(each) : text.endsWith(each))),
  )
}

function replaced(machine: Machine, text: string, from: string, to: string): Value {
  const count = from === '' ? text.length + 1 : text.split(from).length - 1
  machine.budget.hold('textLength', text.length + count * to.length)
  return str(from === '' ? ['', ...text, ''].join(to) : text.replaceAll(from, () => to))
}

function splitText(
  machine: Machine,
  text: string,
  name: string,
  [separator, most]: readonly Value[],
): Value | undefined {
  const limit = most?.kind === 'int' ? Number(most.value) : -1
  if (!separator || separator.kind === 'none') {
    return limit < 0
      ? list(
          text
            .split(/\s+/)
            .filter((part) => part !== '')
            .map(str),
        )
      : undefined
  }
  if (separator.kind !== 'str' || separator.value === '') return undefined
  const parts = text.split(separator.value)
  machine.budget.hold('listLength', parts.length)
  if (limit < 0 || parts.length <= limit + 1) return list(parts.map(str))
  const kept = name === 'split' ? parts.slice(0, limit) : parts.slice(parts.length - limit)
  const rest = (name === 'split' ? parts.slice(limit) : parts.slice(0, parts.length - limit)).join(
    separator.value,
  )
  return list((name === 'split' ? [...kept, rest] : [rest, ...kept]).map(str))
}

function partition(text: string, name: string, separator: string): Value {
  const at = name === 'partition' ? text.indexOf(separator) : text.lastIndexOf(separator)
  if (at < 0) return list((name === 'partition' ? [text, '', ''] : ['', '', text]).map(str), 'tuple')
  return list([text.slice(0, at), separator, text.slice(at + separator.length)].map(str), 'tuple')
}

function joinText(machine: Machine, separator: string, value: Value | undefined): Value | undefined {
  if (!value) return undefined
  const { items, maybe, open } = machine.iterate(value)
  const texts = items
    .map((item) => native(item))
    .map((item) => (item.kind === 'str' ? item.value : undefined))
  if (open || maybe.size > 0 || texts.includes(undefined)) return undefined
  machine.budget.hold(
    'textLength',
    texts.reduce((sum, text) => sum + (text?.length ?? 0) + separator.length, 0),
  )
  return str(texts.join(separator))
}

function formatText(
  machine: Machine,
  text: string,
  positional: readonly Value[],
  keywords: ReadonlyMap<string, Value>,
): Value | undefined {
  let at = 0
  let isKnown = true
  const result = text.replace(
    /\{\{|\}\}|\{([^{}:!]*)(![rs])?(?::([^{}]*))?\}/g,
    (whole, field: string | undefined, conversion = '', format = '') => {
      if (field === undefined) return whole.charAt(0)
      const value =
        field === ''
          ? positional[at++]
          : /^\d+$/.test(field)
            ? positional[Number(field)]
            : keywords.get(field)
      const shown = value ? formatValue(value, conversion, format) : undefined
      if (shown === undefined) isKnown = false
      return shown ?? ''
    },
  )
  machine.budget.hold('textLength', result.length)
  return isKnown ? str(result) : undefined
}

function listMethod(
  machine: Machine,
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

function addItem(machine: Machine, self: ListValue, item: Value, at: number): void {
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
export function listFrom(machine: Machine, value: Value, kind: ListValue['kind']): ListValue {
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

function sortInPlace(machine: Machine, self: ListValue, keywords: ReadonlyMap<string, Value>): Value {
  const sorted = sortItems(machine, self, keywords)
  self.items = sorted.items
  if (sorted.open) self.open = sorted.open
  return none
}

/** Sorts as far as the keys are known; the order of a list that cannot be sorted is unknown. */
export function sortItems(
  machine: Machine,
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

function removeItem(machine: Machine, self: ListValue, item: Value | undefined): Value {
  const at = item ? self.items.findIndex((other) => equals(other, item) === true) : -1
  const removed = self.items[at]
  if (removed && machine.isUncertain) self.maybe.add(removed)
  else if (removed) self.items.splice(at, 1)
  return none
}

function popItem(machine: Machine, self: ListValue, index: Value | undefined): Value | undefined {
  const at = index?.kind === 'int' ? Number(index.value) : -1
  if (machine.isUncertain || self.open) return undefined
  return self.items.splice(at, 1)[0]
}

function indexOf(self: ListValue, item: Value | undefined): Value | undefined {
  if (!item || self.open || self.maybe.size > 0) return undefined
  const at = self.items.findIndex((other) => equals(other, item) === true)
  return at < 0 ? undefined : int(at)
}

function toBool(answer: boolean | undefined): Value | undefined {
  return answer === undefined ? undefined : bool(answer)
}

function dictMethod(machine: Machine, self: DictValue, name: string, args: CallArguments): Value | undefined {
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
export function dictFrom(machine: Machine, value: Value): Value {
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

function pathMethod(
  machine: Machine,
  path: string,
  name: string,
  { positional, keywords }: CallArguments,
): Value | undefined {
  const texts = positional.map(textOf)
  const [first] = texts
  switch (name) {
    case 'resolve':
    case 'absolute':
    case 'expanduser':
      return { kind: 'path', value: path.startsWith('/') ? normalizePath(path) : path }
    case 'joinpath':
      return texts.includes(undefined)
        ? undefined
        : { kind: 'path', value: joinPaths(path, ...texts.map((text = '') => text)) }
    case 'with_suffix':
      return first === undefined ? undefined : { kind: 'path', value: splitExtension(path)[0] + first }
    case 'relative_to':
      return first !== undefined && path.startsWith(`${first}/`)
        ? { kind: 'path', value: path.slice(first.length + 1) }
        : undefined
    case 'is_relative_to':
      return first === undefined ? undefined : bool(path === first || path.startsWith(`${first}/`))
    case 'as_posix':
    case '__str__':
    case '__fspath__':
      return str(path)
    case 'exists':
    case 'is_file':
    case 'is_dir':
      return pathExists(machine, path, name)
    case 'iterdir':
      return pathsIn(machine, path, '*', false)
    case 'glob':
    case 'rglob':
      return first === undefined ? undefined : pathsIn(machine, path, first, name === 'rglob')
    case 'read_text':
      return packText(machine, path)
    case 'open':
      openFile(machine, [str(path), ...positional], keywords)
      return {
        kind: 'outcome',
        callee: 'builtins.open',
        args: [str(path), ...positional],
        keywords,
        at: machine.at,
      }
    default:
      return undefined
  }
}

/**
 * Assumes a fresh install: the pack's folder contains the pack's own files and those that its code has
 * written.
 */
export function pathExists(machine: Machine, path: string, kind: string): Value | undefined {
  const inner = insidePack(path)
  if (inner === undefined) return undefined
  const isFile = machine.project.isFile(inner) || machine.written.has(inner)
  const isFolder = machine.project.isFolder(inner)
  if (kind === 'is_file' || kind === 'isfile') return bool(isFile)
  // Folders that the code creates are not tracked.
  if (kind === 'is_dir' || kind === 'isdir') return isFolder ? bool(true) : isFile ? bool(false) : undefined
  return bool(isFile || isFolder)
}

function pathsIn(machine: Machine, folder: string, pattern: string, recursive: boolean): Value {
  const inner = insidePack(folder)
  if (inner === undefined) return openList([], machine.unknown('lists a folder outside the pack'))
  const found = matchPaths(machine.project, inner, pattern, recursive, () => machine.budget.step())
  machine.budget.hold('listLength', found.length)
  return list(found.map((path) => ({ kind: 'path', value: `${packRoot}/${path}` })))
}

/** Returns the text of a file in the pack. */
export function packText(machine: Machine, path: string): Value | undefined {
  const inner = insidePack(path)
  if (inner === undefined) return undefined
  if (machine.written.has(inner)) return machine.written.get(inner)
  const text = machine.project.text(inner)
  return text === undefined ? undefined : str(text)
}

/** `open(path, mode)` of a file in the pack: a missing one cannot be read. */
export function openFile(
  machine: Machine,
  args: readonly Value[],
  keywords: ReadonlyMap<string, Value>,
): void {
  const path = textOf(args[0] ?? keywords.get('file') ?? none)
  const inner = path === undefined ? undefined : insidePack(path)
  if (inner === undefined) return
  const mode = native(args[1] ?? keywords.get('mode') ?? str('r'))
  if (mode.kind !== 'str' || /[wax+]/.test(mode.value)) machine.written.set(inner, undefined)
  else if (!machine.project.isFile(inner) && !machine.written.has(inner))
    machine.failure(`opens ${inner}, which the pack does not have`)
}

/** `json.dump(value, file)`. */
export function writeJson(machine: Machine, value: Value | undefined, file: Value | undefined): void {
  const path =
    file?.kind === 'outcome' && file.callee === 'builtins.open' ? textOf(file.args[0] ?? none) : undefined
  const inner = path === undefined ? undefined : insidePack(path)
  if (inner !== undefined && value && !machine.isUncertain) machine.written.set(inner, value)
}

function outcomeMethod(
  machine: Machine,
  self: Value & { kind: 'outcome' },
  name: string,
  args: CallArguments,
): Value | undefined {
  if (self.callee === 'builtins.open') {
    const path = textOf(self.args[0] ?? none)
    if (path === undefined) return undefined
    if (name === '__enter__') return self
    const text = name === 'read' || name === 'readlines' ? packText(machine, path) : undefined
    if (name === 'write') return none
    return name === 'readlines' && text?.kind === 'str' ? list(text.value.split(/(?<=\n)/).map(str)) : text
  }
  if (self.callee === 'importlib.util.spec_from_file_location' && name === 'exec_module') return none
  // Methods such as `add_route` and `append` on outside objects change nothing that is tracked here.
  return args.positional.length > 0 && name.startsWith('add_') ? none : undefined
}

/** `json.load(open(path))` and `json.loads(text)`. */
export function readJson(machine: Machine, source: Value | undefined): Value | undefined {
  const text =
    source?.kind === 'outcome'
      ? outcomeMethod(machine, source, 'read', { positional: [], keywords: new Map() })
      : source
  // The result of `json.dump` is stored as the value itself.
  if (text?.kind === 'dict' || text?.kind === 'list') return text
  if (text?.kind !== 'str') return undefined
  machine.budget.step(text.value.length >> 3)
  return parsePythonJson(text.value)
}
