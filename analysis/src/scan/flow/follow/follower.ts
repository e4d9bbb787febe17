import type { OnFile } from '../../../ground/progress.ts'
import { type Flow, FlowTooLarge, type FollowOptions, type Module, type StepBudget } from '../flow.ts'
import type { Library } from '../library.ts'
import { ModuleFinder } from '../modules.ts'
import { origins, tellingOrigins } from '../origins.ts'
import { Outside } from '../outside.ts'
import { Records, type UnitRecords } from '../records.ts'
import type { Action, Expression, Parameter, Scope } from '../syntax.ts'
import { explained, extended, type Step, type Trails, unexplained, withTrails } from '../trails.ts'
import { type Cell, cellIn, join, Unit, unknown, type Value } from '../values.ts'
import { WrittenPlaces } from '../written-places.ts'

/** How often one function is read again because a value that it used has changed. */
const maxRounds = 4
/** Small programs are read more often, until they have had this many readings of functions. */
const maxSmallRounds = 10
const smallReadings = 1_200
/** After these rounds, only values with a new origin count. */
const wholeRounds = 3

const noTrails: Trails = []

/** A function is read at its first call, unless the call is this deep. */
const deepestCall = 120

/** The meaning of code, passed in because it can lead to more code, which the follower then reads. */
export interface Meaning {
  perform(follower: Follower, action: Action, unit: Unit): void
  evaluate(follower: Follower, expression: Expression, unit: Unit): Value
}

/**
 * The shared state of following: known facts, the current position, and code that must be read again. The
 * functions in this folder take it as their first parameter, and reach all code through its `evaluate` and
 * `readUnit`.
 */
export class Follower {
  readonly library: Library
  /** A shallow scan enters no function whose name is ambiguous. */
  readonly isShallow: boolean
  readonly modules: ModuleFinder
  readonly outside: Outside
  readonly written: WrittenPlaces
  /** Classes whose objects are currently being made. */
  readonly making = new Set<Unit>()

  /** The code being read, and its line. */
  current: Unit | undefined
  line = 1
  /** Elements of a sequence that a comprehension visits one by one. */
  bound: ReadonlyMap<string, Value> | undefined
  /** Whether a class of the pack answers for attributes that it does not have. */
  answersNames = false
  /** A function is passed to a receiver that stores it for later. */
  isKept = false

  /** Values that all scripts of a page share, by name. */
  readonly #shared = new Map<string, Cell>()
  readonly #meaning: Meaning
  readonly #budget: StepBudget
  readonly #onFile: OnFile
  readonly #records = new Records()
  readonly #units = new Map<Scope, Unit>()

  #round = 0
  #queue: Unit[]
  #next = new Set<Unit>()
  #depth = 0
  /** Trails of the parts of the expression being evaluated. */
  #met: Trails = []
  /** The first trail of each origin. */
  #sources: Trails = []
  #isQuiet = false

  constructor(
    modules: readonly Module[],
    library: Library,
    { budget, depth, onFile }: FollowOptions,
    meaning: Meaning,
  ) {
    this.library = library
    this.isShallow = depth === 'shallow'
    this.outside = new Outside(library)
    this.written = new WrittenPlaces((place) => library.contentOf(place))
    this.#budget = budget
    this.#onFile = onFile
    this.#meaning = meaning
    library.writtenTo = (place) => this.written.originOf(place, this.current)
    const units = new Map<string, Unit>()
    for (const { path, scope } of modules) {
      const unit = new Unit(scope, path)
      units.set(path, unit)
      this.#units.set(scope, unit)
    }
    this.modules = new ModuleFinder(units)
    this.#queue = [...units.values()]
  }

  run(): Flow {
    for (let readings = 0; this.#queue.length > 0 && this.#isWorthRound(readings); this.#round++) {
      // Reading appends the functions that it finds.
      for (let i = 0; i < this.#queue.length; i++) this.readUnit(this.#queue[i] as Unit)
      readings += this.#queue.length
      this.#queue = [...this.#next]
      this.#next = new Set()
    }
    return this.#records.flow
  }

  #isWorthRound(readings: number): boolean {
    if (this.isShallow) return this.#round < 1
    return this.#round < (readings < smallReadings && !this.library.isBundled ? maxSmallRounds : maxRounds)
  }

  readUnit(unit: Unit): void {
    if (unit.lastRound === this.#round || this.#isQuiet) return
    unit.lastRound = this.#round
    this.#next.delete(unit)
    this.#records.begin(unit)
    const [current, line, bound, isKept] = [this.current, this.line, this.bound, this.isKept]
    const met = this.#met
    this.current = unit
    this.#onFile(unit.file, 'follow')
    this.bound = undefined
    this.isKept = false
    for (const [i, parameter] of unit.scope.parameters.entries()) this.#readParameter(unit, parameter, i)
    for (const action of this.#actionsOf(unit)) this.#meaning.perform(this, action, unit)
    this.current = current
    if (current) this.#onFile(current.file, 'follow')
    this.line = line
    this.bound = bound
    this.isKept = isKept
    this.#met = met
  }

  #readParameter(unit: Unit, parameter: Parameter, index: number): void {
    const bit = index < 30 ? 1 << index : 0
    this.set(unit, parameter.name, { ...unknown, parameters: bit })
    if (parameter.fallback && unit.parent)
      this.set(unit, parameter.name, this.settle(this.evaluate(parameter.fallback, unit.parent), unit.parent))
  }

  /** Functions without relevant code matter only when something relevant is passed to them. */
  #actionsOf({ scope, returns, isWorthReading }: Unit): readonly Action[] {
    if (!scope.readLater) return scope.actions
    if (isWorthReading) return [...scope.actions, ...scope.readLater()]
    const parameters = 2 ** Math.min(scope.parameters.length, 30) - 1
    this.fill(returns, { ...unknown, parameters, origin: origins.unread })
    return scope.actions
  }

