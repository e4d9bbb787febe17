import { namespaceOf } from './attributes.ts'
import { cleanDocumentation, dedent } from './documentation.ts'
import { mergeInto } from './expressions.ts'
import type { CallArguments, Machine } from './machine.ts'
import { dictFrom, listFrom, openFile, pathExists, readJson, sortItems, writeJson } from './methods.ts'
import { native, orderOf, reprOf, textOf } from './operators.ts'
import { substitute, substitutionSteps } from './patterns.ts'
import {
  baseName,
  insidePack,
  joinPaths,
  matchPaths,
  normalizePath,
  packRoot,
  parentPath,
  splitExtension,
} from './project.ts'
import { isOnlyInPacks, isTestVariable, listFunctions, toolLists } from './tool-facts.ts'
import {
  bool,
  type ClassValue,
  type DictValue,
  dict,
  external,
  type FunctionValue,
  int,
  isList,
  isUndecided,
  list,
  none,
  openList,
  str,
  truth,
  type Value,
} from './values.ts'

/** Returns undefined when the result is unknown. */
type Builtin = (
  machine: Machine,
  args: readonly Value[],
  keywords: ReadonlyMap<string, Value>,
) => Value | undefined

/** Calls something outside the pack. Returns undefined for anything unknown here. */
export function callExternal(
  machine: Machine,
  path: string,
  { positional, keywords }: CallArguments,
): Value | undefined {
  machine.budget.charge(...positional)
  const known = table.get(path)
  if (known) return known(machine, positional, keywords)
  if (listFunctions.has(path))
    return openList([], machine.unknown(`calls ${path}, whose list only the running tool knows`))
  if (path.endsWith('.exec_module')) return none
  // A copy of one of the tool's lists has the same items.
  if (path.endsWith('.copy') && toolLists.has(path.slice(0, -'.copy'.length)))
    return external(path.slice(0, -'.copy'.length))
  return undefined
}

const numberOf = (value: Value | undefined): number | undefined =>
  value?.kind === 'int' ? Number(value.value) : value?.kind === 'float' ? value.value : undefined

const onText =
  (answer: (text: string) => Value | undefined): Builtin =>
  (_machine, [value]) => {
    const text = value ? pathText(value) : undefined
    return text === undefined ? undefined : answer(text)
  }

function pathText(value: Value): string | undefined {
  const plain = native(value)
  return plain.kind === 'str' || plain.kind === 'path' ? plain.value : undefined
}

const collection =
  (kind: 'list' | 'tuple' | 'set'): Builtin =>
  (machine, [value]) =>
    value ? listFrom(machine, value, kind) : list([], kind)

/** Returns the value itself, for wrappers that do not change a comfy-node. */
const same: Builtin = (_machine, [value]) => value

const binder =
  (binding: FunctionValue['binding']): Builtin =>
  (_machine, [value]) =>
    value?.kind === 'function' ? { ...value, binding } : undefined

