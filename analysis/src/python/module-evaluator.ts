import { ignoreFiles, type OnFile } from '../progress.ts'
import { lineage, namespaceOf } from './attributes.ts'
import { type EvaluationLimits, evaluationLimits } from './budget.ts'
import { builtinNames } from './builtins.ts'
import { joinValues } from './collections.ts'
import { documentationOf } from './documentation.ts'
import { type Completion, next } from './evaluation-state.ts'
import { evaluate } from './expressions.ts'
import { callWith } from './machine.ts'
import { moduleScope, ObjectEvaluator } from './object-evaluator.ts'
import { type Project, packRoot } from './project.ts'
import { PythonError } from './python-error.ts'
import type { ClassSyntax, Expression, FunctionSyntax, ImportedName, Statement } from './syntax.ts'
import {
  type ClassValue,
  external,
  type FunctionValue,
  isList,
  isUndecided,
  list,
  type ModuleInfo,
  type ModuleValue,
  none,
  type Scope,
  str,
  type Value,
} from './values.ts'

/** Returns a module's statements, or undefined when its text cannot be read. */
export type StatementsOf = (path: string) => readonly Statement[] | undefined

/** Modules of the tool itself, which are loaded before any pack, so they win over files of the same name. */
const toolModules =
  /^(nodes|server|execution|folder_paths|utils|app|(comfy|comfy_api|comfy_extras|comfy_execution)(\.\w+)*)$/

/** Loads modules, and defines names, functions and classes. */
export abstract class ModuleEvaluator extends ObjectEvaluator {
  readonly #statementsOf: StatementsOf
  readonly #modules = new Map<string, ModuleValue>()
  readonly #searchFolders = new Set<string>()
  /** Modules without star imports from unknown modules. */
  readonly #starless = new Set<ModuleValue>()

  constructor(
    project: Project,
    statementsOf: StatementsOf,
    limits: EvaluationLimits = evaluationLimits,
    onFile: OnFile = ignoreFiles,
  ) {
    super(project, limits, onFile)
    this.#statementsOf = statementsOf
  }

  protected abstract moduleBlock(statements: readonly Statement[], scope: Scope): Completion

  /** Runs the pack's root module as far as possible. Returns undefined when there is none. */
  runRoot(): ModuleValue | undefined {
    const value = this.importModule('')
    return value.kind === 'module' ? value : undefined
  }

  /** Returns the root module with the names that it defined before the evaluation stopped. */
  startedRoot(): ModuleValue | undefined {
    return this.#modules.get('__init__.py')
  }

  importModule(name: string): Value {
    const found = this.project.findModule(name)
    if (!found) throw new PythonError(`No module ${name}`)
    return this.#load(found.path, { path: found.path, name, isPackage: found.isPackage }, found.hasCode)
  }

  importFile(path: string): ModuleValue | undefined {
    if (!this.project.isFile(path)) return undefined
    const isPackage = path.endsWith('__init__.py')
    const name = path.replace(/(\/?__init__)?\.py$/, '').replaceAll('/', '.')
    return this.#load(path, { path, name, isPackage }, true)
  }

  findAbsolute(name: string): Value | undefined {
    return this.#absolute(name)
  }

  addSearchFolder(path: string): void {
    this.#searchFolders.add(path)
  }

