import { ignoreFiles, type OnFile } from '../ground/progress.ts'
import { attributeOf, lineage, namespaceOf, setAttributeOf } from './attributes.ts'
import { Budget, type EvaluationLimits, Exhausted, evaluationLimits } from './budget.ts'
import { builtinNames, callExternal } from './builtins.ts'
import { joinValues, mergeInto, putEntry } from './collections.ts'
import { documentationOf } from './documentation.ts'
import { type ExpressionMachine, evaluate } from './expressions.ts'
import { TooDeep } from './lower-expressions.ts'
import { type CallArguments, callWith, type Iteration } from './machine.ts'
import { callMethod } from './methods.ts'
import { openEntry, toolFolders } from './model-folders.ts'
import { binary, native } from './operators.ts'
import { type Project, packRoot, unknownName } from './project.ts'
import { PythonError, PythonSyntaxError } from './python-error.ts'
import type {
  ClassSyntax,
  Expression,
  FunctionSyntax,
  ImportedName,
  Statement,
  StatementsOf,
} from './syntax.ts'
import {
  type ClassValue,
  type DictValue,
  dict,
  external,
  type FunctionValue,
  foldersIn,
  type InstanceValue,
  isList,
  isUndecided,
  keyOf,
  type ListValue,
  list,
  type ModuleInfo,
  type ModuleValue,
  none,
  type Place,
  type Scope,
  str,
  truth,
  type UnknownValue,
  type Value,
} from './values.ts'

type Completion = { kind: 'next' | 'break' | 'continue' | 'raise' } | { kind: 'return'; value: Value }
const next: Completion = { kind: 'next' }

interface Frame {
  function?: FunctionValue
  /** The object that `super()` binds to. */
  self: Value | undefined
  /** Values returned under an unknown condition. */
  possible: Value[]
  yields: Value[]
}

/** An import of a module that the pack does not have. */
export interface MissingModule {
  /** The name in the code, such as `.palettes`. */
  written: string
  /** Relative to the pack, such as `palettes`. */
  name: string
  at: Place
}