const builtins: Record<string, Builtin> = {
  len: (_machine, [value]) => length(value),
  range: (machine, args) => range(machine, args),
  list: collection('list'),
  tuple: collection('tuple'),
  set: collection('set'),
  frozenset: collection('set'),
  dict: (machine, [value], keywords) => makeDict(machine, value, keywords),
  sorted: (machine, [value], keywords) =>
    value ? sortItems(machine, listFrom(machine, value, 'list'), keywords) : undefined,
  reversed: (machine, [value]) => (value ? reversed(machine, value) : undefined),
  iter: same,
  next: (machine, [value]) => (value ? machine.iterate(value).items[0] : undefined),
  enumerate: (machine, [value, start], keywords) => enumerate(machine, value, start ?? keywords.get('start')),
  zip: (machine, args) => zip(machine, args),
  map: (machine, [fn, value]) => (fn && value ? mapped(machine, fn, value) : undefined),
  filter: (machine, [fn, value]) => (fn && value ? filtered(machine, fn, value) : undefined),
  any: (machine, [value]) => (value ? anyOf(machine, value, true) : undefined),
  all: (machine, [value]) => (value ? anyOf(machine, value, false) : undefined),
  min: (machine, args) => extreme(machine, args, -1),
  max: (machine, args) => extreme(machine, args, 1),
  sum: () => undefined,
  abs: (_machine, [value]) => absolute(value),
  round: (_machine, [value, digits]) => rounded(value, digits),
  str: (_machine, [value]) => (value ? textValue(textOf(value)) : str('')),
  repr: (_machine, [value]) => textValue(value ? reprOf(value) : undefined),
  int: (_machine, [value]) => toInteger(value),
  float: (_machine, [value]) => toFloat(value),
  bool: (_machine, [value]) => boolOf(value ? truth(native(value)) : false),
  chr: (_machine, [value]) =>
    value?.kind === 'int' && value.value <= 0x10ffffn
      ? str(String.fromCodePoint(Number(value.value)))
      : undefined,
  ord: (_machine, [value]) => (value?.kind === 'str' ? int(value.value.codePointAt(0) ?? 0) : undefined),
  print: () => none,
  isinstance: (machine, [value, type]) =>
    boolOf(value && type ? isInstance(machine, value, type) : undefined),
  issubclass: (machine, [value, type]) =>
    boolOf(value && type ? isSubclass(machine, value, type) : undefined),
  callable: (_machine, [value]) =>
    value && !isUndecided(value) ? bool(['function', 'class', 'method'].includes(value.kind)) : undefined,
  hasattr: (machine, [object, name]) =>
    object && name?.kind === 'str' ? hasAttribute(machine, object, name.value) : undefined,
  getattr: (machine, [object, name, fallback]) => getAttribute(machine, object, name, fallback),
  setattr: (machine, [object, name, value]) => {
    if (object && value && name?.kind === 'str') machine.setAttribute(object, name.value, value)
    return none
  },
  type: (machine, args) => typeOf(machine, args),
  vars: (machine, [value]) => (value ? membersOf(machine, value) : undefined),
  dir: (machine, [value]) => (value ? namesOf(machine, value) : undefined),
  id: () => undefined,
  open: (machine, args, keywords) => {
    openFile(machine, args, keywords)
    return undefined
  },
  super: () => undefined,
  object: () => undefined,
  classmethod: binder('class'),
  staticmethod: binder('static'),
  property: binder('property'),
}

export const builtinNames: ReadonlySet<string> = new Set([
  ...Object.keys(builtins),
  'bytes',
  'complex',
  'eval',
  'exec',
  'compile',
  'input',
  'globals',
  'locals',
  'hash',
  'hex',
  'oct',
  'bin',
  'pow',
  'divmod',
  'slice',
  'format',
  'bytearray',
  'memoryview',
  'delattr',
  'Exception',
  'BaseException',
  'ImportError',
  'ModuleNotFoundError',
  'ValueError',
  'TypeError',
  'KeyError',
  'AttributeError',
  'RuntimeError',
  'NotImplementedError',
  'NotImplemented',
  'StopIteration',
  'FileNotFoundError',
  'OSError',
  'IndexError',
  '__import__',
])

