import { pathOf } from '../lock/parts.ts'
import type { Evaluator } from '../python/evaluator.ts'
import { foldersOfKey } from '../python/model-folders.ts'
import type { Argument, Expression } from '../python/syntax.ts'
import { type ClassValue, type FunctionValue, type Scope, str, type Value } from '../python/values.ts'

/** Functions that are followed from one class. */
const maxFunctions = 60
/** Parts of their code. */
const maxParts = 50_000

const readers = new Set(['get_filename_list', 'get_full_path', 'get_full_path_or_raise', 'get_folder_paths'])

/** Their lists are read as they are. */
const declares = new Set(['INPUT_TYPES', 'define_schema'])

/**
 * Returns the folder of models in which the code of a class looks for files, or undefined unless it is exactly one. Some
 * inputs exist in the front end only, so that the list of their choices is not in `INPUT_TYPES`.
 */
export function folderInCode(evaluator: Evaluator, cls: ClassValue): string[] | undefined {
  const folders = new Set<string>()
  const open = [...cls.members].flatMap(([name, member]) => (declares.has(name) ? [] : functionOf(member)))
  const seen = new Set<FunctionValue['body']>()
  let left = maxParts
  for (let at = 0; at < open.length && at < maxFunctions; at++) {
    const { body, scope } = open[at] as FunctionValue
    if (seen.has(body)) continue
    seen.add(body)
    const parts: unknown[] = [body.kind === 'expression' ? body.expression : body.statements()]
    while (parts.length > 0 && --left > 0) {
      const part = parts.pop()
      if (typeof part !== 'object' || part === null) continue
      if ('kind' in part && part.kind === 'call') {
        const { callee, args } = part as Expression & { kind: 'call' }
        for (const folder of foldersOfCall(evaluator, callee, args)) folders.add(folder)
        open.push(...functionOf(calledBy(callee, scope)))
      }
      parts.push(...Object.values(part))
    }
  }
  return folders.size === 1 ? [...folders] : undefined
}

/** Reads `folder_paths.get_full_path("loras", …)` and `os.path.join(folder_paths.models_dir, "sams")`. */
function foldersOfCall(evaluator: Evaluator, callee: Expression, args: readonly Argument[]): string[] {
  const [first, ...rest] = args.map(({ value }) => value)
  if (!first || callee.kind !== 'attribute') return []
  if (isOfTool(callee) && readers.has(callee.name))
    return first.kind === 'string' ? foldersOfKey(evaluator, str(first.value)) : []
  if (callee.name !== 'join' || !isOfTool(first) || first.name !== 'models_dir') return []
  const end = rest.findIndex(({ kind }) => kind !== 'string')
  const texts = rest.slice(0, end < 0 ? rest.length : end)
  const parts = texts.flatMap((part) => (part.kind === 'string' ? [part.value] : []))
  return parts.length === 0 ? [] : [parts.join('/')].filter((path) => pathOf(path) === path)
}

const isOfTool = (part: Expression): part is Expression & { kind: 'attribute' } =>
  part.kind === 'attribute' && part.object.kind === 'name' && part.object.name === 'folder_paths'

function functionOf(value: Value | undefined): FunctionValue[] {
  if (value?.kind === 'function') return [value]
  return value?.kind === 'method' && value.function ? [value.function] : []
}

/** Functions of the same module, those that it imports, and those of imported modules. */
function calledBy(callee: Expression, scope: Scope): Value | undefined {
  if (callee.kind === 'name') return nameIn(scope, callee.name)
  if (callee.kind !== 'attribute' || callee.object.kind !== 'name') return undefined
  const module = nameIn(scope, callee.object.name)
  return module?.kind === 'module' ? module.scope.names.get(callee.name) : undefined
}

function nameIn(scope: Scope | undefined, name: string): Value | undefined {
  for (let each = scope; each; each = each.parent) {
    const found = each.names.get(name)
    if (found) return found
  }
  return undefined
}
