import { pathText } from './builtin-numbers.ts'
import type { Interpreter } from './machine.ts'
import { filesIn } from './model-folders.ts'
import { pathExists } from './path-methods.ts'
import { insidePack, joinPaths, matchPaths, normalizePath, packRoot } from './project.ts'
import { isTestVariable } from './tool-facts.ts'
import { bool, isList, list, none, str, truth, type Value } from './values.ts'

/** `os.path.exists` and its relatives; `kind` is the name of the function. */
export function exists(machine: Interpreter, path: Value | undefined, kind: string): Value | undefined {
  const text = path ? pathText(path) : undefined
  return text === undefined ? undefined : pathExists(machine, text, kind)
}

/** `os.path.relpath(path, start)`. */
export function relativePath(path: Value | undefined, start: Value | undefined): Value | undefined {
  const [text, from] = [path ? pathText(path) : undefined, start ? pathText(start) : undefined]
  if (text === undefined || from === undefined) return undefined
  const [to, base] = [normalizePath(text), normalizePath(from)]
  return to === base ? str('.') : to.startsWith(`${base}/`) ? str(to.slice(base.length + 1)) : undefined
}

/**
 * A variable counts as unset when the pack has a default for it. Without a default, both cases are possible.
 */
export function environmentVariable(
  [name, fallback]: readonly Value[],
  keywords: ReadonlyMap<string, Value>,
): Value | undefined {
  if (name?.kind === 'str' && isTestVariable(name.value)) return fallback ?? none
  const given = fallback ?? keywords.get('default')
  return given && given.kind !== 'none' ? given : undefined
}

/** `os.listdir(path)`. */
export function listFolder(machine: Interpreter, path: Value | undefined): Value {
  const text = path ? pathText(path) : undefined
  const inner = text === undefined ? undefined : insidePack(text)
  const names = inner === undefined ? undefined : machine.project.list(inner)
  return names ? list(names.map(str)) : filesIn(machine, text)
}

/** `glob.glob` and the `glob` methods of paths. */
export function globbed(
  machine: Interpreter,
  pattern: Value | undefined,
  keywords: ReadonlyMap<string, Value>,
): Value {
  const text = pattern ? pathText(pattern) : undefined
  if (text === undefined || !text.startsWith(`${packRoot}/`)) return filesIn(machine, text)
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

/** `pathlib.Path(…)`. */
export function makePath(args: readonly Value[]): Value | undefined {
  const texts = args.map(pathText)
  if (texts.includes(undefined)) return undefined
  return { kind: 'path', value: texts.length === 0 ? '.' : joinPaths(...texts.map((text = '') => text)) }
}

/** Entries of `os.scandir`, each with its name and its path. */
export function entriesOf(machine: Interpreter, folder: Value): Value | undefined {
  const text = pathText(folder)
  const names = listFolder(machine, folder)
  if (text === undefined || !isList(names) || names.open) return undefined
  return list(
    names.items.map((name) => ({ kind: 'path', value: joinPaths(text, pathText(name) ?? '') }) as const),
  )
}

/** Lists each folder below this one, with the names of its folders and files. */
export function walked(machine: Interpreter, folder: Value): Value | undefined {
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
