import { runsPython } from './dangerous-python.ts'
import type { Expression, Scope } from './syntax.ts'

/** Where something came from, or what it holds. Bits, so that values join fast. */
export const origins = {
  /** Bytes that came over the network. */
  network: 1 << 0,
  /** Was decoded, decompressed, turned around or calculated: nobody can read it in the source. */
  decoded: 1 << 1,
  /** The whole environment. */
  environment: 1 << 2,
  /** Content of a file that holds credentials, or its place. */
  secret: 1 << 3,
  /** Names a file or a folder that was downloaded. */
  download: 1 << 4,
  /** Tells who uses the machine, and which machine it is. */
  identity: 1 << 5,
  /** The clipboard, the screen, the keyboard, the camera, the microphone. */
  spying: 1 << 6,
  /** What somebody sent to a route of the tool's own server. */
  request: 1 << 7,
  /** Read out of something that is no source code, such as a picture. */
  data: 1 << 8,
  /** Found by walking through the user's own folders. */
  home: 1 << 9,
  /** A text put together from pieces. */
  built: 1 << 10,
  /** Cookies and the page's storage. */
  storage: 1 << 11,
  /** Read from a local file. */
  file: 1 << 12,
  /** Names a file that a known hub of models sent. */
  hub: 1 << 13,
  /** One variable of the environment that holds a credential. */
  credential: 1 << 14,
  /** Came from a server that is written out and is no known hub of models. */
  stranger: 1 << 15,
  /** Given by a function of the pack that was not read, since nothing in it is telling. */
  unread: 1 << 16,
  /** Read out of a file that is not named like Python, whichever it is. */
  otherwise: 1 << 17,
  /** Read out of a file that is. */
  source: 1 << 18,
} as const

/** All but those that say only how a text was made, or that it is the user's own. */
export const tellingOrigins = ~(
  origins.built |
  origins.file |
  origins.hub |
  origins.credential |
  origins.unread |
  origins.otherwise |
  origins.source
)

/** Stands in a text for a part that is not known. */
export const hole = '\u0000'

/** All have the same properties in the same order: the engine reads such objects fastest. */
export interface Value {
  /** Dotted names of things from outside the pack that it may be, such as `os.system`. */
  names: readonly string[]
  /** Names of what runs things and was put into it, whichever part of it that is. */
  held: readonly string[]
  /** Texts that it may be; unknown parts are `hole`. */
  texts: readonly string[]
  /** Functions, classes and modules of the pack that it may be. */
  units: readonly Unit[]
  /** Bits of `origins`. */
  origin: number
  /** Bit i: made from the i-th parameter of the function around. */
  parameters: number
  /** False for what is written out in the source, whatever it is. */
  isOpen: boolean
  items: readonly Value[] | undefined
  fields: ReadonlyMap<string, Value> | undefined
  number: number | undefined
  /** For an opened file: the expression that names it. */
  path: Expression | undefined
  depth: number
}

const most = { names: 8, texts: 16, units: 8, items: 16, fields: 16, textLength: 400_000, depth: 2 }
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
  path: undefined,
  depth: 0,
}
export const unknown: Value = { ...nothing, isOpen: true }