  /** Functions are read after the surrounding code, when all the names in it are defined. */
  readLater(unit: Unit): void {
    if (unit.lastRound < 0 && !this.#isQuiet) this.#queue.push(unit)
  }

  /** Reads an imported module or a called function first, so that its results are known. */
  readNow(unit: Unit): void {
    if (unit.lastRound < 0 && this.#depth < deepestCall) this.readUnit(unit)
    else this.readLater(unit)
  }

  /** Reads it in this round, unless that has happened already. */
  readThisRound(unit: Unit): void {
    if (unit.lastRound < this.#round && this.#depth < deepestCall) this.readUnit(unit)
    else this.readAgain(unit)
  }

  /** Reads it in the next round. */
  readAgain(unit: Unit): void {
    this.#next.add(unit)
  }

  wake(readers: Iterable<Unit>): void {
    for (const unit of readers) this.#next.add(unit)
  }

  evaluate(expression: Expression, unit: Unit): Value {
    this.countStep()
    this.#depth++
    const met = this.#met
    this.#met = noTrails
    const value = this.#traced(this.#meaning.evaluate(this, expression, unit), expression, unit)
    this.#met = withTrails(met, value.trails)
    this.#depth--
    return value
  }

  #traced(value: Value, expression: Expression, { file }: Unit): Value {
    if (unexplained(value.origin, value.trails) === 0) return value
    // A variable only keeps what came from elsewhere.
    const parts = expression.kind === 'name' ? withTrails(this.#met, this.#sources) : this.#met
    const trails = explained(value, parts, { file, line: expression.line }, expression)
    this.#sources = withTrails(this.#sources, trails)
    return { ...value, trails }
  }

  /** Adds the trails of its parts, or a source at the current place, to a value that comes from elsewhere. */
  explain(value: Value, parts: Trails = noTrails, name = ''): Value {
    if (unexplained(value.origin, value.trails) === 0) return value
    const place = { file: this.current?.file ?? '', line: this.line, name }
    return { ...value, trails: explained(value, parts, place) }
  }

  /** Trails of the parts that were evaluated so far in the current expression. */
  get met(): Trails {
    return this.#met
  }

  /** Adds the current place to the way of a value. */
  passed(value: Value, name: string, by: Step['by']): Value {
    if (value.trails.length === 0 || !this.current) return value
    const { file } = this.current
    const step = { file, line: this.line, origin: 0, name, by, literal: '' }
    return { ...value, trails: extended(value.trails, step) }
  }

  /** Evaluates an expression again without recording anything. */
  quietly(expression: Expression, unit: Unit): Value {
    const wasQuiet = this.#isQuiet
    this.#isQuiet = true
    const value = this.evaluate(expression, unit)
    this.#isQuiet = wasQuiet
    return value
  }

  countStep(): void {
    if (--this.#budget.left < 0) throw new FlowTooLarge('The code is too tangled to be followed')
  }

  unitOf(scope: Scope, parent: Unit): Unit {
    const known = this.#units.get(scope)
    if (known) return known
    const unit = new Unit(scope, parent.file, parent)
    this.#units.set(scope, unit)
    if (unit.specials.has('__getattr__') || unit.specials.has('__getattribute__')) this.answersNames = true
    return unit
  }

  /** Reads a cell; the current reader is read again when the value changes. */
  look(cell: Cell): Value | undefined {
    if (this.current) cell.addReader(this.current)
    return cell.value
  }

  fill(cell: Cell, value: Value): boolean {
    const before = cell.value
    const after = before ? join(before, value) : value
    if (after === before) {
      // A trail changes no verdict, so readers are not read again for it.
      const trails = withTrails(before.trails, value.trails)
      if (trails !== before.trails) cell.value = { ...before, trails }
      return false
    }
    cell.value = after
    const isTold = this.matters(before?.origin ?? 0, after.origin)
    if (isTold) this.wake(cell.readers())
    return isTold
  }

  /** Whether code that used a value with the origin before is read again. */
  matters(before: number, after: number): boolean {
    return this.#round < wholeRounds || ((before ^ after) & tellingOrigins) !== 0
  }

  shared(name: string): Cell {
    return cellIn(this.#shared, name)
  }

  set(unit: Unit, name: string, value: Value): void {
    if (this.fill(unit.cell(name), value)) this.wake(unit.starReaders)
  }

  /** Parameters of a function mean nothing outside it, so the values of its callers so far replace them. */
  settle(value: Value, unit: Unit): Value {
    if (value.parameters === 0) return value
    const origin = value.origin | this.#parameterOrigin(value.parameters, unit)
    return { ...value, origin, parameters: 0 }
  }

  #parameterOrigin(parameters: number, unit: Unit): number {
    if (this.current) unit.originReaders.add(this.current)
    let origin = 0
    for (let i = 0; i < unit.parameterOrigins.length; i++)
      if (parameters & (1 << i)) origin |= unit.parameterOrigins[i] ?? 0
    return origin
  }

  /** Whether loading the pack is enough to run the current place in this unit. */
  isAtImport(unit: Unit): boolean {
    if (!unit.runsOnImport) return false
    const { mainLines } = unit.module.scope
    if (unit.scope.kind === 'function') return true
    return !mainLines.some(({ from, to }) => this.line >= from && this.line <= to)
  }

  noteText(expression: Extract<Expression, { kind: 'text' }>, file: string): void {
    this.#records.noteText(expression, file)
  }

  /** Returns the records for the current reading, or undefined during an evaluation without records. */
  recordsNow(): UnitRecords | undefined {
    return this.#isQuiet || !this.current ? undefined : this.#records.of(this.current)
  }
}
