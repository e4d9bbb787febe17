import { runsPython } from './dangerous-python.ts'
import { origins } from './origins.ts'
import type { Scope } from './syntax.ts'
import { type Trails, withTrails } from './trails.ts'

/** Marks an unknown part of a text. */
export const hole = '\u0000'

/** All values have the same properties in the same order, because engines read such objects fastest. */
export interface Value {
  /** Dotted names of outside objects that it may be, such as `os.system`. */
  names: readonly string[]
  /** Names of running functions that some part of it contains. */
  held: readonly string[]
  /** Texts that it may be; unknown parts are `hole`. */
  texts: readonly string[]
  /** Functions, classes and modules of the pack that it may be. */
  units: readonly Unit[]
  /** Bits of `origins`. */
  origin: number
  /** Bit i: made from the i-th parameter of the surrounding function. */
  parameters: number
  /** False for a literal in the source, whatever it is. */
  isOpen: boolean
  items: readonly Value[] | undefined
  fields: ReadonlyMap<string, Value> | undefined
  number: number | undefined
  /**
   * Names of the file whose path or handle it is, where texts do not tell: the expressions or calls that made the path.
   * Two values with the same one are the same place.
   */
  places: readonly string[]
  /** Where its origins come from. They differ without the values being different. */
  trails: Trails
  depth: number
}

const most = {
  names: 8,
  texts: 16,
  units: 8,
  places: 4,
  items: 16,
  fields: 16,
  textLength: 400_000,
  depth: 2,
}
const none: readonly never[] = []

export const nothing: Value = {
  names: none,
  held: none,
  texts: none,
  units: none,
  origin: 0,
  parameters: 0,
  isOpen: false,
  items: undefined,
  fields: undefined,
  number: undefined,
  places: none,
  trails: none,
  depth: 0,
}
export const unknown: Value = { ...nothing, isOpen: true }

/** One variable, with the units whose reading used it. */
export class Cell {
  /** Undefined until a value is assigned. */
  value: Value | undefined
  /** Only one function reads most variables. */
  #reader: Unit | undefined
  #others: Set<Unit> | undefined