const outside: Record<string, Builtin> = {
  'os.path.dirname': onText((text) => str(parentPath(text))),
  'os.path.basename': onText((text) => str(baseName(text))),
  'os.path.abspath': onText((text) => (text.startsWith('/') ? str(normalizePath(text)) : undefined)),
  'os.path.realpath': onText((text) => (text.startsWith('/') ? str(normalizePath(text)) : undefined)),
  'os.path.normpath': onText((text) => str(normalizePath(text))),
  'os.path.splitext': onText((text) => list(splitExtension(text).map(str), 'tuple')),
  'os.path.split': onText((text) => list([str(parentPath(text)), str(baseName(text))], 'tuple')),
  'os.path.join': (_machine, args) => {
    const texts = args.map(pathText)
    return texts.includes(undefined) || texts.length === 0
      ? undefined
      : str(joinPaths(...texts.map((text = '') => text)))
  },
  'os.path.exists': (machine, [path]) => exists(machine, path, 'exists'),
  'os.path.isfile': (machine, [path]) => exists(machine, path, 'isfile'),
  'os.path.isdir': (machine, [path]) => exists(machine, path, 'isdir'),
  'os.path.relpath': (_machine, [path, start]) => relativePath(path, start),
  'os.fspath': onText(str),
  'os.getenv': (_machine, args, keywords) => environmentVariable(args, keywords),
  'os.environ.get': (_machine, args, keywords) => environmentVariable(args, keywords),
  'os.listdir': (machine, [path]) => listFolder(machine, path),
  'os.scandir': (machine, [path]) => entriesOf(machine, path ?? str('.')),
  'os.walk': (machine, [path]) => (path ? walked(machine, path) : undefined),
  'glob.glob': (machine, [pattern], keywords) => globbed(machine, pattern, keywords),
  'glob.iglob': (machine, [pattern], keywords) => globbed(machine, pattern, keywords),
  'pathlib.Path': (_machine, args) => makePath(args),
  'pathlib.PurePath': (_machine, args) => makePath(args),
  'json.load': (machine, [source]) => readJson(machine, source),
  'json.dump': (machine, [value, file]) => {
    writeJson(machine, value, file)
    return none
  },
  'json.loads': (machine, [source]) => readJson(machine, source),
  're.sub': (machine, args) => {
    const [pattern, replacement, text] = args.map((value) => native(value))
    if (args.length !== 3 || pattern?.kind !== 'str' || replacement?.kind !== 'str' || text?.kind !== 'str')
      return undefined
    machine.budget.step(substitutionSteps(text.value))
    return textValue(substitute(pattern.value, replacement.value, text.value))
  },
  'copy.copy': (machine, [value]) => (value ? copied(machine, value) : undefined),
  'copy.deepcopy': (machine, [value]) => (value ? copied(machine, value) : undefined),
  'collections.OrderedDict': (machine, [value], keywords) => makeDict(machine, value, keywords),
  'collections.defaultdict': (machine, [, value], keywords) => makeDict(machine, value, keywords),
  // A maximum length would drop items, so only unbounded ones are known.
  'collections.deque': (machine, args, keywords) =>
    args.length > 1 || keywords.size > 0 ? undefined : collection('list')(machine, args, keywords),
  'types.MappingProxyType': same,
  'itertools.chain': (machine, args) => chained(machine, args),
  'itertools.chain.from_iterable': (machine, [value]) =>
    value ? chained(machine, machine.iterate(value).items) : undefined,
  'functools.wraps': () => external('functools.wraps()'),
  'functools.wraps()': same,
  'functools.lru_cache': (_machine, [value]) =>
    value?.kind === 'function' ? value : external('functools.wraps()'),
  'functools.cache': same,
  'functools.cached_property': binder('property'),
  'functools.partial': (_machine, [fn, ...args], keywords) => partial(fn, args, keywords),
  'dataclasses.dataclass': (_machine, [value]) => value ?? external('functools.wraps()'),
  'typing.cast': (_machine, [, value]) => value,
  'importlib.import_module': (machine, [name, base], keywords) =>
    importNamed(machine, name, base ?? keywords.get('package')),
  'importlib.util.spec_from_file_location': (machine, args, keywords) =>
    fileSpec(machine, args[1] ?? keywords.get('location')),
  'importlib.util.module_from_spec': same,
  'sys.path.append': (machine, [path]) => searchFolder(machine, path),
  'sys.path.insert': (machine, [, path]) => searchFolder(machine, path),
  'pkgutil.iter_modules': (machine, [paths, prefix], keywords) =>
    modulesIn(machine, paths ?? keywords.get('path'), prefix ?? keywords.get('prefix'), false),
  'pkgutil.walk_packages': (machine, [paths, prefix], keywords) =>
    modulesIn(machine, paths ?? keywords.get('path'), prefix ?? keywords.get('prefix'), true),
  'functools.reduce': (machine, args) => reduced(machine, args),
  'itertools.product': (machine, args, keywords) => (keywords.size > 0 ? undefined : product(machine, args)),
  'collections.ChainMap': (machine, args) => chainMap(machine, args),
  'comfy_env.register_nodes': (machine, [name], keywords) =>
    registeredNodes(machine, name ?? keywords.get('nodes_package')),
  'inspect.cleandoc': (_machine, [text]) =>
    text?.kind === 'str' ? str(cleanDocumentation(text.value)) : undefined,
  'inspect.getdoc': (machine, [value]) => (value ? documentation(machine, value) : undefined),
  'textwrap.dedent': (_machine, [text]) => (text?.kind === 'str' ? str(dedent(text.value)) : undefined),
  'inspect.stack': () => list(Array.from({ length: 3 }, () => external('inspect.FrameInfo'))),
  'inspect.isclass': (_machine, [value]) =>
    value && !isUndecided(value) ? bool(value.kind === 'class') : undefined,
  'inspect.isfunction': (_machine, [value]) =>
    value && !isUndecided(value) ? bool(value.kind === 'function') : undefined,
  'inspect.getmembers': (machine, [value, test]) => (value ? getMembers(machine, value, test) : undefined),
}

