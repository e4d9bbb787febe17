import { setAttributeOf } from './attributes.ts'
import {
  entriesOf,
  environmentVariable,
  exists,
  globbed,
  listFolder,
  makePath,
  relativePath,
  walked,
} from './builtin-files.ts'
import { fileSpec, importNamed, modulesIn, registeredNodes, searchFolder } from './builtin-modules.ts'
import { absolute, onText, pathText, rounded, textValue, toFloat, toInteger } from './builtin-numbers.ts'
import {
  anyOf,
  binder,
  boolOf,
  chained,
  chainMap,
  collection,
  copied,
  documentation,
  enumerate,
  extreme,
  filtered,
  getAttribute,
  getMembers,
  hasAttribute,
  isInstance,
  isSubclass,
  length,
  makeDict,
  mapped,
  membersOf,
  namesOf,
  partial,
  product,
  range,
  reduced,
  reversed,
  same,
  typeOf,
  zip,
} from './builtin-values.ts'
import { listFrom, sortItems } from './collection-methods.ts'
import { cleanDocumentation, dedent } from './documentation.ts'
import type { Builtin, CallArguments, Interpreter } from './machine.ts'
import { addFolder, filesOfKey, pathsOfKey } from './model-folders.ts'
import { native, reprOf, textOf } from './operators.ts'
import { openFile, readJson, writeJson } from './path-methods.ts'
import { substitute, substitutionSteps } from './patterns.ts'
import { baseName, joinPaths, normalizePath, parentPath, splitExtension } from './project.ts'
import { listFunctions, toolLists } from './tool-facts.ts'
import { bool, external, int, isUndecided, list, none, openList, str, truth, type Value } from './values.ts'

/** Calls something outside the pack. Returns undefined for anything unknown here. */
export function callExternal(
  machine: Interpreter,
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
  setattr: (_machine, [object, name, value]) => {
    if (object && value && name?.kind === 'str') setAttributeOf(object, name.value, value)
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
  'folder_paths.get_filename_list': (machine, [key], keywords) =>
    filesOfKey(machine, key ?? keywords.get('folder_name')),
  'folder_paths.get_folder_paths': (machine, [key]) => pathsOfKey(machine, key),
  'folder_paths.add_model_folder_path': (machine, [key, path], keywords) =>
    addFolder(machine, key ?? keywords.get('folder_name'), path ?? keywords.get('full_folder_path')),
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
    value && (!isUndecided(value) || isModule(value)) ? bool(value.kind === 'class') : undefined,
  'inspect.isfunction': (_machine, [value]) =>
    value && !isUndecided(value) ? bool(value.kind === 'function') : undefined,
  'asyncio.run': (machine, [coroutine]) => coroutine && machine.awaited(coroutine),
  'inspect.getmembers': (machine, [value, test]) => (value ? getMembers(machine, value, test) : undefined),
}

/** `import inspect` */
function isModule(value: Value): boolean {
  return value.kind === 'external' && !value.path.includes('.')
}

const table = new Map<string, Builtin>([
  ...Object.entries(builtins).map(([name, run]): [string, Builtin] => [`builtins.${name}`, run]),
  ...Object.entries(outside),
])
