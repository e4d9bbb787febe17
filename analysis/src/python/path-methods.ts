import { parsePythonJson } from './json.ts'
import type { CallArguments, Interpreter } from './machine.ts'
import { filesIn } from './model-folders.ts'
import { native, textOf } from './operators.ts'
import { insidePack, joinPaths, matchPaths, normalizePath, packRoot, splitExtension } from './project.ts'
import { bool, list, none, str, type Value } from './values.ts'

/** Calls a method or reads a property of a path. Returns undefined when the result is unknown. */
export function pathMethod(
  machine: Interpreter,
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
export function pathExists(machine: Interpreter, path: string, kind: string): Value | undefined {
  const inner = insidePack(path)
  if (inner === undefined) return undefined
  const isFile = machine.project.isFile(inner) || machine.written.has(inner)
  const isFolder = machine.project.isFolder(inner)
  if (kind === 'is_file' || kind === 'isfile') return bool(isFile)
  // Folders that the code creates are not tracked.
  if (kind === 'is_dir' || kind === 'isdir') return isFolder ? bool(true) : isFile ? bool(false) : undefined
  return bool(isFile || isFolder)
}

function pathsIn(machine: Interpreter, folder: string, pattern: string, recursive: boolean): Value {
  const inner = insidePack(folder)
  if (inner === undefined) return filesIn(machine, folder)
  const found = matchPaths(machine.project, inner, pattern, recursive, () => machine.budget.step())
  machine.budget.hold('listLength', found.length)
  return list(found.map((path) => ({ kind: 'path', value: `${packRoot}/${path}` })))
}

/** Returns the text of a file in the pack. */
function packText(machine: Interpreter, path: string): Value | undefined {
  const inner = insidePack(path)
  if (inner === undefined) return undefined
  if (machine.written.has(inner)) return machine.written.get(inner)
  const text = machine.project.text(inner)
  return text === undefined ? undefined : str(text)
}

/** `open(path, mode)` of a file in the pack: a missing one cannot be read. */
export function openFile(
  machine: Interpreter,
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
export function writeJson(machine: Interpreter, value: Value | undefined, file: Value | undefined): void {
  const path =
    file?.kind === 'outcome' && file.callee === 'builtins.open' ? textOf(file.args[0] ?? none) : undefined
  const inner = path === undefined ? undefined : insidePack(path)
  if (inner !== undefined && value && !machine.isUncertain) machine.written.set(inner, value)
}

/** `json.load(open(path))` and `json.loads(text)`. */
export function readJson(machine: Interpreter, source: Value | undefined): Value | undefined {
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

/** Calls a method on the result of an outside call, such as an opened file. */
export function outcomeMethod(
  machine: Interpreter,
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
  if (name === 'run_until_complete' && args.positional[0]) return machine.awaited(args.positional[0])
  // Methods such as `add_route` and `append` on outside objects change nothing that is tracked here.
  return args.positional.length > 0 && name.startsWith('add_') ? none : undefined
}