/** Code that can give a module names which its text does not show. */
const namesAtRunTime = /__getattr__|\b(?:globals|locals|vars|exec|eval|setattr)\s*\(|__path__/

/** `with suppress(ImportError)` is a `try` that continues after an error. */
const isSuppressing = ({ value }: { value: Expression }): boolean => {
  const callee = value.kind === 'call' ? value.callee : value
  return (callee.kind === 'name' || callee.kind === 'attribute') && callee.name === 'suppress'
}
const suppressed = { handlers: [{ body: [] }], otherwise: [], last: [] }

/** Modules of the tool itself, which are loaded before any pack, so they win over files of the same name. */
const toolModules =
  /^(nodes|server|execution|folder_paths|utils|app|(comfy|comfy_api|comfy_extras|comfy_execution)(\.\w+)*)$/

/**
 * Follows a pack's Python code as the interpreter would, without running anything: known values stay known,
 * and values that only a running tool knows become `unknown` with a reason. Both branches of an unknown
 * condition are followed, and their registrations are marked as conditional.
 */
export class Evaluator implements ExpressionMachine {
  readonly budget: Budget
  readonly project: Project
  readonly #onFile: OnFile
  readonly written = new Map<string, Value | undefined>()
  /** Loops and statements that were left because they take too long. */
  readonly cuts: Place[] = []
  readonly #toolMappings = new Map<string, DictValue>()
  /** Errors during loading that nothing in the pack catches. */
  readonly failures: { reason: string; at: Place }[] = []
  /** Imports that run for certain, outside of any `try`, of modules that the pack does not have. */
  readonly missing: MissingModule[] = []
  readonly #frames: Frame[] = []
  #tries = 0
  #uncertainty = 0
  #file = '__init__.py'
  #line = 1
  /** Classes that a metaclass of the pack is currently making. */
  readonly #making: ClassValue[] = []
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
    this.project = project
    this.#statementsOf = statementsOf
    this.#onFile = onFile
    this.budget = new Budget(limits)
  }

  get at(): Place {
    return { file: this.#file, line: this.#line }
  }

  get isUncertain(): boolean {
    return this.#uncertainty > 0
  }

  toolMapping(name: string): DictValue {
    const known = this.#toolMappings.get(name)
    if (known) return known
    const made: DictValue = {
      ...(name === 'folder_names_and_paths' ? toolFolders() : dict()),
      fallback: this.unknown('belongs to the tool itself'),
    }
    this.#toolMappings.set(name, made)
    return made
  }

  enter(line: number): void {
    this.#line = line
    this.budget.step()
  }

  unknown(reason: string): UnknownValue {
    return { kind: 'unknown', reason, at: this.at }
  }

  failure(reason: string): UnknownValue {
    if (this.#tries > 0) throw new PythonError(reason)
    return this.unknown(reason)
  }

  uncertainly<Result>(run: () => Result): Result {
    this.#uncertainty++
    try {
      return run()
    } finally {
      this.#uncertainty--
    }
  }

  #inFile<Result>(file: string, run: () => Result): Result {
    const before = { file: this.#file, line: this.#line }
    this.#file = file
    this.#onFile(file, 'evaluate')
    try {
      return this.budget.nested(run)
    } finally {
      this.#file = before.file
      this.#line = before.line
      this.#onFile(before.file, 'evaluate')
    }
  }

  #frame<Result>(
    fn: FunctionValue | undefined,
    self: Value | undefined,
    run: (frame: Frame) => Result,
  ): Result {
    const frame: Frame = { ...(fn ? { function: fn } : {}), self, possible: [], yields: [] }
    this.#frames.push(frame)
    try {
      return run(frame)
    } finally {
      this.#frames.pop()
    }
  }

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
    scope.names.set('__name__', str([unknownName, info.name].filter(Boolean).join('.')))
    scope.names.set('__package__', str([unknownName, packageOf(info)].filter(Boolean).join('.')))
    scope.names.set('__path__', list([str(`${packRoot}/${folderOf(info)}`)]))
    const statements = hasCode ? this.#statementsOf(path) : []
    if (!statements) return module
    scope.names.set('__doc__', textOrNone(documentationOf(statements)))
    this.#starless.add(module)
    const completion = this.#inFile(path, () =>
      this.#frame(undefined, undefined, () => this.#moduleBlock(statements, scope)),
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

  #assign(name: string, value: Value, scope: Scope): void {
    const names = ownerOf(name, scope).names
    const before = this.isUncertain && scope.globals.has(name) ? names.get(name) : undefined
    // Branches of a condition are joined only for local names, so a global one is joined here.
    names.set(name, before ? joinValues(this, before, value) : value)
  }

  bind(target: Expression, value: Value, scope: Scope): void {
    if (target.kind === 'name') this.#assign(target.name, value, scope)
    if (target.kind === 'attribute') setAttributeOf(evaluate(this, target.object, scope), target.name, value)
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

  #import({ name, alias }: ImportedName, scope: Scope): void {
    const module = this.findAbsolute(name)
    const [top = name] = name.split('.')
    if (alias !== undefined) this.#assign(alias, module ?? external(name), scope)
    else this.#assign(top, this.findAbsolute(top, module !== undefined) ?? external(top), scope)
  }

  /**
   * Finds a module of the pack that is imported by an absolute name, through a folder added to the search
   * path.
   */
  findAbsolute(name: string, mayBeFolder = false): Value | undefined {
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

  #importFrom(statement: Statement & { kind: 'from' }, scope: Scope): Completion {
    const module = this.#resolve(statement, scope)
    if (statement.names === '*') {
      if (module.kind === 'module') this.#importAll(module, scope)
      const own = this.#modules.get(scope.module.path)
      if (own && (module.kind !== 'module' || !this.#starless.has(module))) this.#starless.delete(own)
      return next
    }
    for (const { name, alias } of statement.names) {
      if (statement.level > 0) this.#noteMissingMember(statement, module, name)
      this.#assign(alias ?? name, this.#member(module, name), scope)
    }
    return next
  }

  #resolve({ level, module }: Statement & { kind: 'from' }, scope: Scope): Value {
    if (level === 0) return this.findAbsolute(module) ?? external(module)
    const name = relativeName(scope.module, level, module)
    if (name === undefined) return external(module)
    if (!this.project.findModule(name)) this.#noteMissing(`${'.'.repeat(level)}${module}`, name)
    return this.importModule(name)
  }

  #noteMissing(written: string, name: string): void {
    if (this.#tries === 0 && !this.isUncertain) this.missing.push({ written, name, at: this.at })
  }

  /** Notes `from . import x` if the package has neither a module nor anything else of the name. */
  #noteMissingMember(
    { level, module: written }: Statement & { kind: 'from' },
    module: Value,
    name: string,
  ): void {
    if (module.kind !== 'module' || !module.scope.module.isPackage || !this.#starless.has(module)) return
    if (module.scope.names.has(name) || /^__\w+__$/.test(name)) return
    const { name: base } = module.scope.module
    const full = base === '' ? name : `${base}.${name}`
    const text = this.project.text(module.path) ?? ''
    const isOwn = module.path === this.#file
    const isMade = namesAtRunTime.test(text) || (!isOwn && text.includes(name))
    if (this.project.findModule(full) || isMade) return
    this.#noteMissing(`${'.'.repeat(level)}${written}${written ? '.' : ''}${name}`, full)
  }

  #importAll(module: ModuleValue, scope: Scope): void {
    const all = module.scope.names.get('__all__')
    const listed = isList(all)
      ? all.items.flatMap((item) => (item.kind === 'str' ? [item.value] : []))
      : undefined
    const names = listed ?? [...module.scope.names.keys()].filter((name) => !name.startsWith('_'))
    for (const name of names) this.#assign(name, this.#member(module, name), scope)
  }

  #member(module: Value, name: string): Value {
    if (module.kind !== 'module') return this.attribute(module, name)
    const own = module.scope.names.get(name)
    if (own) return own
    const { name: base, isPackage } = module.scope.module
    const full = base === '' ? name : `${base}.${name}`
    if (isPackage && this.project.findModule(full)) return this.importModule(full)
    this.#failIfMissing(module, name)
    return this.unknown(`imports ${name}, which ${module.path} does not define in its text`)
  }

  #function(syntax: FunctionSyntax, scope: Scope): FunctionValue {
    const defaults = new Map<string, Value>()
    for (const { name, fallback } of syntax.parameters)
      if (fallback) defaults.set(name, evaluate(this, fallback, scope))
    return {
      kind: 'function',
      name: syntax.name,
      at: { file: this.#file, line: syntax.line },
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
    const at = { file: this.#file, line }
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

  #class(syntax: ClassSyntax, scope: Scope): ClassValue {
    const bases = syntax.bases
      .filter((base) => base.name === undefined)
      .map((base) => evaluate(this, base.value, scope))
    const inner: Scope = { ...scope, names: new Map(), parent: scope, isClass: true, globals: new Set() }
    const made: ClassValue = {
      kind: 'class',
      name: syntax.name,
      at: { file: this.#file, line: syntax.line },
      bases,
      members: inner.names,
      module: moduleScope(scope).names.get('__name__') ?? none,
      fields: syntax.fields,
      subclasses: list([]),
    }
    const documentation = documentationOf(syntax.body)
    if (documentation !== undefined) inner.names.set('__doc__', str(documentation))
    this.#block(syntax.body, inner)
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
    this.#making.push(made)
    try {
      for (const name of ['__new__', '__init__'] as const) {
        const hook = lineage(maker).flatMap((one) =>
          one.kind === 'class' ? (one.members.get(name) ?? []) : [],
        )[0]
        const first = name === '__new__' ? maker : made
        if (hook?.kind === 'function') this.call(hook, callWith([first, ...given]))
      }
    } finally {
      this.#making.pop()
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

  #decorate(value: Value, decorators: readonly Expression[], scope: Scope): Value {
    return decorators.toReversed().reduce((inner, expression) => {
      const decorator = evaluate(this, expression, scope)
      // `@size.setter` returns the property itself.
      if (decorator.kind === 'method' && decorator.self.kind === 'function') return decorator.self
      const result = this.call(decorator, callWith([inner]))
      // Most decorators from other packages only wrap, so the decorated function or class stays as written.
      return isUndecided(result) || (result.kind === 'none' && inner.kind === 'class') ? inner : result
    }, value)
  }

  #block(statements: readonly Statement[], scope: Scope): Completion {
    let doubts = 0
    this.budget.enter()
    try {
      for (const statement of statements) {
        this.enter(statement.line)
        const completion = this.#statement(statement, scope)
        if (completion === leftPerhaps) {
          doubts++
          this.#uncertainty++
        } else if (completion.kind !== 'next') return completion
      }
      return doubts > 0 ? leftPerhaps : next
    } finally {
      this.budget.leave()
      this.#uncertainty -= doubts
    }
  }

  /**
   * Published packs can be loaded. When the code alone suggests that loading fails, and nothing catches the
   * error, users' machines must differ: the failure is recorded, and evaluation continues after it.
   */
  #moduleBlock(statements: readonly Statement[], scope: Scope): Completion {
    for (const [at, statement] of statements.entries()) {
      try {
        const completion = this.budget.part(() => this.#block([statement], scope))
        if (completion === leftPerhaps)
          return this.uncertainly(() => this.#block(statements.slice(at + 1), scope))
        if (completion.kind !== 'next') return completion
      } catch (error) {
        if (error instanceof Exhausted && !this.budget.isSpent) {
          this.#cut(statement.line)
          continue
        }
        if (!(error instanceof PythonError) || this.#tries > 0 || this.isUncertain) throw error
        if (error instanceof PythonSyntaxError) throw error
        this.failures.push({ reason: error.message, at: { ...this.at, line: statement.line } })
      }
    }
    return next
  }

  #cut(line: number): void {
    this.cuts.push({ ...this.at, line })
  }

  #statement(statement: Statement, scope: Scope): Completion {
    switch (statement.kind) {
      case 'expression':
        evaluate(this, statement.value, scope)
        return next
      case 'assign': {
        const value = evaluate(this, statement.value, scope)
        for (const target of statement.targets) this.bind(target, value, scope)
        return next
      }
      case 'augment':
        return this.#augment(statement, scope)
      case 'import':
        for (const name of statement.names) this.#import(name, scope)
        return next
      case 'from':
        return this.#importFrom(statement, scope)
      case 'if':
        return this.#if(statement, scope)
      case 'for':
        return this.#endless(() => this.#for(statement, scope), statement.line, Infinity)
      case 'while':
        return this.#endless(() => this.#while(statement, scope), statement.line)
      case 'try':
        return this.#try(statement, scope)
      case 'with':
        for (const item of statement.items) this.#enterContext(item, scope)
        return statement.items.some(isSuppressing)
          ? this.#try({ ...statement, ...suppressed, kind: 'try' }, scope)
          : this.#block(statement.body, scope)
      case 'function':
        return this.#define(statement.function, this.#function(statement.function, scope), scope)
      case 'class':
        return this.#define(statement.class, this.#class(statement.class, scope), scope)
      case 'return':
        return { kind: 'return', value: statement.value ? evaluate(this, statement.value, scope) : none }
      case 'raise':
        throw new PythonError('raise')
      case 'break':
        return { kind: 'break' }
      case 'continue':
        return { kind: 'continue' }
      case 'global':
        for (const name of statement.names) scope.globals.add(name)
        return next
      case 'delete':
        for (const target of statement.targets) this.#delete(target, scope)
        return next
      case 'pass':
      case 'unsupported':
        return next
    }
  }

  #define({ name, decorators }: FunctionSyntax | ClassSyntax, value: Value, scope: Scope): Completion {
    this.#assign(name, this.#decorate(value, decorators, scope), scope)
    return next
  }

  #augment({ target, operator, value }: Statement & { kind: 'augment' }, scope: Scope): Completion {
    const before = evaluate(this, target, scope)
    const added = evaluate(this, value, scope)
    if (before.kind === 'dict' && operator === '|') mergeInto(this, before, added, this.isUncertain)
    else if (isList(before) && before.kind === 'list' && operator === '+') this.#extend(before, added)
    else
      this.bind(
        target,
        binary(this, operator, before, added) ?? this.unknown('is computed from something unknown'),
        scope,
      )
    return next
  }

  #extend(target: ListValue, added: Value): void {
    callMethod(this, target, 'extend', callWith([added]))
  }

  #if({ condition, body, otherwise }: Statement & { kind: 'if' }, scope: Scope): Completion {
    const answer = truth(native(evaluate(this, condition, scope)))
    if (answer !== undefined) return this.#block(answer ? body : otherwise, scope)
    const before = new Map(scope.names)
    const first = this.#branch(body, scope)
    const afterFirst = scope.names
    scope.names = new Map(before)
    const second = this.#branch(otherwise, scope)
    return this.#joinBranches(
      scope,
      { completion: first, names: afterFirst },
      { completion: second, names: scope.names },
    )
  }

  /** Runs one branch of an unknown condition; an error in it only means that the other branch is taken. */
  #branch(statements: readonly Statement[], scope: Scope): Completion {
    try {
      return this.uncertainly(() => this.#block(statements, scope))
    } catch (error) {
      if (error instanceof PythonError) return { kind: 'raise' }
      throw error
    }
  }

  /** Runs statements that may or may not run. An early exit from them is only possible, not certain. */
  #perhaps(statements: readonly Statement[], scope: Scope): Completion {
    const before = new Map(scope.names)
    const completion = this.#branch(statements, scope)
    if (completion.kind === 'return') this.#frames.at(-1)?.possible.push(completion.value)
    scope.names = completion.kind === 'raise' ? before : this.#joinNames(before, scope.names)
    return completion.kind === 'next' ? completion : next
  }

  #joinBranches(scope: Scope, first: Branch, second: Branch): Completion {
    const [a, b] = [first.completion, second.completion]
    if (a.kind === 'raise' && b.kind === 'raise') throw new PythonError('raise')
    for (const completion of [a, b])
      if (completion.kind === 'return') this.#frames.at(-1)?.possible.push(completion.value)
    const [leaves, stays] = [isLeaving(a), isLeaving(b)]
    if (a.kind === 'raise' || leaves) scope.names = second.names
    else if (b.kind === 'raise' || stays) scope.names = first.names
    else scope.names = this.#joinNames(first.names, second.names)
    if (leaves && stays)
      return a.kind === 'return' || b.kind === 'return'
        ? { kind: 'return', value: this.#possibleReturn() }
        : a
    return leaves || stays || a === leftPerhaps || b === leftPerhaps ? leftPerhaps : next
  }

  #possibleReturn(): Value {
    const [first, ...others] = this.#frames.at(-1)?.possible ?? []
    return others.reduce((joined, value) => joinValues(this, joined, value), first ?? none)
  }

  #joinNames(first: Map<string, Value>, second: Map<string, Value>): Map<string, Value> {
    this.budget.step(first.size >> 2)
    const joined = new Map(first)
    for (const [name, value] of second) {
      const other = first.get(name)
      joined.set(name, other ? joinValues(this, other, value) : value)
    }
    return joined
  }

  #for({ target, iterable, body, otherwise }: Statement & { kind: 'for' }, scope: Scope): Completion {
    const { items, maybe, open } = this.iterate(evaluate(this, iterable, scope))
    let turns = 0
    for (const item of items) {
      if (++turns > this.budget.limits.loopTurns) throw new Exhausted('loopTurns')
      this.bind(target, item, scope)
      const completion = maybe.has(item) ? this.#perhaps(body, scope) : this.#block(body, scope)
      if (completion.kind === 'return') return completion
      if (completion.kind === 'break') return next
    }
    if (open) {
      this.bind(target, open, scope)
      this.#perhaps(body, scope)
    }
    return this.#block(otherwise, scope)
  }

  #while({ condition, body }: Statement & { kind: 'while' }, scope: Scope): Completion {
    for (let turns = 0; ; turns++) {
      if (turns === this.budget.limits.loopTurns) throw new Exhausted('loopTurns')
      const answer = truth(native(evaluate(this, condition, scope)))
      if (answer === false) return next
      const completion = answer ? this.#block(body, scope) : this.#perhaps(body, scope)
      if (completion.kind === 'return' && answer) return completion
      if (answer === undefined || completion.kind === 'break' || completion === leftPerhaps) return next
    }
  }

  /** Leaves a loop that does not end by itself, and keeps what is known so far. */
  #endless(loop: () => Completion, line: number, steps = this.budget.limits.loopSteps): Completion {
    try {
      return this.budget.part(loop, steps)
    } catch (error) {
      if (!(error instanceof Exhausted) || this.budget.isSpent || error.limit === 'nesting') throw error
      this.#cut(line)
      return next
    }
  }

  /**
   * Imports from outside the pack count as successful, because a pack is judged with its dependencies
   * installed. A handler therefore runs only when the code itself shows that the body fails.
   */
  #try({ body, handlers, otherwise, last }: Statement & { kind: 'try' }, scope: Scope): Completion {
    let completion: Completion
    try {
      completion = this.#tried(body, scope)
      if (completion.kind === 'next') completion = this.#block(otherwise, scope)
    } catch (error) {
      const [handler] = handlers
      if (!(error instanceof PythonError) || !handler) throw error
      if (handler.name) scope.names.set(handler.name, this.unknown('is an exception'))
      completion = this.#block(handler.body, scope)
    }
    const final = this.#block(last, scope)
    return final.kind === 'next' ? completion : final
  }

  #tried(body: readonly Statement[], scope: Scope): Completion {
    this.#tries++
    try {
      return this.#block(body, scope)
    } finally {
      this.#tries--
    }
  }

  #enterContext({ value, target }: { value: Expression; target?: Expression }, scope: Scope): void {
    const context = evaluate(this, value, scope)
    if (!target) return
    const entered =
      context.kind === 'instance' ? this.call(this.attribute(context, '__enter__'), callWith([])) : context
    this.bind(target, entered, scope)
  }

  #delete(target: Expression, scope: Scope): void {
    if (target.kind === 'name') scope.names.delete(target.name)
    if (target.kind !== 'subscript') return
    const object = native(evaluate(this, target.object, scope))
    const key = keyOf(evaluate(this, target.index, scope))
    if (object.kind === 'dict' && key !== undefined && !this.isUncertain) object.entries.delete(key)
  }

  callExpression(callee: Expression, args: CallArguments, scope: Scope): Value {
    if (callee.kind === 'name' && callee.name === 'super' && args.positional.length === 0)
      return this.#super()
    if (
      callee.kind === 'name' &&
      ['globals', 'locals', 'vars'].includes(callee.name) &&
      args.positional.length === 0
    ) {
      return this.#namespace(callee.name === 'globals' ? moduleScope(scope) : scope)
    }
    return this.call(evaluate(this, callee, scope), args)
  }

  #super(): Value {
    const frame = this.#frames.findLast(({ function: fn }) => fn?.owner !== undefined)
    const owner = frame?.function?.owner
    if (!owner || !frame?.self) return this.unknown('uses super() outside a method')
    const of =
      frame.self.kind === 'instance' ? frame.self.of : frame.self.kind === 'class' ? frame.self : owner
    return { kind: 'super', self: frame.self, after: owner, of }
  }

  /** `globals()[name]` and `globals()[name] = value` read and change the names themselves. */
  #namespace(scope: Scope): Value {
    const made = dict()
    for (const [name, value] of scope.names) putEntry(this, made, str(name), value, false)
    namespaces.set(made, scope)
    return made
  }

  call(callee: Value, args: CallArguments): Value {
    this.budget.step()
    switch (callee.kind) {
      case 'function':
        return this.#callFunction(callee, args)
      case 'method':
        return this.#callMethod(callee.self, callee, args)
      case 'class':
        return this.#instantiate(callee, args)
      case 'instance':
        return this.call(this.attribute(callee, '__call__'), args)
      case 'external':
        return this.#callOutside(callee.path, args)
      case 'unknown':
        return callee
      default:
        return this.unknown('calls something that only the running tool knows')
    }
  }

  #callOutside(path: string, args: CallArguments): Value {
    const making = this.#making.at(-1)
    if (making && path === 'builtins.type.__new__') return making
    if (making && path === 'builtins.type.__init__') return none
    const known = callExternal(this, path, args)
    return (
      known ?? { kind: 'outcome', callee: path, args: args.positional, keywords: args.keywords, at: this.at }
    )
  }

  #callMethod(self: Value, { name, function: fn }: Value & { kind: 'method' }, args: CallArguments): Value {
    if (fn) return this.#callFunction(fn, { ...args, positional: [self, ...args.positional] })
    if (self.kind === 'class' && name === '__subclasses__') return copyOf(self.subclasses)
    if (self.kind === 'instance' && self.native) return callMethod(this, self.native, name, args)
    return callMethod(this, self, name, args)
  }

  #callFunction(fn: FunctionValue, args: CallArguments): Value {
    const { body } = fn
    if (body.kind === 'expression' || !body.syntax.isCoroutine || body.syntax.isGenerator())
      return this.#run(fn, args)
    const coroutine: Value = {
      kind: 'outcome',
      callee: fn.name,
      args: args.positional,
      keywords: args.keywords,
      at: this.at,
    }
    coroutines.set(coroutine, () => this.#run(fn, args))
    return coroutine
  }

  /** Tasks and threads run beside the loading of the pack, so their coroutines are never awaited here. */
  awaited(value: Value): Value {
    const run = coroutines.get(value)
    coroutines.delete(value)
    return run ? run() : value
  }

  #run(fn: FunctionValue, args: CallArguments): Value {
    if (this.budget.isDeep) return this.unknown('calls itself too deeply')
    const names = bindParameters(this, fn, args)
    const scope: Scope = {
      names,
      parent: fn.scope,
      isClass: false,
      globals: new Set(),
      module: fn.scope.module,
    }
    return this.#inFile(fn.at.file, () =>
      this.#frame(fn, args.positional[0], (frame) => {
        if (fn.body.kind === 'expression') return evaluate(this, fn.body.expression, scope)
        const statements = readable(fn.body.statements)
        if (!statements) return this.unknown('calls a function that nests more deeply than is read')
        const completion = this.#block(statements, scope)
        if (fn.body.syntax.isGenerator()) return list(frame.yields)
        const last = completion.kind === 'return' ? completion.value : none
        return frame.possible.reduce((joined, value) => joinValues(this, joined, value), last)
      }),
    )
  }

  yielded(value: Value): void {
    const frame = this.#frames.at(-1)
    this.budget.hold('listLength', frame?.yields.length ?? 0)
    frame?.yields.push(value)
  }

  #instantiate(made: ClassValue, args: CallArguments): Value {
    const instance: InstanceValue = { kind: 'instance', of: made, members: new Map() }
    const builtin = lineage(made).find(
      (base) => base.kind === 'external' && base.path.startsWith('builtins.'),
    )
    if (builtin?.kind === 'external') {
      const plain = callExternal(this, builtin.path, {
        positional: args.positional.slice(0, 1),
        keywords: new Map(),
      })
      if (plain) instance.native = plain
    }
    const init = attributeOf(this, instance, '__init__')
    if (init.kind === 'method' && init.function) this.call(init, args)
    else this.#fillFields(instance, args)
    return instance
  }

  /** Assigns the arguments of a data class or named tuple to its annotated fields. */
  #fillFields(instance: InstanceValue, { positional, keywords }: CallArguments): void {
    const classes = lineage(instance.of).filter((base) => base.kind === 'class')
    const fields = [...new Set(classes.toReversed().flatMap((base) => base.fields ?? []))]
    for (const [i, name] of fields.entries()) {
      const given = keywords.get(name) ?? positional[i]
      if (given) instance.members.set(name, given)
      else this.#fillDefault(instance, name)
    }
  }

  /** `field(default_factory=list)` makes a new value for each object. */
  #fillDefault(instance: InstanceValue, name: string): void {
    const value = attributeOf(this, instance, name)
    if (value.kind !== 'outcome' || value.callee !== 'dataclasses.field') return
    const factory = value.keywords.get('default_factory')
    const made = factory ? this.call(factory, callWith([])) : value.keywords.get('default')
    if (made) instance.members.set(name, made)
  }

  attribute(object: Value, name: string): Value {
    const found = attributeOf(this, object, name)
    if (found.kind === 'method' && found.function?.binding === 'property')
      return this.call(found, callWith([]))
    return found
  }

  writtenAttribute(object: Value, name: string): Value {
    const found = this.attribute(object, name)
    if (object.kind === 'module' && found.kind === 'unknown') this.#failIfMissing(object, name)
    return found
  }

  /**
   * A missing name in a complete module is an error, which a surrounding `try` expects. Without a `try`, the
   * pack would not load at all, so this evaluator has more likely missed something.
   */
  #failIfMissing(module: ModuleValue, name: string): void {
    const isMissing = module.isComplete && !module.scope.names.has(name) && !this.isUncertain
    if (this.#tries > 0 && isMissing) throw new PythonError(`${module.path} has no ${name}`)
  }

  item(object: Value, key: Value): Value {
    const plain = native(object)
    this.budget.charge(key)
    const module = this.#loadedModule(object, key)
    if (module) return module
    if (plain.kind === 'dict') return this.#entry(object, plain, key)
    if (isList(plain) && key.kind === 'int') {
      const index = Number(key.value)
      return plain.items.at(index) ?? plain.open ?? this.unknown('takes an item that the list does not have')
    }
    if (plain.kind === 'str' && key.kind === 'int') return str([...plain.value].at(Number(key.value)) ?? '')
    if (object.kind === 'instance') return this.call(this.attribute(object, '__getitem__'), callWith([key]))
    // `dict[str, int]` and `Generic[T]` are the class itself when a class extends them.
    if (object.kind === 'external' && /^(builtins|typing|collections(\.abc)?)\.\w+$/.test(object.path))
      return object
    if (object.kind === 'class' && object.members.get('__class_getitem__') === undefined) return object
    return plain.kind === 'unknown'
      ? plain
      : this.unknown('takes a part of something that only the running tool knows')
  }

  /** `sys.modules[__name__]`: a module that is loaded or being loaded. */
  #loadedModule(object: Value, key: Value): Value | undefined {
    if (object.kind !== 'external' || object.path !== 'sys.modules' || key.kind !== 'str') return undefined
    const [pack, ...names] = key.value.split('.')
    return pack === unknownName ? this.importModule(names.join('.')) : undefined
  }

  #entry(object: Value, plain: Value & { kind: 'dict' }, key: Value): Value {
    const id = keyOf(native(key))
    const entry = id === undefined ? undefined : plain.entries.get(id)
    if (entry && !(entry.isConditional && plain.open)) return entry.value
    if (object.kind === 'instance') {
      const method = attributeOf(this, object, '__getitem__')
      if (method.kind === 'method' && method.function) return this.call(method, callWith([key]))
    }
    if (plain === this.#toolMappings.get('folder_names_and_paths') && plain.fallback?.kind === 'unknown')
      return openEntry(plain.fallback)
    return plain.fallback ?? plain.open ?? this.unknown('takes an entry that the text does not show')
  }

  setItem(object: Value, key: Value, value: Value): void {
    const plain = native(object)
    if (plain.kind === 'dict') {
      putEntry(this, plain, key, value, this.isUncertain)
      if (key.kind === 'str') namespaces.get(plain)?.names.set(key.value, value)
    }
    if (isList(plain) && key.kind === 'int' && Number(key.value) < plain.items.length)
      plain.items[Number(key.value)] = value
  }

  iterate(value: Value): Iteration {
    const plain = native(value)
    this.budget.charge(plain)
    if (plain.kind === 'str') this.budget.step(plain.value.length)
    if (isList(plain)) return { items: plain.items, maybe: plain.maybe, open: plain.open }
    if (plain.kind === 'dict') {
      const entries = [...plain.entries.values()]
      const maybe = new Set(entries.filter((entry) => entry.isConditional).map((entry) => entry.key))
      const unknown = plain.fallback?.kind === 'unknown' ? plain.fallback : undefined
      return { items: entries.map((entry) => entry.key), maybe, open: plain.open ?? unknown }
    }
    if (plain.kind === 'str') return { items: [...plain.value].map(str), maybe: new Set(), open: undefined }
    if (plain.kind === 'class') return { items: this.#members(plain), maybe: new Set(), open: undefined }
    if (plain.kind === 'instance') return this.#iterateInstance(plain)
    const open = this.unknown('goes through something that only the running tool knows')
    const folders = foldersIn(plain)
    return {
      items: [],
      maybe: new Set(),
      open: plain.kind === 'unknown' ? plain : folders.length === 0 ? open : { ...open, folders },
    }
  }

  #iterateInstance(instance: InstanceValue): Iteration {
    const method = attributeOf(this, instance, '__iter__')
    if (method.kind === 'method' && method.function) return this.iterate(this.call(method, callWith([])))
    return {
      items: [],
      maybe: new Set(),
      open: this.unknown('goes through an object that is not looked into'),
    }
  }

  /** Lists the members of an enumeration, in order. */
  #members(made: ClassValue): Value[] {
    return [...made.members.keys()]
      .filter((name) => !name.startsWith('_'))
      .map((name) => this.attribute(made, name))
      .filter((member) => member.kind === 'instance' && member.of === made)
  }
}

