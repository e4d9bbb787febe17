import { type Depth, type Flow, FlowTooLarge, type Module, type StepBudget } from './flow.ts'
import { type Library, mutators } from './library.ts'
import { ModuleFinder } from './modules.ts'
import { names, resultNames } from './names.ts'
import { calculated, putTogether, reversed, sliced, writtenItems } from './operators.ts'
import { Outside } from './outside.ts'
import { Records } from './records.ts'
import type { Action, Argument, Expression, Parameter, Scope } from './syntax.ts'
import { foldMethod } from './texts.ts'
import {
  type Cell,
  cellIn,
  elementOf,
  fullTexts,
  has,
  heldWith,
  hole,
  join,
  joinAll,
  listValue,
  mapValue,
  mixAll,
  named,
  nothing,
  numberValue,
  origins,
  tellingOrigins,
  textValue,
  Unit,
  unknown,
  type Value,
} from './values.ts'
import { WrittenPlaces } from './written-places.ts'

/** How often one function is read again because something that it looked at has changed. */
const mostRounds = 4

/** A function is read where it is called first, unless the call stands this deep in others. */
const deepestCall = 120

const findsByName = names(
  /^(getattr|setattr|Reflect\.(get|apply|construct)|Object\.assign|inspect\.getattr_static|__import__|importlib\.(import_module|__import__|machinery\.BuiltinImporter\.load_module)|__loader__\.load_module|vars|super|map|str|repr|(functools\.)?(partial|reduce)|(attrgetter|methodcaller):.*)$|\.(__getattribute__|__getattr__)$|(\.__dict__|^globals\(\)|^locals\(\)|^sys\.modules)\.(get|pop|__getitem__)$|^globals\(\)\.update$/,
)

/** Calls a function that it is given, now or later, and keeps what that gives: by which argument the function is. */
const runsLater = names(
  /^asyncio\.to_thread$|Executor\(\)\.(submit|map)$|\.run_in_executor$|Pool\(\)\.(apply|apply_async|map|map_async|imap|imap_unordered|starmap)$/,
)

/** Gives what a dotted text names. */
const findsDotted = names(
  /^(pydoc\.locate|pkgutil\.resolve_name|hydra\.utils\.get_(method|object|class)|(\w+\.)+import_string)$/,
)

/** What is put in there, all code of the file or of the program finds by its name. */
function isTableOfAll(name: string): boolean {
  return name === 'builtins' || isTableOfNames(name)
}

function isTableOfNames(name: string): boolean {
  return name === 'globals()' || name === 'vars()' || name === 'locals()'
}

/** Modules that start programs or run code. */
const strongModules = /^(os|subprocess|builtins|ctypes|pty)$/

/** Follows where values go through all modules together, until nothing new is found; then says what is called. */
export function followFlow(
  modules: readonly Module[],
  library: Library,
  budget: StepBudget,
  depth: Depth = 'deep',
): Flow {
  return new Follower(modules, library, budget, depth).run()
}

/** More classes than this one above the other are no program that a person wrote. */
const mostBases = 50

/** Callers that may have handed in what runs; a function with more of them is everybody's. */
const mostAsked = 20

const properties = names(/^property$|(^|\.)(cached_property|lazy_property|classproperty)$/)
const operators: Readonly<Record<string, string>> = {
  '+': 'add',
  '/': 'truediv',
  '-': 'sub',
  '*': 'mul',
  '//': 'floordiv',
  '%': 'mod',
  '**': 'pow',
  '^': 'xor',
  '&': 'and',
  '|': 'or',
  '<<': 'lshift',
  '>>': 'rshift',
}
const makers = ['__init__', 'constructor', '__new__']

/** A value that may be more than this is a container, or anything. */
const mostAskedObjects = 2
const mostReduced = 16

/** What is sent into generators, what is raised and what servers answer is kept for all of a module. */
const sent = 'send()'
const answered = 'response'
const raised = 'raise'

const noKeywords: ReadonlyMap<string, Value> = new Map()

class Follower {
  readonly #library: Library
  readonly #modules = new Map<string, Unit>()
  readonly #finder = new ModuleFinder(this.#modules)
  readonly #units = new Map<Scope, Unit>()
  readonly #written = new WrittenPlaces()
  readonly #budget: StepBudget
  readonly #records = new Records()
  readonly #outside: Outside
  readonly #isShallow: boolean

  #round = 0
  #queue: Unit[] = []
  #next = new Set<Unit>()

  /** What is read right now, and where. */
  #current: Unit | undefined
  #line = 1
  #depth = 0
  #bound: Map<string, Value> | undefined
  #isQuiet = false
  #isKept = false

  constructor(modules: readonly Module[], library: Library, budget: StepBudget, depth: Depth) {
    this.#isShallow = depth === 'shallow'
    this.#library = library
    this.#outside = new Outside(library)
    this.#budget = budget
    library.writtenTo = (place) => this.#written.originOf(place, this.#current)
    for (const { path, scope } of modules) {
      const unit = new Unit(scope, path)
      this.#modules.set(path, unit)
      this.#units.set(scope, unit)
    }
  }

  run(): Flow {
    this.#queue = [...this.#modules.values()]
    const rounds = this.#isShallow ? 1 : mostRounds
    for (; this.#round < rounds && this.#queue.length > 0; this.#round++) {
      // Reading adds the functions that it finds at the end.
      for (let i = 0; i < this.#queue.length; i++) this.#readUnit(this.#queue[i] as Unit)
      this.#queue = [...this.#next]
      this.#next = new Set()
    }
    return this.#records.flow
  }

  #readUnit(unit: Unit): void {
    if (unit.lastRound === this.#round || this.#isQuiet) return
    unit.lastRound = this.#round
    this.#next.delete(unit)
    this.#records.begin(unit)
    const [current, line, bound, isKept] = [this.#current, this.#line, this.#bound, this.#isKept]
    this.#current = unit
    this.#bound = undefined
    this.#isKept = false
    const { scope } = unit
    for (const [i, parameter] of scope.parameters.entries()) this.#readParameter(unit, parameter, i)
    for (const action of this.#actionsOf(unit)) this.#perform(action, unit)
    this.#current = current
    this.#line = line
    this.#bound = bound
    this.#isKept = isKept
  }

  /** What a function does that nothing is worth following in matters once it is given something that is. */
  #actionsOf({ scope, returns, isWorthReading }: Unit): readonly Action[] {
    if (!scope.readLater) return scope.actions
    if (isWorthReading) return [...scope.actions, ...scope.readLater()]
    const parameters = 2 ** Math.min(scope.parameters.length, 30) - 1
    this.#fill(returns, { ...unknown, parameters, origin: origins.unread })
    return scope.actions
  }

  #isTelling({ origin, names, held }: Value): boolean {
    const isDangerous = (name: string) => this.#library.isDangerous(name)
    return (origin & tellingOrigins) !== 0 || names.some(isDangerous) || held.some(isDangerous)
  }

  /** Functions are read after the code around them: then everything that they name is there. */
  #readLater(unit: Unit): void {
    if (unit.lastRound < 0 && !this.#isQuiet) this.#queue.push(unit)
  }

  /** What a cell holds; whoever asks is read again when that changes. */
  #look(cell: Cell): Value | undefined {
    if (this.#current) cell.addReader(this.#current)
    return cell.value
  }

  #fill(cell: Cell, value: Value): boolean {
    const before = cell.value
    const after = before ? join(before, value) : value
    if (after === before) return false
    cell.value = after
    this.#wake(cell.readers())
    return true
  }