  addReader(unit: Unit): void {
    if (this.#reader === undefined) this.#reader = unit
    else if (this.#reader !== unit) {
      this.#others ??= new Set()
      this.#others.add(unit)
    }
  }

  *readers(): Generator<Unit> {
    if (this.#reader) yield this.#reader
    if (this.#others) yield* this.#others
  }
}

/** A module, class or function of the pack during the scan. */
export class Unit {
  readonly scope: Scope
  readonly parent: Unit | undefined
  readonly module: Unit
  /** The file, as a path inside the pack. */
  readonly file: string
  readonly #cells = new Map<string, Cell>()
  /** Attributes of unknown objects, by name: one set for each module. */
  readonly attributes = new Map<string, Cell>()
  readonly bases: Unit[] = []
  /** Classes of the pack that have this class among their bases. */
  readonly heirs: Unit[] = []
  /** Classes whose objects are classes: those that a class statement names, and those of its bases. */
  readonly metaclasses = new Set<Unit>()
  /** Base classes from outside the pack. */
  readonly outerBases = new Set<string>()
  /** The arguments of callers, by position: only their bits of `origins`. */
  readonly parameterOrigins: number[] = []
  readonly originReaders = new Set<Unit>()
  /** Units that read all names at once. */
  readonly starReaders = new Set<Unit>()
  readonly returns = new Cell()
  /** Whether its code runs as soon as the pack is loaded. */
  runsOnImport: boolean
  /** The last round in which its code was read: once per round is enough. */
  lastRound = -1
  /** Something relevant was passed to it, or its result runs. */
  isWorthReading = false
  /** Its result runs, so the results that it got from others matter as well. */
  isResultWanted = false
  /** Functions that it calls and that were not read. */
  readonly unread = new Set<Unit>()
  readonly callers = new Set<Unit>()
  /** Methods of a class that Python itself calls. */
  readonly specials: ReadonlySet<string>
  /** Inputs that the tool itself gives to every method of the class, by name. */
  readonly given = new Map<string, Value>()
  /** Called when an attribute of its name is read or set. */
  isProperty = false
  isSetter = false
  /** Some of its arguments were given before it is called. */
  isBound = false
  readonly asValue: Value

  constructor(scope: Scope, file: string, parent?: Unit) {
    this.scope = scope
    this.file = file
    this.parent = parent
    this.module = parent?.module ?? this
    this.specials = scope.kind === 'class' ? specialsOf(scope) : noSpecials
    this.runsOnImport = scope.kind === 'module' || (scope.kind === 'class' && parent?.runsOnImport === true)
    this.asValue = { ...nothing, units: [this] }
  }

  cell(name: string): Cell {
    return cellIn(this.#cells, name)
  }

  has(name: string): boolean {
    return this.#cells.get(name)?.value !== undefined
  }

  *filled(): Generator<[string, Value]> {
    for (const [name, { value }] of this.#cells) if (value) yield [name, value]
  }
}

const noSpecials: ReadonlySet<string> = new Set()

function specialsOf({ actions }: Scope): ReadonlySet<string> {
  const found = actions.flatMap((action) =>
    action.kind === 'function' && /^__\w+__$/.test(action.scope.name) && action.scope.name !== '__init__'
      ? [action.scope.name]
      : [],
  )
  return found.length > 0 ? new Set(found) : noSpecials
}

export function cellIn(cells: Map<string, Cell>, name: string): Cell {
  const known = cells.get(name)
  if (known) return known
  const made = new Cell()
  cells.set(name, made)
  return made
}

export function named(...names: string[]): Value {
  return { ...nothing, names: names.filter((name) => name.length <= 120) }
}

export function textValue(text: string, origin = 0): Value {
  return text.length > most.textLength ? { ...unknown, origin } : { ...nothing, texts: [text], origin }
}

export function numberValue(value: number): Value {
  return { ...nothing, number: value }
}

export function listValue(items: readonly Value[]): Value {
  const depth = deepest(items) + 1
  const sum = mixAll(items)
  return depth > most.depth ? sum : { ...sum, items, depth }
}

export function mapValue(fields: ReadonlyMap<string, Value>, others: readonly Value[]): Value {
  const values = [...fields.values(), ...others]
  const depth = deepest(values) + 1
  const sum = { ...mixAll(values), depth: Math.min(depth, most.depth) }
  return depth > most.depth ? sum : { ...sum, fields }
}

function deepest(values: readonly Value[]): number {
  return values.reduce((depth, value) => (value.depth > depth ? value.depth : depth), 0)
}

/** Whether it is made at run time rather than literal in the source. */
export function isMade(value: Value): boolean {
  return value.isOpen || value.parameters !== 0 || value.names.length > 0
}

/** Returns the texts that are fully known. */
export function fullTexts(value: Value): string[] {
  return value.texts.filter((text) => !text.includes(hole))
}

export function has(value: Value | undefined, ...wanted: (keyof typeof origins)[]): boolean {
  return value !== undefined && wanted.some((one) => (value.origin & origins[one]) !== 0)
}

export function withOrigin(value: Value, origin: number): Value {
  return (value.origin & origin) === origin ? value : { ...value, origin: value.origin | origin }
}

/** Combines values into a new one. */
export function mixAll(values: readonly Value[]): Value {
  let origin = 0
  let parameters = 0
  let isOpen = false
  let units: readonly Unit[] = none
  let held: readonly string[] = none
  let trails: Trails = none
  for (const value of values) {
    origin |= value.origin
    trails = withTrails(trails, value.trails)
    parameters |= value.parameters
    isOpen ||= value.isOpen || value.names.length > 0
    units = union(units, value.units, most.units)
    held = heldWith(held, value)
  }
  return { ...nothing, origin, parameters, isOpen, units, held, trails }
}

/** Adds the names and contents of another value that can run something. */
export function heldWith(held: readonly string[], { names, held: more }: Value): readonly string[] {
  const both = union(held, more, most.names)
  const own = names.length > 0 ? names.filter(runsPython) : none
  return union(both, own, most.names)
}

/** Joins two alternatives; returns the first one when the second adds nothing. */
export function join(a: Value, b: Value): Value {
  if (a === b || b === nothing) return a
  if (a === nothing) return b
  const names = union(a.names, b.names, most.names)
  // When there are too many names, at least those that run things are kept.
  const isFull = a.names.length + b.names.length > most.names
  const held = isFull ? heldWith(a.held, b) : union(a.held, b.held, most.names)
  const texts = union(a.texts, b.texts, most.texts)
  const units = union(a.units, b.units, most.units)
  const origin = a.origin | b.origin
  const parameters = a.parameters | b.parameters
  const isOpen = a.isOpen || b.isOpen || a.texts.length + b.texts.length > 2 * most.texts
  const items = joinItems(a.items, b.items)
  const fields = joinFields(a.fields, b.fields)
  const number = a.number === undefined ? b.number : a.number
  const places = union(a.places, b.places, most.places)
  const isSame =
    names === a.names &&
    held === a.held &&
    texts === a.texts &&
    units === a.units &&
    origin === a.origin &&
    parameters === a.parameters &&
    isOpen === a.isOpen &&
    items === a.items &&
    fields === a.fields &&
    number === a.number &&
    places === a.places
  if (isSame) return a
  return {
    names,
    held,
    texts,
    units,
    origin,
    parameters,
    isOpen,
    items,
    fields,
    number,
    places,
    trails: withTrails(a.trails, b.trails),
    depth: Math.max(a.depth, b.depth),
  }
}

export function joinAll(values: readonly Value[]): Value {
  return values.reduce(join, nothing)
}

function union<Item>(a: readonly Item[], b: readonly Item[], limit: number): readonly Item[] {
  if (a === b || b.length === 0 || a.length >= limit) return a
  if (b.length === 1 && a.includes(b[0] as Item)) return a
  if (a.length === 0) return b.length > limit ? b.slice(0, limit) : b
  const more = b.filter((item) => !a.includes(item))
  return more.length === 0 ? a : [...a, ...more].slice(0, limit)
}

function joinItems(a: readonly Value[] | undefined, b: readonly Value[] | undefined) {
  // Long lists are data: their first items tell their content.
  if (!a || !b || a === b || a.length > most.items || b.length > most.items) return a ?? b
  const longer = a.length >= b.length ? a : b
  const joined = longer.map((_, i) => join(a[i] ?? nothing, b[i] ?? nothing))
  return a.length === joined.length && joined.every((item, i) => item === a[i]) ? a : joined
}

function joinFields(a: ReadonlyMap<string, Value> | undefined, b: ReadonlyMap<string, Value> | undefined) {
  if (!a || !b || a === b) return a ?? b
  if (a.size > most.fields && b.size > most.fields) return a
  let joined: Map<string, Value> | undefined
  for (const [key, value] of b) {
    const known = a.get(key)
    if (!known && a.size >= most.fields) continue
    const next = known ? join(known, value) : value
    if (next === known) continue
    joined ??= new Map(a)
    joined.set(key, next)
  }
  return joined ?? a
}

/** Returns every element of a sequence or a map, as one value. */
export function elementOf(value: Value): Value {
  if (value.items)
    return joinAll([
      ...value.items.slice(0, most.items),
      // Includes elements added later.
      {
        ...nothing,
        origin: value.origin,
        held: value.held,
        units: value.units,
        parameters: value.parameters,
        trails: value.trails,
      },
    ])
  if (value.fields) {
    const keys = { ...nothing, texts: [...value.fields.keys()].slice(0, most.texts) }
    const { origin, isOpen, held, parameters, trails } = value
    return joinAll([keys, { ...nothing, origin, isOpen, held, parameters, trails }])
  }
  // The origin of a sequence still tells something about its unknown elements.
  const names = value.names.filter((name) => name.endsWith(')'))
  return {
    ...nothing,
    names,
    origin: value.origin,
    parameters: value.parameters,
    isOpen: true,
    units: value.units,
    held: value.held,
    places: value.places,
    trails: value.trails,
  }
}

/** Many objects share an attribute, so the contents of its parts are not kept apart. */
export function shallow(value: Value): Value {
  return value.items || value.fields ? { ...value, items: undefined, fields: undefined } : value
}

/** Returns the texts that joined parts can give, up to a maximum number. */
export function joinTexts(parts: readonly Value[], between: string): string[] {
  let texts = ['']
  for (const [i, part] of parts.entries()) {
    const options =
      part.texts.length > 0 ? part.texts : [part.number === undefined ? hole : String(part.number)]
    const glue = i === 0 ? '' : between
    texts = texts
      .flatMap((before) => options.map((text) => before + glue + text))
      .slice(0, most.texts)
      .filter((text) => text.length <= most.textLength)
  }
  return texts
}
