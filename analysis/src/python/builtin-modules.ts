import { pathText } from './builtin-numbers.ts'
import { mergeInto } from './collections.ts'
import type { Interpreter } from './machine.ts'
import { insidePack, unknownName } from './project.ts'
import { bool, type DictValue, dict, external, list, none, str, type Value } from './values.ts'

/** `importlib.import_module(".a", package=__name__)`, for names inside the pack. */
export function importNamed(
  machine: Interpreter,
  name: Value | undefined,
  base: Value | undefined,
): Value | undefined {
  if (name?.kind !== 'str') return undefined
  const isRelative = name.value.startsWith('.')
  const from = base?.kind === 'str' ? base.value : unknownName
  // A pack may also name itself by the folder in which packs are installed.
  const full = isRelative ? from + name.value : name.value.replace(/^custom_nodes\.[^.]+/, unknownName)
  if (!full.startsWith(unknownName))
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
export function registeredNodes(machine: Interpreter, name: Value | undefined): Value | undefined {
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
  machine: Interpreter,
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
export function fileSpec(machine: Interpreter, path: Value | undefined): Value | undefined {
  const text = path ? pathText(path) : undefined
  const inner = text === undefined ? undefined : insidePack(text)
  return inner === undefined ? undefined : machine.importFile(inner)
}

/** `sys.path.append(path)` and similar calls. */
export function searchFolder(machine: Interpreter, path: Value | undefined): Value {
  const text = path ? pathText(path) : undefined
  const inner = text === undefined ? undefined : insidePack(text)
  if (inner !== undefined) machine.addSearchFolder(inner)
  return none
}

/** `pkgutil.iter_modules` and `walk_packages`. */
export function modulesIn(
  machine: Interpreter,
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