const table = new Map<string, Builtin>([
  ...Object.entries(builtins).map(([name, run]): [string, Builtin] => [`builtins.${name}`, run]),
  ...Object.entries(outside),
])

function textValue(text: string | undefined): Value | undefined {
  return text === undefined ? undefined : str(text)
}

function boolOf(answer: boolean | undefined): Value | undefined {
  return answer === undefined ? undefined : bool(answer)
}

/**
 * Returns the documentation of a value; a class inherits that of the first class in its line that has some.
 */
function documentation(machine: Machine, value: Value): Value | undefined {
  if (value.kind !== 'class' && value.kind !== 'function') return undefined
  const texts = (value.kind === 'class' ? machine.lineage(value) : [value]).map((one) =>
    one.kind === 'class' || one.kind === 'function' ? machine.attribute(one, '__doc__') : none,
  )
  const text = texts.find((one) => one.kind !== 'none') ?? none
  return text.kind === 'str' ? str(cleanDocumentation(text.value)) : text
}

function length(value: Value | undefined): Value | undefined {
  const plain = value ? native(value) : none
  if (isList(plain)) return plain.open || plain.maybe.size > 0 ? undefined : int(plain.items.length)
  if (plain.kind === 'dict') return plain.open ? undefined : int(plain.entries.size)
  return plain.kind === 'str' ? int([...plain.value].length) : undefined
}

function range(machine: Machine, args: readonly Value[]): Value | undefined {
  const numbers = args.map(numberOf)
  if (numbers.includes(undefined) || numbers.length === 0)
    return openList([], machine.unknown('goes through a range that is not known'))
  const [first = 0, second, step = 1] = numbers
  const [start, stop] = second === undefined ? [0, first] : [first, second]
  const count = step === 0 ? 0 : Math.max(0, Math.ceil((stop - start) / step))
  machine.budget.hold('listLength', count)
  return list(Array.from({ length: count }, (_, i) => int(start + i * step)))
}