  #wake(readers: Iterable<Unit>): void {
    for (const unit of readers) this.#next.add(unit)
  }

  #readParameter(unit: Unit, parameter: Parameter, index: number): void {
    const bit = index < 30 ? 1 << index : 0
    this.#set(unit, parameter.name, { ...unknown, parameters: bit })
    if (parameter.fallback && unit.parent)
      this.#set(unit, parameter.name, this.#evaluate(parameter.fallback, unit.parent))
  }

  /** Parameters of a function mean nothing outside of it: there, what callers passed so far counts. */
  #settle(value: Value, unit: Unit): Value {
    if (value.parameters === 0) return value
    const origin = value.origin | this.#parameterOrigin(value.parameters, unit)
    return { ...value, origin, parameters: 0 }
  }

  #parameterOrigin(parameters: number, unit: Unit): number {
    if (this.#current) unit.originReaders.add(this.#current)
    let origin = 0
    for (let i = 0; i < unit.parameterOrigins.length; i++)
      if (parameters & (1 << i)) origin |= unit.parameterOrigins[i] ?? 0
    return origin
  }

  #set(unit: Unit, name: string, value: Value): void {
    if (this.#fill(unit.cell(name), value)) this.#wake(unit.starReaders)
  }

  #perform(action: Action, unit: Unit): void {
    this.#line = action.line
    switch (action.kind) {
      case 'evaluate':
        if (action.value.kind !== 'text') this.#evaluate(action.value, unit)
        return
      case 'assign':
        this.#assign(action.target, this.#evaluate(action.value, unit), unit)
        return
      case 'import':
        for (const { name, alias } of action.names) this.#import(name, alias, unit)
        return
      case 'from':
        this.#importFrom(action, unit)
        return
      case 'function':
        this.#define(action, unit)
        return
      case 'class':
        this.#defineClass(action, unit)
        return
      case 'return': {
        const value = this.#evaluate(action.value, unit)
        this.#fill(unit.returns, value)
        if (unit.parent?.scope.kind === 'class') this.#useResult(value, unit, unit.parent)
      }
    }
  }

  /** What some methods give is used by Python itself. */
  #useResult(value: Value, method: Unit, owner: Unit): void {
    const { name } = method.scope
    if (/^__reduce(_ex)?__$/.test(name)) {
      const [made, args] = value.items ?? []
      if (!made) return
      this.#noteHook(name, { ...made, names: made.names.filter((one) => one !== 'getattr') }, method)
      this.#invokeCallbacks(made, args?.items ?? [], method, this.#line)
    }
    for (const base of this.#outerBasesOf(owner)) {
      const call = this.#library.usesResultOf(base, name)
      if (call !== undefined) this.#record(call, nothing, [value], new Map(), method)
    }
  }

  #outerBasesOf(owner: Unit): ReadonlySet<string> {
    const found = new Set<string>()
    const seen = new Set([owner])
    for (const one of seen) {
      if (seen.size < mostBases) for (const base of one.bases) seen.add(base)
      for (const name of one.outerBases) found.add(name)
    }
    return found
  }

  #unitOf(scope: Scope, parent: Unit): Unit {
    const known = this.#units.get(scope)
    if (known) return known
    const unit = new Unit(scope, parent.file, parent)
    this.#units.set(scope, unit)
    return unit
  }

  #define({ scope, decorators, line }: Extract<Action, { kind: 'function' }>, unit: Unit): void {
    const made = this.#unitOf(scope, unit)
    this.#readLater(made)
    this.#set(unit, scope.name, this.#decorate(made.asValue, decorators, unit, line))
  }

  #decorate(value: Value, decorators: readonly Expression[], unit: Unit, line: number): Value {
    let current = value
    for (const decorator of decorators.toReversed()) {
      const callee = this.#evaluate(decorator, unit)
      if (callee.names.some((name) => this.#library.isRoute(name)))
        this.#passTo(value.units, [{ ...unknown, origin: origins.request }])
      if (callee.names.some((name) => properties.test(name)))
        for (const one of value.units) one.isProperty = true
      if (decorator.kind === 'attribute' && decorator.name === 'setter')
        for (const one of value.units) one.isSetter = true
      // A decorator from outside keeps the function for later.
      this.#isKept = callee.names.length > 0
      const result = this.#invoke(callee, nothing, [current], new Map(), unit, line)
      this.#isKept = false
      current = join(current, { ...result, names: [] })
    }
    return current
  }

  #defineClass(action: Extract<Action, { kind: 'class' }>, unit: Unit): Value {
    const { scope, bases, decorators, name, line } = action
    const made = this.#unitOf(scope, unit)
    made.runsOnImport = unit.runsOnImport
    for (const base of bases) {
      const value = this.#evaluate(base.value, unit)
      for (const one of value.names) made.outerBases.add(one)
      for (const one of value.units) if (!made.bases.includes(one) && one !== made) made.bases.push(one)
      // Something called through a keyword, such as `metaclass=exec`.
      this.#invokeCallbacks(value, [], unit, line)
    }
    if (made.lastRound < 0) this.#readUnit(made)
    const value = this.#decorate(made.asValue, decorators, unit, line)
    if (name) this.#set(unit, name, value)
    return value
  }

  #import(name: string, alias: string | undefined, unit: Unit): void {
    this.#noteImport(name, unit)
    const top = name.split('.')[0] ?? name
    const inPack = this.#library.language === 'python' ? this.#findModule(unit.file, 0, name) : undefined
    if (inPack) this.#readNow(inPack)
    const value = inPack?.asValue ?? this.#outside.named(alias ? name : top)
    this.#set(unit, alias ?? top, value)
  }

  #noteImport(name: string, unit: Unit): void {
    this.#recordsNow()?.imports.push({ file: unit.file, line: this.#line, name })
  }

  #importFrom({ level, module, names }: Extract<Action, { kind: 'from' }>, unit: Unit): void {
    if (level === 0) this.#noteImport(module, unit)
    const found = this.#findModule(unit.file, level, module)
    if (found) this.#readNow(found)
    if (names === '*') {
      if (this.#current) found?.starReaders.add(this.#current)
      for (const [name, value] of found?.filled() ?? []) this.#set(unit, name, this.#settle(value, unit))
      if (!found)
        for (const name of this.#library.starNames(module)) this.#set(unit, name, named(`${module}.${name}`))
      return
    }
    for (const { name, alias } of names) {
      const inner = this.#findModule(unit.file, level, module === '' ? name : `${module}.${name}`)
      if (inner) this.#readNow(inner)
      const held = found ? this.#look(found.cell(name)) : undefined
      const outside =
        found || inner
          ? nothing
          : level > 0
            ? unknown
            : named(module === 'builtins' ? name : `${module}.${name}`)
      this.#set(unit, alias ?? name, joinAll([held ?? nothing, inner?.asValue ?? nothing, outside]))
    }
  }

  /** A module that is imported is read first, and a function that is called: then what they give is known. */
  #readNow(unit: Unit): void {
    if (unit.lastRound < 0 && this.#depth < deepestCall) this.#readUnit(unit)
    else this.#readLater(unit)
  }

  #findModule(from: string, level: number, name: string): Unit | undefined {
    return this.#finder.find(from, level, name)
  }

  #assign(target: Expression, value: Value, unit: Unit): void {
    switch (target.kind) {
      case 'name':
        this.#assignName(target.name, value, unit)
        return
      case 'attribute': {
        const object = this.#evaluate(target.object, unit)
        this.#noteStore(object, target.name, value, unit)
        this.#setAttribute(object, target.name, value, unit)
        return
      }
      case 'item': {
        const key = this.#evaluate(target.index, unit)
        const object = this.#evaluate(target.object, unit)
        const [text] = fullTexts(key)
        const at = key.number
        if (text !== undefined) this.#noteStore(object, text, value, unit)
        if (text !== undefined && object.names.some(isTableOfNames))
          this.#set(object.names.includes('globals()') ? unit.module : unit, text, this.#settle(value, unit))
        if (object.units.length > 0) this.#ask(object, ['__setitem__'], [key, value], unit)
        if (text !== undefined && object.units.length > 0) this.#setAttribute(object, text, value, unit)
        this.#addTo(
          target.object,
          text === undefined
            ? { ...mixAll([value]), items: at === undefined ? undefined : itemsWith(at, value) }
            : { ...nothing, ...mixAll([value]), fields: new Map([[text, value]]) },
          unit,
        )
        return
      }
      case 'list':
        for (const [i, { value: inner }] of target.items.entries())
          this.#assign(inner, partFor(target.items, i, value), unit)
        return
      default:
        this.#evaluate(target, unit)
    }
  }

  #assignName(name: string, value: Value, unit: Unit): void {
    if (unit.scope.kind === 'class' && /^__\w+__$/.test(name)) this.#noteHook(name, value, unit)
    if (!unit.scope.outerNames.has(name) && this.#library.language === 'python') this.#set(unit, name, value)
    else this.#assignOuter(name, value, unit)
  }

  #assignOuter(name: string, value: Value, unit: Unit): void {
    const owner =
      this.#ownerOf(name, unit.parent) ?? (this.#library.language === 'python' ? unit.module : unit)
    this.#set(owner, name, owner === unit ? value : this.#settle(value, unit))
  }

  #ownerOf(name: string, from: Unit | undefined): Unit | undefined {
    for (let unit = from; unit; unit = unit.parent)
      if (unit.scope.kind !== 'class' && unit.has(name)) return unit
    return undefined
  }

  #noteHook(name: string, value: Value, unit: Unit): void {
    for (const target of value.names)
      if (this.#library.isDangerous(target))
        this.#recordsNow()?.hooks.push({ file: unit.file, line: this.#line, name, target })
  }

  /** Assigning to the property of a page is a call in another form. */
  #noteStore(object: Value, name: string, value: Value, unit: Unit): void {
    if (/^__\w+__$/.test(name) || object.names.some(isTableOfAll)) this.#noteHook(name, value, unit)
    if (object.names.includes('sys.modules'))
      for (const module of value.names.filter((one) => strongModules.test(one)))
        this.#noteLookup(module, true, unit, this.#line)
    for (const owner of object.names) {
      const origin = this.#library.replaces(owner, name, object)
      if (origin !== 0) this.#passTo(value.units, Array(4).fill({ ...unknown, origin }))
    }
    for (const owner of object.names.length > 0 ? object.names : ['?'])
      if (this.#library.isStore(name)) this.#record(`${owner}.${name}=`, object, [value], new Map(), unit)
  }

  #setAttribute(object: Value, name: string, value: Value, unit: Unit): void {
    const settled = shallow(this.#settle(value, unit))
    for (const owner of object.units) {
      if (owner.scope.kind === 'function')
        this.#setFallbacks(owner, name, settled === value ? value : this.#settle(value, unit))
      for (const one of owner.scope.kind === 'class' ? this.#member(owner, name).units : [])
        if (one.isSetter) this.#enter(one, [value], noKeywords, unit)
      this.#set(owner, name, settled)
    }
    // Scripts give the same short names to everything: there, a name alone says nothing of where a value is from.
    if (this.#library.language === 'javascript') return
    // Of an object that the pack makes itself: the tool calls its methods with one that nothing here knows.
    if (object.units.length > 0 && !object.units.some(({ scope }) => scope.kind === 'class')) return
    this.#fill(cellIn(unit.module.attributes, this.#outside.attributeKey(object.names[0], name)), settled)
  }

  /** `f.__defaults__ = (…)` is what parameters are that nobody gives. */
  #setFallbacks(owner: Unit, name: string, value: Value): void {
    if (name === '__kwdefaults__') for (const [field, one] of value.fields ?? []) this.#set(owner, field, one)
    if (name !== '__defaults__') return
    const plain = owner.scope.parameters.filter(({ form }) => form === 'plain')
    const items = value.items ?? []
    for (const [i, parameter] of plain.slice(-items.length).entries())
      this.#set(owner, parameter.name, items[i] ?? nothing)
  }

  /** Something was put into a list, a map or a file: whoever holds it holds that too. */
  #addTo(holder: Expression, value: Value, unit: Unit): void {
    const addition = this.#settle({ ...value, names: [], texts: [], isOpen: true }, unit)
    if (
      (addition.origin & ~origins.unread) === 0 &&
      addition.units.length === 0 &&
      addition.held.length === 0 &&
      !addition.fields &&
      !addition.items
    )
      return
    if (holder.kind === 'name') {
      const owner = this.#ownerOf(holder.name, unit)
      // A name that nothing defines keeps standing for what it is outside.
      const value = owner ? addition : join(this.#outside.named(holder.name), addition)
      this.#set(owner ?? unit, holder.name, value)
    } else if (holder.kind === 'attribute') {
      this.#setAttribute(this.#quietly(holder.object, unit), holder.name, addition, unit)
    } else if (holder.kind === 'item' || holder.kind === 'call') {
      this.#addTo(holder.kind === 'item' ? holder.object : holder.callee, addition, unit)
    }
  }

  /** Looks once more at what was looked at already. */
  #quietly(expression: Expression, unit: Unit): Value {
    const wasQuiet = this.#isQuiet
    this.#isQuiet = true
    const value = this.#evaluate(expression, unit)
    this.#isQuiet = wasQuiet
    return value
  }

  #evaluate(expression: Expression, unit: Unit): Value {
    if (--this.#budget.left < 0) throw new FlowTooLarge('The code is too tangled to be followed')
    this.#depth++
    const value = this.#valueOf(expression, unit)
    this.#depth--
    return value
  }

  #valueOf(expression: Expression, unit: Unit): Value {
    switch (expression.kind) {
      case 'text':
        this.#records.noteText(expression, unit.file)
        return this.#written.placed(textValue(expression.text.replaceAll(hole, '')), this.#current)
      case 'number':
        return numberValue(expression.value)
      case 'constant':
        return nothing
      case 'name':
        return this.#lookUp(expression.name, unit)
      case 'attribute':
        return this.#attribute(this.#evaluate(expression.object, unit), expression.name, unit)
      case 'item':
        return this.#item(expression, unit)
      case 'call':
        return this.#call(expression, unit)
      case 'join':
        return this.#join(expression, unit)
      case 'calculate':
        return this.#calculate(expression, unit)
      case 'list':
        return listValue(this.#spread(expression.items, unit))
      case 'map':
        return this.#map(expression, unit)
      case 'either':
        return joinAll(expression.options.map((option) => this.#evaluate(option, unit)))
      case 'mixed':
        return mixAll(expression.parts.map((part) => this.#evaluate(part, unit)))
      case 'test':
        for (const part of expression.parts) this.#evaluate(part, unit)
        return nothing
      case 'each':
        return this.#each(this.#evaluate(expression.of, unit), unit)
      case 'entered':
        return this.#enterBlock(this.#evaluate(expression.of, unit), unit)
      case 'caught':
        return this.#caught(this.#evaluate(expression.of, unit), unit)
      case 'raised':
        return this.#raise(this.#evaluate(expression.of, unit), unit)
      case 'matched':
        return this.#matched(expression, unit)
      case 'yield':
        return this.#yield(expression, unit)
      case 'comprehension':
        return this.#comprehension(expression, unit)
      case 'slice':
        return this.#slice(expression, unit)
      case 'function': {
        const made = this.#unitOf(expression.scope, unit)
        this.#readLater(made)
        return made.asValue
      }
      case 'class':
        return expression.action.kind === 'class' ? this.#defineClass(expression.action, unit) : unknown
      case 'assign': {
        const value = this.#evaluate(expression.value, unit)
        this.#line = expression.line
        this.#assign(expression.target, value, unit)
        return value
      }
    }
  }

  /** Objects of the pack say what they give in `__enter__`; a generator gives what it yields. */
  #enterBlock(object: Value, unit: Unit): Value {
    const results: Value[] = []
    for (const owner of object.units) {
      if (owner.scope.kind !== 'class') continue
      for (const name of ['__enter__', '__aenter__'])
        for (const one of this.#member(owner, name).units)
          results.push(this.#enter(one, [], noKeywords, unit))
    }
    return joinAll([object, ...results, ...(object.items ?? [])])
  }

  #each(object: Value, unit: Unit): Value {
    const element = elementOf(object)
    if (object.units.length === 0) return element
    const given = this.#ask(object, ['__iter__', '__aiter__'], [], unit)
    const next = this.#ask(object, ['__next__', '__anext__'], [], unit)
    return joinAll([element, given === nothing ? nothing : elementOf(given), next])
  }

  #raise(value: Value, unit: Unit): Value {
    const { origin, held } = this.#settle(mixAll([value]), unit)
    if ((origin & tellingOrigins) !== 0 || held.length > 0)
      this.#fill(cellIn(unit.module.attributes, raised), { ...unknown, origin, held })
    return nothing
  }

  #caught(type: Value, unit: Unit): Value {
    const types = type.items ? elementOf(type) : type
    const what = this.#look(cellIn(unit.module.attributes, raised)) ?? nothing
    return join({ ...types, names: types.names.flatMap(resultNames) }, what)
  }

  #matched({ of, type, position }: Extract<Expression, { kind: 'matched' }>, unit: Unit): Value {
    const object = this.#evaluate(of, unit)
    const names = this.#attribute(this.#evaluate(type, unit), '__match_args__', unit).items?.[position]
    // Of the types of the language, the first position is the object itself.
    return joinAll([
      object,
      ...fullTexts(names ?? nothing).map((name) => this.#attribute(object, name, unit)),
    ])
  }

  #yield({ value, isAll }: Extract<Expression, { kind: 'yield' }>, unit: Unit): Value {
    const given = this.#evaluate(value, unit)
    const list = isAll ? given : listValue([given])
    // Parameters of the generator mean nothing to who takes an element; the list as a whole has them.
    const items = list.items?.map((item) => ({ ...item, parameters: 0 }))
    this.#fill(unit.returns, items ? { ...list, items } : list)
    return this.#look(cellIn(unit.module.attributes, sent)) ?? unknown
  }

  #lookUp(name: string, unit: Unit): Value {
    const bound = this.#bound?.get(name)
    if (bound) return bound
    const isOuter = unit.scope.outerNames.has(name)
    for (let owner: Unit | undefined = isOuter ? unit.parent : unit; owner; owner = owner.parent) {
      if (owner.scope.kind === 'class' && owner !== unit) continue
      const value = this.#look(owner.cell(name))
      if (value) return owner === unit ? value : this.#settle(value, owner)
    }
    if (name === 'self' || name === 'this' || name === 'cls') return this.#selfOf(unit)
    return this.#outside.named(this.#library.nameOf(name))
  }

  #selfOf(unit: Unit): Value {
    for (let owner = unit.parent; owner; owner = owner.parent)
      if (owner.scope.kind === 'class') return owner.asValue
    return this.#library.language === 'javascript' ? this.#outside.named('globalThis') : nothing
  }

  #attribute(object: Value, name: string, unit: Unit): Value {
    const found: Value[] = []
    const isOne = object.units.length <= mostAskedObjects
    for (const owner of object.units)
      found.push(isOne ? this.#readMember(owner, name, unit) : this.#member(owner, name))
    const field = object.fields?.get(name)
    if (field) found.push(field)
    const isFunction = object.units.some(({ scope }) => scope.kind === 'function')
    if (isFunction && name === 'constructor' && this.#library.language === 'javascript')
      found.push(this.#outside.named('Function'))
    for (const base of object.names) found.push(this.#outside.attribute(base, name))
    if (/^response(Text|XML)?$/.test(name) && object.names.includes('globalThis'))
      found.push(this.#look(cellIn(unit.module.attributes, answered)) ?? nothing)
    if (object.units.length === 0 && this.#library.language === 'python') {
      const held = this.#look(
        cellIn(unit.module.attributes, this.#outside.attributeKey(object.names[0], name)),
      )
      if (held) found.push(held)
    }
    if (found.every((value) => value === nothing)) found.push(this.#inherited(object, name, unit))
    const isFound = found.some((value) => value.names.length > 0 || value.units.length > 0)
    if (object.names.length === 0 && !isFound) found.push(this.#outside.named(`?.${name}`))
    const { origin, parameters, isOpen } = object
    if (origin !== 0 || parameters !== 0 || isOpen) found.push({ ...nothing, origin, parameters, isOpen })
    return joinAll(found)
  }

  /** The first parameter of a method is an object of its class, whoever calls it. */
  #inherited(object: Value, name: string, unit: Unit): Value {
    const isSelf = (object.parameters & 1) !== 0 && unit.parent?.scope.kind === 'class'
    const owners = isSelf && unit.parent ? [unit.parent, ...object.units] : object.units
    const bases = owners.flatMap((owner) => [...this.#outerBasesOf(owner)])
    return joinAll(bases.map((base) => this.#library.inherited(base, name) ?? nothing))
  }

  /** What a class has of classes above it is looked for once in each, however many ways lead there. */
  #member(owner: Unit, name: string, seen?: Set<Unit>): Value {
    const value = this.#look(owner.cell(name))
    if (value) return this.#settle(value, owner)
    const inner = owner.scope.kind === 'module' ? this.#findModule(owner.file, 1, name) : undefined
    if (inner) return inner.asValue
    if (owner.bases.length === 0) return nothing
    const asked = seen ?? new Set([owner])
    const found: Value[] = []
    for (const base of owner.bases) {
      if (asked.has(base) || asked.size >= mostBases) continue
      asked.add(base)
      found.push(this.#member(base, name, asked))
    }
    return joinAll(found)
  }

  /** A property gives what its function gives. */
  #readMember(owner: Unit, name: string, unit: Unit): Value {
    if (name === '__name__' && owner.scope.kind === 'function') return textValue(owner.scope.name)
    const value = this.#member(owner, name)
    if (owner.scope.kind !== 'class' || this.#library.language === 'javascript') return value
    const [first] = value.units
    return first?.isProperty ? join(value, this.#enter(first, [], noKeywords, unit)) : value
  }

  #item(expression: Extract<Expression, { kind: 'item' }>, unit: Unit): Value {
    const object = this.#evaluate(expression.object, unit)
    const index = this.#evaluate(expression.index, unit)
    this.#line = expression.line
    for (const name of object.names)
      if (this.#library.tellsByItem(name))
        this.#record(`${name}.__getitem__`, object, [index], noKeywords, unit)
    const found = this.#itemOf(object, index, unit, expression.line)
    if (object.units.length === 0 || this.#library.language === 'javascript') return found
    return join(found, this.#ask(object, ['__getitem__', '__class_getitem__'], [index], unit))
  }

  #itemOf(object: Value, index: Value, unit: Unit, line: number): Value {
    const { number } = index
    const { items } = object
    if (items && number !== undefined && index.names.length === 0) {
      const item = items[number < 0 ? items.length + number : number]
      if (item) return item
    }
    const table = object.names.map((name) => this.#library.tableOf(name)).find((one) => one !== undefined)
    if (table !== undefined) return this.#find(table, index, unit, line)
    const keys = fullTexts(index)
    const known = keys.flatMap((key) => object.fields?.get(key) ?? [])
    if (known.length > 0) return joinAll([...known, { ...nothing, origin: object.origin & ~origins.built }])
    if (this.#library.language === 'javascript' && keys.length > 0)
      return joinAll(keys.map((key) => this.#attribute(object, key, unit)))
    const [text] = object.texts
    if (text !== undefined && number !== undefined && !text.includes(hole))
      return textValue(text.at(number) ?? '', object.origin | origins.built)
    const special = keys.flatMap((key) => object.names.flatMap((name) => this.#library.item(name, key) ?? []))
    if (special.length > 0) return joinAll(special)
    // One variable of the environment is not the whole of it.
    const origin =
      (object.names.length > 0 ? object.origin & ~origins.environment : object.origin) | index.origin
    const element = elementOf(object)
    // Where only names that are not known were put in, any may be meant.
    const units = object.fields?.size === 0 ? object.units : element.units
    return { ...element, units, origin: origin & ~origins.built, isOpen: true }
  }

  /** Finds something by its name as a text: `getattr`, `globals()[…]`, `__import__`. */
  #find(table: string, key: Value, unit: Unit, line: number, owner?: Value): Value {
    const found: Value[] = []
    for (const text of fullTexts(key)) {
      const value = this.#findOne(table, text, unit, owner)
      found.push(value)
      for (const name of value.names) this.#noteLookup(name, has(key, 'built', 'decoded'), unit, line)
    }
    if (found.length > 0 && !key.isOpen) return joinAll(found)
    const owners = owner ? owner.names : table === '' ? [] : [table]
    for (const name of owners) {
      if (!has(key, 'decoded', 'network')) continue
      this.#noteLookup(`${name}.?`, true, unit, line)
    }
    const open = owners.map((name) => named(`${name}.?`))
    return joinAll([
      ...found,
      ...open,
      { ...unknown, origin: key.origin & ~origins.built, parameters: key.parameters },
    ])
  }

  #findOne(table: string, text: string, unit: Unit, owner?: Value): Value {
    if (owner) return this.#attribute(owner, text, unit)
    if (table === 'globals') return this.#lookUp(text, unit)
    if (table === 'modules') {
      const inPack = this.#findModule(unit.file, text.startsWith('.') ? 1 : 0, text.replace(/^\.+/, ''))
      return inPack?.asValue ?? named(text)
    }
    return this.#attribute(named(table), text, unit)
  }

  /** `os.system` and `os:system` as a text. */
  #findDotted(text: string, key: Value, unit: Unit, line: number): Value {
    const [module = '', ...rest] = text.split(/[.:]/)
    const found = this.#find('modules', { ...key, texts: [module] }, unit, line)
    return rest.reduce((object, one) => this.#attribute(object, one, unit), found)
  }

  #noteLookup(name: string, isHidden: boolean, unit: Unit, line: number): void {
    this.#recordsNow()?.lookups.push({ file: unit.file, line, name, isHidden })
  }

  #join({ parts, between }: Extract<Expression, { kind: 'join' }>, unit: Unit): Value {
    const values = parts.map((part) => this.#evaluate(part, unit))
    const whole = this.#written.placed(putTogether(values, between), this.#current)
    return join(whole, this.#operate(values, between === '/' ? '/' : '+', unit))
  }

  /** What an object of the pack makes of an operator, and of being a part of a text. */
  #operate(values: readonly Value[], operator: string, unit: Unit): Value {
    if (this.#library.language === 'javascript' || values.every(({ units }) => units.length === 0))
      return nothing
    const method = operators[operator]
    const results = values.map((value, i) => {
      if (value.units.length === 0) return nothing
      const methods = method ? [`__${method}__`, `__r${method}__`, `__i${method}__`] : []
      const others = values.filter((_, at) => at !== i)
      const given = this.#ask(value, methods, [mixAll(others)], unit)
      return operator === '+' ? join(given, this.#ask(value, ['__str__', '__format__'], [], unit)) : given
    })
    return joinAll(results)
  }

  #calculate({ operator, left, right }: Extract<Expression, { kind: 'calculate' }>, unit: Unit): Value {
    const [a, b] = [this.#evaluate(left, unit), this.#evaluate(right, unit)]
    const value = calculated(operator, a, b)
    return a.units.length + b.units.length === 0 ? value : join(value, this.#operate([a, b], operator, unit))
  }

  #map({ entries }: Extract<Expression, { kind: 'map' }>, unit: Unit): Value {
    const fields = new Map<string, Value>()
    const others: Value[] = []
    for (const { key, value } of entries) {
      const held = this.#evaluate(value, unit)
      const keyValue = key ? this.#evaluate(key, unit) : undefined
      const [text] = keyValue ? fullTexts(keyValue) : []
      if (text !== undefined) fields.set(text, held)
      else others.push(held, keyValue ? mixAll([keyValue]) : nothing)
      if (!key) for (const [name, inner] of held.fields ?? []) fields.set(name, inner)
      if (!key) others.push(...held.names.map((name) => this.#library.spread(name)))
    }
    return mapValue(fields, others)
  }

  #comprehension(
    { clauses, value, line }: Extract<Expression, { kind: 'comprehension' }>,
    unit: Unit,
  ): Value {
    const [only, ...others] = clauses
    if (
      only?.kind === 'assign' &&
      others.length === 0 &&
      only.value.kind === 'each' &&
      only.target.kind === 'name'
    ) {
      const source = this.#evaluate(only.value.of, unit)
      const items = writtenItems(source)
      if (items) return this.#unroll(only.target.name, items, value, unit)
      this.#assign(only.target, elementOf(source), unit)
    } else for (const clause of clauses) this.#perform(clause, unit)
    this.#line = line
    return listValue([this.#evaluate(value, unit)])
  }

  #unroll(name: string, items: readonly Value[], value: Expression, unit: Unit): Value {
    // A function inside of it is read later, when no element is at hand any more.
    this.#set(unit, name, elementOf(listValue(items)))
    const before = this.#bound
    const results: Value[] = []
    for (const item of items) {
      this.#bound = new Map([...(before ?? []), [name, item]])
      results.push(this.#evaluate(value, unit))
    }
    this.#bound = before
    return { ...listValue(results), items: results }
  }

  #slice({ object, isReversed, from, to }: Extract<Expression, { kind: 'slice' }>, unit: Unit): Value {
    const value = this.#evaluate(object, unit)
    if (isReversed) return reversed(value)
    const number = (end: Expression | undefined) => (end?.kind === 'number' ? end.value : undefined)
    return sliced(value, number(from), number(to))
  }

  #spread(args: readonly Argument[], unit: Unit): Value[] {
    const values: Value[] = []
    for (const { value, isSpread } of args) {
      const evaluated = this.#evaluate(value, unit)
      if (isSpread) values.push(...(evaluated.items ?? [elementOf(evaluated)]))
      else values.push(evaluated)
    }
    return values
  }

  #call(expression: Extract<Expression, { kind: 'call' }>, unit: Unit): Value {
    const { callee, line } = expression
    const receiver = callee.kind === 'attribute' ? this.#evaluate(callee.object, unit) : nothing
    const target =
      callee.kind === 'attribute'
        ? this.#attribute(receiver, callee.name, unit)
        : this.#evaluate(callee, unit)
    const hasKeywords = expression.args.some(({ name }) => name !== undefined)
    const plain = hasKeywords ? expression.args.filter(({ name }) => name === undefined) : expression.args
    const args = this.#spread(plain, unit)
    const keywords = hasKeywords ? this.#keywords(expression.args, unit) : noKeywords
    this.#line = line
    if (callee.kind === 'attribute') {
      const folded = foldMethod(receiver, callee.name, args)
      if (folded) return folded
      if (mutators.has(callee.name)) this.#addTo(callee.object, mixAll([...args, ...keywords.values()]), unit)
      if (/^a?send$/.test(callee.name) && receiver.names.length === 0 && args[0])
        this.#fill(cellIn(unit.module.attributes, sent), shallow(this.#settle(args[0], unit)))
      if (callee.name === 'append' && args[0])
        this.#addTo(callee.object, { ...nothing, origin: args[0].origin, units: args[0].units }, unit)
    }
    this.#noteTransfers(expression, target, receiver, args, keywords, unit)
    if (callee.kind === 'attribute' && this.#library.language === 'javascript') {
      const through = this.#callThrough(callee.name, receiver, args, unit, line)
      if (through) return through
    }
    const result = this.#invoke(target, receiver, args, keywords, unit, line)
    if (target.units.length === 0 || this.#library.language === 'javascript') return result
    // The name of a class makes an object of it; of any other name it may be one.
    const isMaking =
      (callee.kind === 'name' || callee.kind === 'attribute') && target.units[0]?.scope.name === callee.name
    return isMaking ? result : join(result, this.#ask(target, ['__call__'], args, unit))
  }

  /** `f.call(object, …)`, `f.apply(object, […])`, and `f.bind(object, …)`, which is called sooner or later. */
  #callThrough(
    method: string,
    callee: Value,
    [first = nothing, ...rest]: readonly Value[],
    unit: Unit,
    line: number,
  ): Value | undefined {
    if (!/^(call|apply|bind)$/.test(method) || (callee.names.length === 0 && callee.units.length === 0))
      return undefined
    if (callee.names.includes('Reflect')) return undefined
    // `Function.prototype.call.call(f, object, …)`
    if (callee.names.includes('Function.prototype'))
      return this.#invoke(first, rest[0] ?? nothing, rest.slice(1).flatMap(listed), noKeywords, unit, line, 1)
    const given = method === 'apply' ? listed(rest[0]) : rest
    if (method !== 'bind') return this.#invoke(callee, first, given, noKeywords, unit, line, 1)
    if (given.length > 0) this.#invokeCallbacks(callee, given, unit, line)
    return callee
  }

  #keywords(args: readonly Argument[], unit: Unit): ReadonlyMap<string, Value> {
    const keywords = new Map<string, Value>()
    for (const { name, value } of args)
      if (name !== undefined) keywords.set(name, this.#evaluate(value, unit))
    return keywords
  }

  /** Calls everything that the callee may be. */
  #invoke(
    target: Value,
    receiver: Value,
    args: readonly Value[],
    keywords: ReadonlyMap<string, Value>,
    unit: Unit,
    line: number,
    depth = 0,
  ): Value {
    const results: Value[] = []
    for (const one of this.#entered(target)) results.push(this.#enter(one, args, keywords, unit))
    const held = target.held.filter((name) => this.#library.isDangerous(name) && !target.names.includes(name))
    for (const name of held.length > 0 ? [...target.names, ...held] : target.names) {
      const found = this.#dynamic(name, args, keywords, unit, line)
      this.#line = line
      this.#record(name, receiver, args, keywords, unit)
      results.push(found ?? this.#library.result(name, receiver, args, keywords))
    }
    if (target.names.length === 0 && target.units.length === 0) {
      this.#record('?', receiver, args, keywords, unit)
      results.push({ ...mixAll([target, receiver, ...args, ...keywords.values()]), isOpen: true })
    }
    if (depth < 2 && target.names.length > 0)
      this.#handOver(target, args, keywords, receiver, unit, line, depth)
    return joinAll(results)
  }

  /** Where a name may stand for many functions, a shallow look goes into none of them. */
  #entered({ units }: Value): readonly Unit[] {
    return this.#isShallow && units.length > 1 ? [] : units
  }

  #handOver(
    target: Value,
    args: readonly Value[],
    keywords: ReadonlyMap<string, Value>,
    receiver: Value,
    unit: Unit,
    line: number,
    depth: number,
  ): void {
    const all = keywords.size > 0 ? [...args, ...keywords.values()] : args
    for (const [i, one] of all.entries()) {
      if (one.units.length === 0 && one.names.length === 0) continue
      if (one.units.length === 0 && !one.names.some((name) => this.#library.isDangerous(name))) continue
      const handed = target.names.reduce(
        (origin, name) => origin | this.#library.handsOver(name, receiver, args),
        0,
      )
      const rest =
        handed === 0
          ? all.filter((_, at) => at !== i).flatMap((value) => [...(value.items ?? [value])])
          : [{ ...unknown, origin: handed }]
      this.#invokeCallbacks(one, rest, unit, line, depth)
    }
  }

  /** What is handed over is called sooner or later, with what is handed over beside it. */
  #invokeCallbacks(value: Value, rest: readonly Value[], unit: Unit, line: number, depth = 0): void {
    const names = value.names.filter((name) => this.#library.isDangerous(name))
    if (names.length > 0)
      this.#invoke(
        { ...nothing, names },
        nothing,
        rest.flatMap((one) => one.items ?? [one]),
        new Map(),
        unit,
        line,
        depth + 1,
      )
    for (const one of this.#entered(value))
      if (one.scope.kind === 'function') this.#enter(one, rest, new Map(), unit)
  }

  /** Calls that find something by its name. */
  #dynamic(
    name: string,
    args: readonly Value[],
    keywords: ReadonlyMap<string, Value>,
    unit: Unit,
    line: number,
  ): Value | undefined {
    if (runsLater.test(name)) return this.#runLater(name, args, keywords, unit, line)
    if (!findsByName.test(name) && !findsDotted.test(name)) return undefined
    const [first, second] = args
    switch (name) {
      case 'super':
        return {
          ...this.#library.result(name, nothing, args, keywords),
          units: ownClassOf(unit)?.bases ?? [],
        }
      case 'str':
      case 'repr': {
        const given = first ? this.#ask(first, ['__str__', '__repr__'], [], unit) : nothing
        return given === nothing ? undefined : given
      }
      case 'map': {
        if (!first || !second || first.units.length === 0) return undefined
        return listValue([
          this.#invoke(first, nothing, args.slice(1).map(elementOf), noKeywords, unit, line, 1),
        ])
      }
      case 'getattr':
      case 'Reflect.get':
      case 'inspect.getattr_static':
        return first && second ? this.#find('', second, unit, line, first) : undefined
      case 'Reflect.apply':
      case 'Reflect.construct':
        return first
          ? this.#invoke(
              first,
              second ?? nothing,
              listed(args.at(name === 'Reflect.apply' ? 2 : 1)),
              noKeywords,
              unit,
              line,
              1,
            )
          : undefined
      case 'Object.assign':
        for (const [key, value] of args.slice(1).flatMap(({ fields }) => [...(fields ?? [])]))
          if (first) this.#noteStore(first, key, value, unit)
        return undefined
      case '__import__':
      case 'importlib.import_module':
      case '__loader__.load_module':
      case 'importlib.machinery.BuiltinImporter.load_module':
      case 'importlib.__import__': {
        const text = first ?? keywords.get('name')
        if (!text) return undefined
        const found = this.#find('modules', text, unit, line)
        const isTop = name.endsWith('__import__')
        return isTop ? { ...found, names: found.names.map((one) => one.split('.')[0] ?? one) } : found
      }
      case 'functools.reduce':
      case 'reduce':
        return first && second ? this.#reduce(first, second, args[2], unit, line) : undefined
      case 'vars':
        return first ? { ...nothing, names: first.names.map((one) => `${one}.__dict__`) } : undefined
      case 'functools.partial':
      case 'partial':
        return first ? joinAll([first, mixAll(args.slice(1))]) : undefined
      case 'globals().update':
        for (const [key, value] of [...(first?.fields ?? []), ...keywords]) this.#noteHook(key, value, unit)
        return undefined
      case 'setattr': {
        const value = args[2]
        const [text] = second ? fullTexts(second) : []
        if (first && text !== undefined && value) this.#setAttribute(first, text, value, unit)
        return undefined
      }
    }
    if (/\.(__getattribute__|__getattr__)$/.test(name) && first)
      return this.#find('', args.at(-1) ?? first, unit, line, named(name.replace(/\.__\w+$/, '')))
    if (/(\.__dict__|^globals\(\)|^locals\(\)|^sys\.modules)\.(get|pop|__getitem__)$/.test(name) && first)
      return this.#find(this.#library.tableOf(name.replace(/\.\w+$/, '')) ?? '', first, unit, line)
    if (findsDotted.test(name) && first)
      return joinAll(fullTexts(first).map((text) => this.#findDotted(text, first, unit, line)))
    const getter = /^(attrgetter|methodcaller):(.*)$/.exec(name)
    if (getter && first) {
      const found = this.#find('', textValue(getter[2] ?? '', origins.built), unit, line, first)
      return getter[1] === 'attrgetter'
        ? found
        : this.#invoke(found, first, args.slice(1), keywords, unit, line, 1)
    }
    return undefined
  }

  #reduce(by: Value, list: Value, start: Value | undefined, unit: Unit, line: number): Value | undefined {
    const items = (list.items ?? [elementOf(list)]).slice(0, mostReduced)
    if (by.names.includes('getattr'))
      return start && items.reduce((object, key) => this.#find('', key, unit, line, object), start)
    if (by.units.length === 0) return undefined
    const [first = nothing, ...rest] = start ? [start, ...items] : items
    return rest.reduce(
      (sum, item) => this.#invoke(by, nothing, [sum, item], noKeywords, unit, line, 1),
      first,
    )
  }

  /** What a future, or a pool, hands on is what the function gave. */
  #runLater(
    name: string,
    args: readonly Value[],
    keywords: ReadonlyMap<string, Value>,
    unit: Unit,
    line: number,
  ): Value | undefined {
    const [run, ...rest] = name.endsWith('.run_in_executor') ? args.slice(1) : args
    if (!run || (run.units.length === 0 && run.names.length === 0)) return undefined
    const given = /\.(submit|run_in_executor)$|^asyncio/.test(name) ? rest : rest.flatMap(listed)
    const result = this.#invoke(run, nothing, given, noKeywords, unit, line, 1)
    const kept = { ...mixAll([result]), names: this.#library.result(name, nothing, args, keywords).names }
    return /map\w*$/.test(name) ? listValue([result]) : kept
  }

  /** What methods give that Python itself calls, where an object of the pack has them. */
  #ask(object: Value, methods: readonly string[], args: readonly Value[], unit: Unit): Value {
    if (object.units.length === 0 || object.units.length > mostAskedObjects) return nothing
    const results: Value[] = []
    for (const owner of object.units)
      for (const method of methods)
        for (const one of this.#special(owner, method)) results.push(this.#enter(one, args, noKeywords, unit))
    return joinAll(results)
  }

  /** Few classes have any of them: those are not asked for one. */
  #special(owner: Unit, method: string): readonly Unit[] {
    if (owner.specials.size === 0 && owner.bases.length === 0) return []
    const seen = new Set([owner])
    for (const one of seen) {
      if (one.specials.has(method))
        return this.#look(one.cell(method))?.units.filter(({ scope }) => scope.kind === 'function') ?? []
      if (seen.size < mostBases) for (const base of one.bases) seen.add(base)
    }
    return []
  }

  #enter(one: Unit, args: readonly Value[], keywords: ReadonlyMap<string, Value>, unit: Unit): Value {
    if (--this.#budget.left < 0) throw new FlowTooLarge('The code is too tangled to be followed')
    if (one.scope.kind === 'class') {
      this.#make(one, args, keywords, unit)
      return one.asValue
    }
    if (one.scope.kind === 'module') return unknown
    if (!one.runsOnImport && !this.#isKept && this.#isAtImport(unit)) {
      one.runsOnImport = true
      this.#next.add(one)
    }
    const given = this.#passTo([one], this.#withSelf(one, args), keywords, unit)
    this.#noteCall(one)
    this.#readNow(one)
    return this.#resultOf(one, given)
  }

  #make(one: Unit, args: readonly Value[], keywords: ReadonlyMap<string, Value>, unit: Unit): void {
    const found = makers.flatMap((name) => this.#member(one, name).units)
    // One that is inherited works on the object as the class above knows it.
    for (const maker of found) this.#enter(maker, [(maker.parent ?? one).asValue, ...args], keywords, unit)
    if (found.length > 0) return
    const fields = fieldsOf(one)
    for (const [i, field] of fields.entries()) {
      const value = keywords.get(field) ?? args[i]
      if (value) this.#set(one, field, shallow(this.#settle(value, unit)))
    }
    if (fields.length > 0) this.#ask(one.asValue, ['__post_init__'], [], unit)
  }

  #noteCall(one: Unit): void {
    const caller = this.#current
    if (!caller) return
    one.callers.add(caller)
    if (!one.scope.readLater || one.isWorthReading) return
    if (caller.isResultWanted) this.#want(one)
    else caller.unread.add(one)
  }

  /** Reads a function whose result runs, and those that it has it from. */
  #want(one: Unit): void {
    one.isWorthReading = true
    one.isResultWanted = true
    if (one.lastRound < this.#round && this.#depth < deepestCall) this.#readUnit(one)
    else this.#next.add(one)
  }

  /** What runs was made by functions that were not read: they are called here, or where it was handed in. */
  #wantUnread(unit: Unit, isHandedIn: boolean): void {
    const asked = new Set([unit])
    for (const one of asked) {
      one.isResultWanted = true
      for (const made of one.unread) this.#want(made)
      one.unread.clear()
      if (!isHandedIn) return
      for (const caller of one.callers) if (asked.size < mostAsked) asked.add(caller)
    }
  }

  /** A method called on an object gets that object first. */
  #withSelf(one: Unit, args: readonly Value[]): readonly Value[] {
    const [first] = one.scope.parameters
    const isMethod = one.parent?.scope.kind === 'class' && (first?.name === 'self' || first?.name === 'cls')
    return isMethod && one.parent && !args[0]?.units.includes(one.parent)
      ? [one.parent.asValue, ...args]
      : args
  }

  #resultOf(one: Unit, given: readonly (Value | undefined)[]): Value {
    const returns = this.#look(one.returns) ?? nothing
    if (returns.parameters === 0) return returns
    let origin = returns.origin
    let parameters = 0
    let { units, names, held } = returns
    for (const [i, value] of given.entries()) {
      if (!value || !(returns.parameters & (1 << i))) continue
      origin |= value.origin
      parameters |= value.parameters
      if (value.units.length > 0 && units.length === 0) units = value.units
      if (value.names.length > 0 && names.length === 0)
        names = value.names.filter((name) => this.#library.isDangerous(name))
      held = heldWith(held, value)
    }
    return { ...returns, origin, parameters, units, names, held }
  }

  /** Gives the arguments by position of the parameter. */
  #passTo(
    units: readonly Unit[],
    args: readonly Value[],
    keywords: ReadonlyMap<string, Value> = new Map(),
    caller?: Unit,
  ): readonly (Value | undefined)[] {
    let given: (Value | undefined)[] = []
    for (const one of units) {
      const { parameters } = one.scope
      given = parameters.map(({ name, form }, i) => {
        if (form === 'rest') return listValue(args.slice(i))
        if (form === 'keywords') return mapValue(keywords, [])
        return keywords.get(name) ?? args[i]
      })
      for (const [i, value] of given.entries()) {
        const name = parameters[i]?.name
        if (!value || name === undefined) continue
        const settled = caller ? this.#settle(value, caller) : value
        const before = one.parameterOrigins[i] ?? 0
        one.parameterOrigins[i] = before | settled.origin
        if (one.parameterOrigins[i] !== before) this.#wake(one.originReaders)
        if (one.scope.readLater && !one.isWorthReading && this.#isTelling(settled)) {
          one.isWorthReading = true
          this.#next.add(one)
        }
        // Where it came from is kept apart for every caller; what it is, is one for all.
        this.#set(one, name, {
          ...settled,
          origin: 0,
          items: settled.items?.slice(0, 64),
        })
      }
    }
    return given
  }

  #isAtImport(unit: Unit): boolean {
    if (!unit.runsOnImport) return false
    const { mainLines } = unit.module.scope
    if (unit.scope.kind === 'function') return true
    return !mainLines.some(({ from, to }) => this.#line >= from && this.#line <= to)
  }

  /** Files that are written and read again, and places that downloads go to. */
  #noteTransfers(
    expression: Extract<Expression, { kind: 'call' }>,
    target: Value,
    receiver: Value,
    args: readonly Value[],
    keywords: ReadonlyMap<string, Value>,
    unit: Unit,
  ): void {
    for (const name of target.names) {
      const transfer = this.#library.transfer(name, receiver, args, keywords)
      if (!transfer) continue
      const { origin, argument, keyword } = transfer
      const byKeyword = expression.args.find((arg) => keyword !== undefined && arg.name === keyword)?.value
      const place = transfer.isReceiver
        ? (receiver.path ?? (expression.callee.kind === 'attribute' ? expression.callee.object : undefined))
        : (byKeyword ?? expression.args.filter((arg) => arg.name === undefined)[argument ?? 0]?.value)
      if (place) this.#markPlace(place, origin, unit)
      // In its handlers, the object is `this`.
      if (this.#library.language === 'javascript')
        this.#fill(cellIn(unit.module.attributes, answered), { ...unknown, origin })
    }
    for (const name of target.names) {
      if (!this.#library.isFetchCommand(name, args)) continue
      const [command] = expression.args
      const parts = command?.value.kind === 'list' ? command.value.items.map((item) => item.value) : []
      for (const part of parts) if (part.kind === 'name') this.#markPlace(part, origins.download, unit)
    }
  }

  #markPlace(place: Expression, origin: number, unit: Unit): void {
    const value = this.#quietly(place, unit)
    for (const text of value.texts) this.#wake(this.#written.mark(text, origin))
    const marked = { ...nothing, origin }
    if (place.kind === 'name' || place.kind === 'attribute' || place.kind === 'item')
      this.#addTo(place, marked, unit)
    // Of a path that is put together, its last part names the place; those before are folders around it.
    const named = place.kind === 'call' ? place.args.at(joinsPaths(place) ? -1 : 0)?.value : undefined
    if (named?.kind === 'name') this.#addTo(named, marked, unit)
  }

  #record(
    name: string,
    receiver: Value,
    args: readonly Value[],
    keywords: ReadonlyMap<string, Value>,
    unit: Unit,
  ): void {
    const records = this.#recordsNow()
    if (!records) return
    const settled = args.every(isSettled) ? args : args.map((arg) => this.#settle(arg, unit))
    if (settled.some(isUnread) && this.#library.runs(name)) this.#wantUnread(unit, !args.some(isUnread))
    records.calls.push({
      file: unit.file,
      line: this.#line,
      name,
      receiver: this.#settle(receiver, unit),
      args: settled,
      keywords: this.#settleAll(keywords, unit),
      isAtImport: this.#isAtImport(unit),
    })
  }

  #settleAll(keywords: ReadonlyMap<string, Value>, unit: Unit): ReadonlyMap<string, Value> {
    if (keywords.values().every(isSettled)) return keywords
    return new Map([...keywords].map(([key, value]) => [key, this.#settle(value, unit)]))
  }

  #recordsNow(): ReturnType<Records['of']> {
    return this.#isQuiet || !this.#current ? undefined : this.#records.of(this.#current)
  }
}

/** `os.path.join(folder, name)`, `folder.joinpath(name)`, `Path(folder, name)` */
function joinsPaths({ callee }: Extract<Expression, { kind: 'call' }>): boolean {
  return callee.kind === 'attribute' || callee.kind === 'name'
    ? /^(join|joinpath|Path)$/.test(callee.name)
    : false
}

/** What a list hands over where it stands for all arguments. */
function listed(value: Value | undefined): readonly Value[] {
  return value ? (value.items ?? [elementOf(value)]) : []
}

function ownClassOf(unit: Unit): Unit | undefined {
  for (let owner = unit.parent; owner; owner = owner.parent) if (owner.scope.kind === 'class') return owner
  return undefined
}

/** Those of the classes that it is made from come first. */
function fieldsOf(one: Unit): readonly string[] {
  const own = one.scope.fields ?? []
  if (one.bases.length === 0) return own
  const seen = new Set([one])
  for (const each of seen) if (seen.size < mostBases) for (const base of each.bases) seen.add(base)
  return [...new Set([...seen].reverse().flatMap(({ scope }) => scope.fields ?? []))]
}

function isUnread({ origin }: Value): boolean {
  return (origin & origins.unread) !== 0
}

function isSettled({ parameters }: Value): boolean {
  return parameters === 0
}

/** A short list of which only one element is known. */
function itemsWith(at: number, value: Value): readonly Value[] | undefined {
  return at >= 0 && at < 8 ? [...Array<Value>(at).fill(nothing), value] : undefined
}

/** What one of several targets gets: after a starred one, they are counted from the end. */
function partFor(targets: readonly Argument[], at: number, value: Value): Value {
  const starred = targets.findIndex(({ isSpread }) => isSpread)
  const after = targets.length - at
  if (at === starred) return sliced(value, at, after > 1 ? 1 - after : undefined)
  const item = value.items?.at(starred >= 0 && at > starred ? -after : at)
  return item ?? elementOf(value)
}

/** An attribute is shared by many objects: what its parts hold is not kept apart. */
function shallow(value: Value): Value {
  return value.items || value.fields ? { ...value, items: undefined, fields: undefined } : value
}