  #load(path: string, info: ModuleInfo, hasCode: boolean): ModuleValue {
    const known = this.#modules.get(path)
    if (known) return known
    const scope: Scope = {
      names: new Map(),
      parent: undefined,
      isClass: false,
      globals: new Set(),
      module: info,
    }
    const module: ModuleValue = { kind: 'module', path, scope, isComplete: false }
    this.#modules.set(path, module)
    scope.names.set('__file__', str(`${packRoot}/${path}`))
    scope.names.set('__name__', str(info.name === '' ? '\uE000' : `\uE000.${info.name}`))
    scope.names.set('__package__', str(['\uE000', packageOf(info)].filter(Boolean).join('.')))
    scope.names.set('__path__', list([str(`${packRoot}/${folderOf(info)}`)]))
    const statements = hasCode ? this.#statementsOf(path) : []
    if (!statements) return module
    scope.names.set('__doc__', textOrNone(documentationOf(statements)))
    this.#starless.add(module)
    const completion = this.inFile(path, () =>
      this.frame(undefined, undefined, () => this.moduleBlock(statements, scope)),
    )
    module.isComplete = completion === next && this.#starless.has(module)
    return module
  }

  lookUp(name: string, scope: Scope): Value {
    let isOwn = true
    for (let at: Scope | undefined = scope; at; at = at.parent) {
      const value = at.isClass && !isOwn ? undefined : at.names.get(name)
      if (value) return value
      isOwn = false
    }
    if (builtinNames.has(name)) return external(`builtins.${name}`)
    return this.unknown(`uses the name ${name}, which is not defined in the text`)
  }

  protected assign(name: string, value: Value, scope: Scope): void {
    const names = ownerOf(name, scope).names
    const before = this.isUncertain && scope.globals.has(name) ? names.get(name) : undefined
    // Branches of a condition are joined only for local names, so a global one is joined here.
    names.set(name, before ? joinValues(this, before, value) : value)
  }

  bind(target: Expression, value: Value, scope: Scope): void {
    if (target.kind === 'name') this.assign(target.name, value, scope)
    if (target.kind === 'attribute')
      this.setAttribute(evaluate(this, target.object, scope), target.name, value)
    if (target.kind === 'tuple' || target.kind === 'list') this.#unpack(target, value, scope)
    if (target.kind === 'subscript' && target.index.kind !== 'slice') {
      this.setItem(evaluate(this, target.object, scope), evaluate(this, target.index, scope), value)
    }
  }

  #unpack({ items }: Expression & { kind: 'tuple' | 'list' | 'set' }, value: Value, scope: Scope): void {
    const { items: values, open } = this.iterate(value)
    const rest = values.length - items.length + 1
    let at = 0
    for (const { value: target, isSplat } of items) {
      if (isSplat) {
        this.bind(target, list(values.slice(at, at + Math.max(rest, 0))), scope)
        at += Math.max(rest, 0)
      } else this.bind(target, values[at++] ?? open ?? this.unknown('is a part of something unknown'), scope)
    }
  }

  protected import({ name, alias }: ImportedName, scope: Scope): void {
    const module = this.#absolute(name)
    const [top = name] = name.split('.')
    if (alias !== undefined) this.assign(alias, module ?? external(name), scope)
    else this.assign(top, this.#absolute(top, module !== undefined) ?? external(top), scope)
  }

  /**
   * Finds a module of the pack that is imported by an absolute name, through a folder added to the search
   * path.
   */
  #absolute(name: string, mayBeFolder = false): Value | undefined {
    const own = /^custom_nodes\.[^.]+(?:\.(.*))?$/.exec(name)
    const candidates = own
      ? [own[1] ?? '']
      : [...this.#searchFolders].map((folder) =>
          [folder.replaceAll('/', '.'), name].filter(Boolean).join('.'),
        )
    if (!own && toolModules.test(name)) return undefined
    const isModule = (candidate: string) => {
      const module = this.project.findModule(candidate)
      return module !== undefined && (module.hasCode || mayBeFolder)
    }
    const found = candidates.find((candidate) => isModule(candidate))
    if (found !== undefined) return this.importModule(found)
    const parents = candidates.flatMap((candidate) => this.project.findModule(parentModule(candidate)) ?? [])
    const isBroken = name.includes('.') && parents.some((parent) => parent.path.endsWith('__init__.py'))
    return isBroken ? this.failure(`imports ${name}, which the pack does not have`) : undefined
  }

  protected importFrom(statement: Statement & { kind: 'from' }, scope: Scope): Completion {
    const module = this.#resolve(statement, scope)
    if (statement.names === '*') {
      if (module.kind === 'module') this.#importAll(module, scope)
      const own = this.#modules.get(scope.module.path)
      if (own && (module.kind !== 'module' || !this.#starless.has(module))) this.#starless.delete(own)
      return next
    }
    for (const { name, alias } of statement.names)
      this.assign(alias ?? name, this.#member(module, name), scope)
    return next
  }

  #resolve({ level, module }: Statement & { kind: 'from' }, scope: Scope): Value {
    if (level === 0) return this.#absolute(module) ?? external(module)
    const name = relativeName(scope.module, level, module)
    if (name === undefined) return external(module)
    return this.importModule(name)
  }

  #importAll(module: ModuleValue, scope: Scope): void {
    const all = module.scope.names.get('__all__')
    const listed = isList(all)
      ? all.items.flatMap((item) => (item.kind === 'str' ? [item.value] : []))
      : undefined
    const names = listed ?? [...module.scope.names.keys()].filter((name) => !name.startsWith('_'))
    for (const name of names) this.assign(name, this.#member(module, name), scope)
  }

  #member(module: Value, name: string): Value {
    if (module.kind !== 'module') return this.attribute(module, name)
    const own = module.scope.names.get(name)
    if (own) return own
    const { name: base, isPackage } = module.scope.module
    const full = base === '' ? name : `${base}.${name}`
    if (isPackage && this.project.findModule(full)) return this.importModule(full)
    this.failIfMissing(module, name)
    return this.unknown(`imports ${name}, which ${module.path} does not define in its text`)
  }

  protected function(syntax: FunctionSyntax, scope: Scope): FunctionValue {
    const defaults = new Map<string, Value>()
    for (const { name, fallback } of syntax.parameters)
      if (fallback) defaults.set(name, evaluate(this, fallback, scope))
    return {
      kind: 'function',
      name: syntax.name,
      at: { file: this.file, line: syntax.line },
      parameters: syntax.parameters,
      defaults,
      body: { kind: 'statements', syntax, statements: syntax.body },
      scope,
      binding: syntax.name === '__init_subclass__' || syntax.name === '__class_getitem__' ? 'class' : 'plain',
    }
  }

  makeLambda({ parameters, body, line }: Expression & { kind: 'lambda' }, scope: Scope): FunctionValue {
    const defaults = new Map<string, Value>()
    for (const { name, fallback } of parameters)
      if (fallback) defaults.set(name, evaluate(this, fallback, scope))
    const at = { file: this.file, line }
    return {
      kind: 'function',
      name: 'lambda',
      at,
      parameters,
      defaults,
      body: { kind: 'expression', expression: body },
      scope,
      binding: 'plain',
    }
  }

  protected class(syntax: ClassSyntax, scope: Scope): ClassValue {
    const bases = syntax.bases
      .filter((base) => base.name === undefined)
      .map((base) => evaluate(this, base.value, scope))
    const inner: Scope = { ...scope, names: new Map(), parent: scope, isClass: true, globals: new Set() }
    const made: ClassValue = {
      kind: 'class',
      name: syntax.name,
      at: { file: this.file, line: syntax.line },
      bases,
      members: inner.names,
      module: moduleScope(scope).names.get('__name__') ?? none,
      fields: syntax.fields,
      subclasses: list([]),
    }
    const documentation = documentationOf(syntax.body)
    if (documentation !== undefined) inner.names.set('__doc__', str(documentation))
    this.block(syntax.body, inner)
    // A branch in the body may have replaced the map of names.
    made.members = inner.names
    for (const member of made.members.values()) if (member.kind === 'function') member.owner ??= made
    this.#announceSubclass(made)
    this.#runMaker(made, syntax, scope)
    return made
  }

  /** Runs `__new__` and `__init__` of the pack's own metaclass, because packs register classes in them. */
  #runMaker(made: ClassValue, syntax: ClassSyntax, scope: Scope): void {
    const named = syntax.bases.find(({ name }) => name === 'metaclass')
    const own = named ? evaluate(this, named.value, scope) : undefined
    const maker =
      own?.kind === 'class'
        ? own
        : lineage(made).flatMap((one) => (one.kind === 'class' ? (one.maker ?? []) : []))[0]
    if (!maker) return
    made.maker = maker
    const given = [str(made.name), list(made.bases, 'tuple'), namespaceOf(this, made)]
    this.making.push(made)
    try {
      for (const name of ['__new__', '__init__'] as const) {
        const hook = lineage(maker).flatMap((one) =>
          one.kind === 'class' ? (one.members.get(name) ?? []) : [],
        )[0]
        const first = name === '__new__' ? maker : made
        if (hook?.kind === 'function') this.call(hook, callWith([first, ...given]))
      }
    } finally {
      this.making.pop()
    }
  }

  /** Calls `__init_subclass__` of the bases, because packs register classes in it. */
  #announceSubclass(made: ClassValue): void {
    for (const base of made.bases) {
      if (base.kind !== 'class') continue
      base.subclasses.items.push(made)
      if (this.isUncertain) base.subclasses.maybe.add(made)
    }
    for (const base of lineage(made).slice(1)) {
      const hook = base.kind === 'class' ? base.members.get('__init_subclass__') : undefined
      if (hook?.kind !== 'function') continue
      this.call({ kind: 'method', self: made, name: hook.name, function: hook }, callWith([]))
      return
    }
  }

  protected decorate(value: Value, decorators: readonly Expression[], scope: Scope): Value {
    return decorators.toReversed().reduce((inner, expression) => {
      const decorator = evaluate(this, expression, scope)
      // `@size.setter` returns the property itself.
      if (decorator.kind === 'method' && decorator.self.kind === 'function') return decorator.self
      const result = this.call(decorator, callWith([inner]))
      // Most decorators from other packages only wrap, so the decorated function or class stays as written.
      return isUndecided(result) || (result.kind === 'none' && inner.kind === 'class') ? inner : result
    }, value)
  }
}

function folderOf({ path, isPackage }: ModuleInfo): string {
  const cut = path.lastIndexOf('/')
  return isPackage && !path.endsWith('.py') ? path : cut < 0 ? '' : path.slice(0, cut)
}

function packageOf({ name, isPackage }: ModuleInfo): string {
  return isPackage ? name : name.slice(0, Math.max(0, name.lastIndexOf('.')))
}

function parentModule(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf('.')))
}

function ownerOf(name: string, scope: Scope): Scope {
  if (!scope.globals.has(name)) return scope
  for (let at = scope.parent; at; at = at.parent) if (!at.parent || at.names.has(name)) return at
  return scope
}

/** Resolves a relative import: `..a` in `b.c.d` is `b.a`. Returns undefined when it leaves the pack. */
function relativeName({ name, isPackage }: ModuleInfo, level: number, module: string): string | undefined {
  const parts = name === '' ? [] : name.split('.')
  const up = isPackage ? level - 1 : level
  if (up > parts.length) return undefined
  return [...parts.slice(0, parts.length - up), ...(module === '' ? [] : [module])].join('.')
}

function textOrNone(text: string | undefined): Value {
  return text === undefined ? none : str(text)
}