interface Branch {
  completion: Completion
  names: Map<string, Value>
}

/** The block may have been left already, so the following statements run only possibly. */
const leftPerhaps: Completion = { kind: 'next' }

function isLeaving(completion: Completion): boolean {
  return completion.kind === 'return' || completion.kind === 'break' || completion.kind === 'continue'
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

/** Continues calls of asynchronous functions when they are awaited. */
const coroutines = new WeakMap<Value, () => Value>()

/** The scopes behind results of `globals()`. */
const namespaces = new WeakMap<object, Scope>()

/** Function bodies are read when they are called; undefined for one that nests too deeply. */
function readable(statements: () => readonly Statement[]): readonly Statement[] | undefined {
  try {
    return statements()
  } catch (error) {
    if (error instanceof TooDeep) return undefined
    throw error
  }
}

function moduleScope(scope: Scope): Scope {
  let at = scope
  while (at.parent) at = at.parent
  return at
}

function bindParameters(
  machine: Evaluator,
  fn: FunctionValue,
  { positional, keywords }: CallArguments,
): Map<string, Value> {
  const names = new Map<string, Value>()
  const left = new Map(keywords)
  let at = 0
  for (const { name, form, isKeywordOnly } of fn.parameters) {
    if (form === 'rest') {
      names.set(name, list(positional.slice(at), 'tuple'))
      at = positional.length
    } else if (form === 'keywords') {
      const rest = dict()
      for (const [key, value] of left) putEntry(machine, rest, str(key), value, false)
      names.set(name, rest)
    } else {
      const given = left.get(name) ?? (isKeywordOnly ? undefined : positional[at++])
      left.delete(name)
      names.set(
        name,
        given ?? fn.defaults.get(name) ?? machine.unknown(`has no value for the parameter ${name}`),
      )
    }
  }
  return names
}

/** Classes made later are not in the copy. */
function copyOf(found: ListValue): ListValue {
  return { ...found, items: [...found.items], maybe: new Set(found.maybe) }
}