function makeDict(
  machine: Machine,
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

function reversed(machine: Machine, value: Value): Value {
  const made = listFrom(machine, value, 'list')
  made.items.reverse()
  return made
}

function enumerate(machine: Machine, value: Value | undefined, start: Value | undefined): Value | undefined {
  if (!value) return undefined
  return eachOf(machine, value, (item, i) => list([int((numberOf(start) ?? 0) + i), item], 'tuple'))
}

/** Maps a list item by item; uncertain items stay uncertain. */
function eachOf(machine: Machine, value: Value, make: (item: Value, index: number) => Value): Value {
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

function zip(machine: Machine, args: readonly Value[]): Value {
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

function mapped(machine: Machine, fn: Value, value: Value): Value {
  return eachOf(machine, value, (item) => machine.call(fn, { positional: [item], keywords: new Map() }))
}

function filtered(machine: Machine, fn: Value, value: Value): Value {
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

function anyOf(machine: Machine, value: Value, wanted: boolean): Value | undefined {
  const { items, maybe, open } = machine.iterate(value)
  const answers = items.map((item) => (maybe.has(item) ? undefined : truth(native(item))))
  if (answers.includes(wanted)) return bool(wanted)
  return answers.includes(undefined) || open ? undefined : bool(!wanted)
}

function extreme(machine: Machine, args: readonly Value[], sign: number): Value | undefined {
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

function absolute(value: Value | undefined): Value | undefined {
  if (value?.kind === 'int') return int(value.value < 0n ? -value.value : value.value)
  return value?.kind === 'float' ? { kind: 'float', value: Math.abs(value.value) } : undefined
}

function rounded(value: Value | undefined, digits: Value | undefined): Value | undefined {
  if (value?.kind === 'int') return value
  if (value?.kind !== 'float') return undefined
  if (digits?.kind === 'int')
    return {
      kind: 'float',
      value: Number(value.value.toFixed(Math.min(20, Math.max(0, Number(digits.value))))),
    }
  return int(Math.round(value.value))
}

/** Longer numbers are not settings of a comfy-node. */
const mostDigits = 300

function toInteger(value: Value | undefined): Value | undefined {
  if (!value) return int(0)
  const plain = native(value)
  if (plain.kind === 'int') return plain
  if (plain.kind === 'bool') return int(plain.value ? 1 : 0)
  if (plain.kind === 'float' && Number.isFinite(plain.value)) return int(BigInt(Math.trunc(plain.value)))
  const written = plain.kind === 'str' ? plain.value.trim() : ''
  return written.length <= mostDigits && /^[+-]?\d+$/.test(written)
    ? int(BigInt(written.replace(/^\+/, '')))
    : undefined
}

function toFloat(value: Value | undefined): Value | undefined {
  const plain = value ? native(value) : int(0)
  if (plain.kind === 'int' || plain.kind === 'float') return { kind: 'float', value: Number(plain.value) }
  if (plain.kind !== 'str') return undefined
  const text = plain.value.trim().toLowerCase()
  if (/^[+-]?inf(inity)?$/.test(text))
    return { kind: 'float', value: text.startsWith('-') ? -Infinity : Infinity }
  if (text === 'nan') return { kind: 'float', value: Number.NaN }
  const number = Number(text)
  return text === '' || Number.isNaN(number) ? undefined : { kind: 'float', value: number }
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

function isInstance(machine: Machine, value: Value, type: Value): boolean | undefined {
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
  return value.kind === 'instance' ? machine.lineage(value.of).includes(type) : false
}

function isSubclass(machine: Machine, value: Value, type: Value): boolean | undefined {
  if (type.kind === 'tuple') return anyAnswer(type.items.map((item) => isSubclass(machine, value, item)))
  if (isUndecided(value)) return undefined
  if (value.kind !== 'class') return false
  const order = machine.lineage(value)
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

function hasAttribute(machine: Machine, object: Value, name: string): Value | undefined {
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

function getAttribute(machine: Machine, object?: Value, name?: Value, fallback?: Value): Value | undefined {
  if (!object || name?.kind !== 'str') return undefined
  const has = fallback ? hasAttribute(machine, object, name.value) : bool(true)
  if (has?.kind === 'bool' && !has.value) return fallback
  return machine.attribute(object, name.value)
}

/** `type(value)`, and `type(name, bases, members)`, which makes a class. */
function typeOf(machine: Machine, [value, bases, members]: readonly Value[]): Value | undefined {
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

function membersOf(machine: Machine, value: Value): Value | undefined {
  if (value.kind !== 'class' && value.kind !== 'module' && value.kind !== 'instance') return undefined
  return namespaceOf(machine, value)
}

function namesOf(machine: Machine, value: Value): Value | undefined {
  const members = membersOf(machine, value)
  return members ? sortItems(machine, listFrom(machine, members, 'list'), new Map()) : undefined
}

function getMembers(machine: Machine, value: Value, test: Value | undefined): Value | undefined {
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

function exists(machine: Machine, path: Value | undefined, kind: string): Value | undefined {
  const text = path ? pathText(path) : undefined
  return text === undefined ? undefined : pathExists(machine, text, kind)
}

function relativePath(path: Value | undefined, start: Value | undefined): Value | undefined {
  const [text, from] = [path ? pathText(path) : undefined, start ? pathText(start) : undefined]
  if (text === undefined || from === undefined) return undefined
  const [to, base] = [normalizePath(text), normalizePath(from)]
  return to === base ? str('.') : to.startsWith(`${base}/`) ? str(to.slice(base.length + 1)) : undefined
}

/**
 * A variable counts as unset when the pack has a default for it. Without a default, both cases are possible.
 */
function environmentVariable(
  [name, fallback]: readonly Value[],
  keywords: ReadonlyMap<string, Value>,
): Value | undefined {
  if (name?.kind === 'str' && isTestVariable(name.value)) return fallback ?? none
  const given = fallback ?? keywords.get('default')
  return given && given.kind !== 'none' ? given : undefined
}

function listFolder(machine: Machine, path: Value | undefined): Value {
  const text = path ? pathText(path) : undefined
  const inner = text === undefined ? undefined : insidePack(text)
  const names = inner === undefined ? undefined : machine.project.list(inner)
  return names
    ? list(names.map(str))
    : openList([], machine.unknown('lists a folder that only the user’s machine knows'))
}

function globbed(machine: Machine, pattern: Value | undefined, keywords: ReadonlyMap<string, Value>): Value {
  const text = pattern ? pathText(pattern) : undefined
  if (text === undefined || !text.startsWith(`${packRoot}/`)) {
    return openList([], machine.unknown('lists a folder that only the user’s machine knows'))
  }
  const isRecursive = truth(keywords.get('recursive') ?? bool(false)) === true
  const inner = normalizePath(text).slice(packRoot.length + 1)
  const found = matchPaths(
    machine.project,
    '',
    isRecursive ? inner : inner.replaceAll('**', '*'),
    false,
    () => machine.budget.step(),
  )
  return list(found.map((path) => str(`${packRoot}/${path}`)))
}

function makePath(args: readonly Value[]): Value | undefined {
  const texts = args.map(pathText)
  if (texts.includes(undefined)) return undefined
  return { kind: 'path', value: texts.length === 0 ? '.' : joinPaths(...texts.map((text = '') => text)) }
}

function copied(machine: Machine, value: Value): Value {
  return machine.budget.nested(() => copiedOnce(machine, value))
}

function copiedOnce(machine: Machine, value: Value): Value {
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

function chained(machine: Machine, args: readonly Value[]): Value {
  const made = list([])
  for (const value of args) {
    const { items, maybe, open } = machine.iterate(value)
    made.items.push(...items)
    for (const item of maybe) made.maybe.add(item)
    if (open) made.open = open
  }
  return made
}

function partial(
  fn: Value | undefined,
  args: readonly Value[],
  keywords: ReadonlyMap<string, Value>,
): Value | undefined {
  if (fn?.kind !== 'function' || args.length > 0) return undefined
  return { ...fn, defaults: new Map([...fn.defaults, ...keywords]) }
}

/** `importlib.import_module(".a", package=__name__)`, for names inside the pack. */
function importNamed(machine: Machine, name: Value | undefined, base: Value | undefined): Value | undefined {
  if (name?.kind !== 'str') return undefined
  const isRelative = name.value.startsWith('.')
  const from = base?.kind === 'str' ? base.value : '\uE000'
  // A pack may also name itself by the folder in which packs are installed.
  const full = isRelative ? from + name.value : name.value.replace(/^custom_nodes\.[^.]+/, '\uE000')
  if (!full.startsWith('\uE000'))
    return isRelative ? undefined : (machine.findAbsolute(name.value) ?? external(name.value))
  const inner = full
    .slice(1)
    .split('.')
    .filter((part) => part !== '')
    .join('.')
  return machine.project.findModule(inner) ? machine.importModule(inner) : undefined
}

/**
 * `register_nodes("nodes")` of the comfy-env library returns the two mappings of that package or, when it has
 * none, those of its subpackages. Source: the library's documentation.
 */
function registeredNodes(machine: Machine, name: Value | undefined): Value | undefined {
  const base = name?.kind === 'str' ? name.value : 'nodes'
  const inner = (machine.project.list(base) ?? [])
    .filter((each) => !/^[._]/.test(each) && machine.project.isFile(`${base}/${each}/__init__.py`))
    .map((each) => `${base}.${each}`)
  const [first, ...others] = [[base], inner].map((names) => mappingsOf(machine, names))
  return (
    first &&
    others[0] &&
    list(first.classes.entries.size > 0 ? Object.values(first) : Object.values(others[0]), 'tuple')
  )
}

function mappingsOf(
  machine: Machine,
  modules: readonly string[],
): { classes: DictValue; displayNames: DictValue } {
  const [classes, displayNames] = [dict(), dict()]
  for (const name of modules.filter((each) => machine.project.findModule(each)?.hasCode)) {
    const module = machine.importModule(name)
    if (module.kind !== 'module') continue
    const { names } = module.scope
    mergeInto(machine, classes, names.get('NODE_CLASS_MAPPINGS') ?? dict(), false)
    mergeInto(machine, displayNames, names.get('NODE_DISPLAY_NAME_MAPPINGS') ?? dict(), false)
  }
  return { classes, displayNames }
}

/**
 * The module of a file in the pack acts as its own spec and loader, so `exec_module` has nothing left to do.
 */
function fileSpec(machine: Machine, path: Value | undefined): Value | undefined {
  const text = path ? pathText(path) : undefined
  const inner = text === undefined ? undefined : insidePack(text)
  return inner === undefined ? undefined : machine.importFile(inner)
}

function searchFolder(machine: Machine, path: Value | undefined): Value {
  const text = path ? pathText(path) : undefined
  const inner = text === undefined ? undefined : insidePack(text)
  if (inner !== undefined) machine.addSearchFolder(inner)
  return none
}

function modulesIn(
  machine: Machine,
  paths: Value | undefined,
  prefix: Value | undefined,
  isDeep: boolean,
): Value | undefined {
  const before = prefix === undefined || prefix.kind === 'none' ? '' : pathText(prefix)
  if (!paths || before === undefined) return undefined
  const made = list([])
  const visit = (folder: string, start: string) => {
    for (const name of machine.project.list(folder) ?? []) {
      const full = folder === '' ? name : `${folder}/${name}`
      const isPackage = machine.project.isFile(`${full}/__init__.py`)
      const module = isPackage ? name : /^(?!__init__\.)([^.]+)\.py$/.exec(name)?.[1]
      if (module === undefined) continue
      machine.budget.hold('listLength', made.items.length)
      made.items.push(list([none, str(start + module), bool(isPackage)], 'tuple'))
      if (isPackage && isDeep) visit(full, `${start}${module}.`)
    }
  }
  for (const path of machine.iterate(paths).items) {
    const inner = insidePack(pathText(path) ?? '')
    if (inner !== undefined) visit(inner, before)
  }
  return made
}

/** Entries of `os.scandir`, each with its name and its path. */
function entriesOf(machine: Machine, folder: Value): Value | undefined {
  const text = pathText(folder)
  const names = listFolder(machine, folder)
  if (text === undefined || !isList(names) || names.open) return undefined
  return list(
    names.items.map((name) => ({ kind: 'path', value: joinPaths(text, pathText(name) ?? '') }) as const),
  )
}

/** Lists each folder below this one, with the names of its folders and files. */
function walked(machine: Machine, folder: Value): Value | undefined {
  const top = pathText(folder)
  if (top === undefined || insidePack(top) === undefined) return undefined
  const made = list([])
  const visit = (path: string) => {
    const inner = insidePack(path) ?? ''
    const below = (name: string) => (inner === '' ? name : `${inner}/${name}`)
    const names = machine.project.list(inner) ?? []
    const isFolder = (name: string) => machine.project.isFolder(below(name))
    const [folders, files] = [names.filter(isFolder), names.filter((name) => !isFolder(name))]
    machine.budget.hold('listLength', made.items.length)
    made.items.push(list([str(path), list(folders.map(str)), list(files.map(str))], 'tuple'))
    for (const name of folders) visit(joinPaths(path, name))
  }
  visit(top)
  return made
}

function reduced(machine: Machine, [fn, items, start]: readonly Value[]): Value | undefined {
  const all = items ? machine.iterate(items) : undefined
  if (!fn || !all || all.open || all.maybe.size > 0) return undefined
  const [first, ...others] = start ? [start, ...all.items] : all.items
  return others.reduce<Value | undefined>(
    (before, item) => before && machine.call(fn, { positional: [before, item], keywords: new Map() }),
    first,
  )
}

function product(machine: Machine, args: readonly Value[]): Value | undefined {
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
function chainMap(machine: Machine, args: readonly Value[]): Value {
  const made = dict()
  for (const map of args.toReversed()) mergeInto(machine, made, map, machine.isUncertain)
  return made
}