/** One variable, with the units whose reading looked at it. */
export class Cell {
  /** Undefined while nothing is put into it. */
  value: Value | undefined
  /** Most variables are looked at by one function only. */
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

/** A module, class or function of the pack while it is looked at. */
export class Unit {
  readonly scope: Scope
  readonly parent: Unit | undefined
  readonly module: Unit
  /** The file, as a path inside the pack. */
  readonly file: string
  readonly #cells = new Map<string, Cell>()
  /** Attributes of things that are not known, by name: one for all of a module. */
  readonly attributes = new Map<string, Cell>()
  readonly bases: Unit[] = []
  /** Classes from outside that a class is made from. */
  readonly outerBases = new Set<string>()
  /** What callers pass, by position: their bits of `origins` only. */
  readonly parameterOrigins: number[] = []
  readonly originReaders = new Set<Unit>()
  /** Those that took all names at once. */
  readonly starReaders = new Set<Unit>()
  readonly returns = new Cell()
  /** True when its code runs as soon as the pack is loaded. */
  runsOnImport: boolean
  /** The round in which its code was read last: once is enough, however often it is mentioned. */
  lastRound = -1
  /** Something telling was handed to it, or what it gives runs. */
  isWorthReading = false
  /** What it gives runs: so what it got from others is asked for as well. */
  isResultWanted = false
  /** Functions that it calls and that were not read. */
  readonly unread = new Set<Unit>()
  readonly callers = new Set<Unit>()
  /** Of a class: those of its methods that Python calls by itself. */
  readonly specials: ReadonlySet<string>
  /** Called where an attribute of its name is read, or set. */
  isProperty = false
  isSetter = false
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

/** True when it is made while the program runs: not written out in the source. */
export function isMade(value: Value): boolean {
  return value.isOpen || value.parameters !== 0 || value.names.length > 0
}

/** The texts that are known in full. */
export function fullTexts(value: Value): string[] {
  return value.texts.filter((text) => !text.includes(hole))
}

export function has(value: Value | undefined, ...wanted: (keyof typeof origins)[]): boolean {
  return value !== undefined && wanted.some((one) => (value.origin & origins[one]) !== 0)
}

export function withOrigin(value: Value, origin: number): Value {
  return (value.origin & origin) === origin ? value : { ...value, origin: value.origin | origin }
}

/** What is made from these, without being any of them. */
export function mixAll(values: readonly Value[]): Value {
  let origin = 0
  let parameters = 0
  let isOpen = false
  let units: readonly Unit[] = none
  let held: readonly string[] = none
  for (const value of values) {
    origin |= value.origin
    parameters |= value.parameters
    isOpen ||= value.isOpen || value.names.length > 0
    units = union(units, value.units, most.units)
    held = heldWith(held, value)
  }
  return { ...nothing, origin, parameters, isOpen, units, held }
}

/** With what another value is, where that runs things, and with what it holds. */
export function heldWith(held: readonly string[], { names, held: more }: Value): readonly string[] {
  const both = union(held, more, most.names)
  const own = names.length > 0 ? names.filter(runsPython) : none
  return union(both, own, most.names)
}

/** Either of two: gives the first when the second adds nothing to it. */
export function join(a: Value, b: Value): Value {
  if (a === b || b === nothing) return a
  if (a === nothing) return b
  const names = union(a.names, b.names, most.names)
  // Of more names than are kept, at least those that run things.
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
  const path = a.path ?? b.path
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
    path === a.path
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
    path,
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
  // Long lists are data: what they hold is known from the first of them.
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

/** Every element of a sequence or a map, as one value. */
export function elementOf(value: Value): Value {
  if (value.items)
    return joinAll([
      ...value.items.slice(0, most.items),
      // What was added later.
      { ...nothing, origin: value.origin, held: value.held, units: value.units },
    ])
  if (value.fields) {
    const keys = { ...nothing, texts: [...value.fields.keys()].slice(0, most.texts) }
    return joinAll([keys, { ...nothing, origin: value.origin, isOpen: value.isOpen, held: value.held }])
  }
  // What is in a sequence of unknown things may still be told by where the sequence came from.
  const names = value.names.filter((name) => name.endsWith(')'))
  return {
    ...nothing,
    names,
    origin: value.origin,
    parameters: value.parameters,
    isOpen: true,
    units: value.units,
    held: value.held,
  }
}

/** An attribute is shared by many objects: what its parts hold is not kept apart. */
export function shallow(value: Value): Value {
  return value.items || value.fields ? { ...value, items: undefined, fields: undefined } : value
}

/** The texts that parts put together can give, up to a number of them. */
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
