import type { Expression, FunctionSyntax, Parameter, Statement } from './syntax.ts'

export interface Place {
  file: string
  line: number
}

/** The known value of an expression. `unknown` carries the first reason why it is unknown. */
export type Value =
  | { kind: 'none' }
  | { kind: 'bool'; value: boolean }
  | { kind: 'int'; value: bigint }
  | { kind: 'float'; value: number }
  | { kind: 'str'; value: string }
  | ListValue
  | DictValue
  | FunctionValue
  | ClassValue
  | InstanceValue
  | ModuleValue
  | ExternalValue
  | OutcomeValue
  | MethodValue
  | SuperValue
  | PathValue
  | UnknownValue

export interface ListValue {
  kind: 'list' | 'tuple' | 'set'
  items: Value[]
  /** Why there may be more or other items; undefined when the list is complete. */
  open?: UnknownValue
  /** Items that exist only under an undecided condition. */
  maybe: Set<Value>
}

interface DictEntry {
  key: Value
  value: Value
  at: Place
  isConditional: boolean
}

export interface DictValue {
  kind: 'dict'
  entries: Map<string, DictEntry>
  open?: UnknownValue
  /** The value for every key, for classes with their own `__getitem__`. */
  fallback?: Value
}

export interface FunctionValue {
  kind: 'function'
  name: string
  at: Place
  parameters: readonly Parameter[]
  defaults: ReadonlyMap<string, Value>
  body: FunctionBody
  scope: Scope
  binding: 'plain' | 'class' | 'static' | 'property'
  /** The class whose body defines it, for `super()`. */
  owner?: ClassValue
}

type FunctionBody =
  | { kind: 'statements'; syntax: FunctionSyntax; statements: () => readonly Statement[] }
  | { kind: 'expression'; expression: Expression }

export interface ClassValue {
  kind: 'class'
  name: string
  at: Place
  bases: Value[]
  members: Map<string, Value>
  /** The `__name__` of the module that makes the class. */
  module?: Value
  /** The annotated names of the body, in order: the fields of a data class. */
  fields?: readonly string[]
  /** The classes that have it as a base, in order of creation. */
  subclasses: ListValue
  /** The pack's own metaclass of this class. */
  maker?: ClassValue
}

export interface InstanceValue {
  kind: 'instance'
  of: ClassValue
  members: Map<string, Value>
  /** Its builtin value when its class extends `str`, `dict`, `list` or another builtin. */
  native?: Value
}

export interface ModuleValue {
  kind: 'module'
  /** The file, or the folder of a package without `__init__.py`. */
  path: string
  scope: Scope
  /** All its names are known: it ran to its end, without a star import from outside. */
  isComplete: boolean
}

/** Something outside the pack, known only by its dotted name: a library, the tool, a builtin. */
interface ExternalValue {
  kind: 'external'
  path: string
}

/** The result of a call to something outside: it is unknown, but the call is known. */
export interface OutcomeValue {
  kind: 'outcome'
  callee: string
  /** The outcome on which the method was called: `Custom('X')` in `Custom('X').Input('x')`. */
  receiver?: OutcomeValue
  args: readonly Value[]
  keywords: Map<string, Value>
  at: Place
}

/** A method of a plain value, or of a function taken from an object. */
interface MethodValue {
  kind: 'method'
  self: Value
  name: string
  function?: FunctionValue
}

export interface SuperValue {
  kind: 'super'
  self: Value
  after: ClassValue
  of: ClassValue
}

/** A `pathlib` path. */
interface PathValue {
  kind: 'path'
  value: string
}

export interface UnknownValue {
  kind: 'unknown'
  reason: string
  at: Place
  /** Folders of models whose files it lists, below the tool's folder of models. */
  folders?: readonly string[]
  /** The texts that it can be, such as a name in two languages. */
  texts?: readonly string[]
}

export interface Scope {
  names: Map<string, Value>
  parent: Scope | undefined
  /** Functions in a class body do not see the names of that body. */
  isClass: boolean
  /** Names that belong to the module although a function assigns them. */
  globals: Set<string>
  module: ModuleInfo
}

export interface ModuleInfo {
  path: string
  /** Dotted name below the pack, empty for the root. */
  name: string
  isPackage: boolean
}

export const none: Value = { kind: 'none' }

export function str(value: string): Value {
  return { kind: 'str', value }
}

export function bool(value: boolean): Value {
  return { kind: 'bool', value }
}

export function int(value: number | bigint): Value {
  return { kind: 'int', value: BigInt(value) }
}

export function list(items: Value[], kind: ListValue['kind'] = 'list'): ListValue {
  return { kind, items, maybe: new Set() }
}

export function openList(items: Value[], open: UnknownValue, kind: ListValue['kind'] = 'list'): ListValue {
  return { kind, items, open, maybe: new Set() }
}

export function dict(): DictValue {
  return { kind: 'dict', entries: new Map() }
}

export function external(path: string): ExternalValue {
  return { kind: 'external', path }
}

/** Joins the reasons why a list can have further items, with the folders of both. */
export function joinOpen(a: UnknownValue | undefined, b: UnknownValue | undefined): UnknownValue | undefined {
  const first = a ?? b
  if (!first || !a || !b?.folders) return first
  return { ...first, folders: joinFolders([...(a.folders ?? []), ...b.folders]) }
}

/** Folders of models whose files a value lists, also through calls to the outside, such as for sorting. */
export function foldersIn(value: Value, depth = 3): readonly string[] {
  if (value.kind === 'unknown') return value.folders ?? []
  if (depth === 0) return []
  const parts: Value[] = []
  if (isList(value)) parts.push(...(value.open ? [value.open] : []), ...value.maybe)
  if (value.kind === 'outcome') parts.push(...(value.receiver ? [value.receiver] : []), ...value.args)
  return joinFolders(parts.flatMap((part) => foldersIn(part, depth - 1)))
}

/** More than any list has. The choices of each input repeat them. */
const maxFolders = 20

/** Each folder once, without those above the limit. */
export const joinFolders = (folders: readonly string[]): string[] =>
  [...new Set(folders)].slice(0, maxFolders)

export function isList(value: Value | undefined): value is ListValue {
  return value?.kind === 'list' || value?.kind === 'tuple' || value?.kind === 'set'
}

/** Whether nothing about it is known: printing it or deciding on it would be a guess. */
export function isUndecided(value: Value): value is UnknownValue | OutcomeValue | ExternalValue {
  return value.kind === 'unknown' || value.kind === 'outcome' || value.kind === 'external'
}

const identities = new WeakMap<object, number>()
let nextIdentity = 1

/** Larger tuples are not compared: nested ones can represent more items than there are atoms. */
const largestKey = 500

/** Returns the same text for keys that Python treats as equal, or undefined when the key cannot be known. */
export function keyOf(value: Value, room = { left: largestKey }): string | undefined {
  if (--room.left < 0) return undefined
  switch (value.kind) {
    case 'none':
      return 'none'
    case 'bool':
      return `number:${value.value ? 1 : 0}`
    case 'int':
      return `number:${value.value}`
    case 'float':
      return `number:${value.value}`
    case 'str':
      return `str:${value.value}`
    case 'path':
      return `path:${value.value}`
    case 'tuple':
      return tupleKey(value, room)
    case 'class':
    case 'function':
      return `object:${identityOf(value)}`
    case 'instance':
      return value.native?.kind === 'str' ? keyOf(value.native, room) : `object:${identityOf(value)}`
    default:
      return undefined
  }
}

function tupleKey(value: ListValue, room: { left: number }): string | undefined {
  if (value.items.length > room.left) return undefined
  const keys = value.items.map((item) => keyOf(item, room))
  // The length before each key keeps the texts of different tuples distinct.
  return keys.every((key) => key !== undefined)
    ? `tuple:${keys.map((key) => `${key.length}.${key}`).join('')}`
    : undefined
}

function identityOf(value: object): number {
  const known = identities.get(value)
  if (known !== undefined) return known
  identities.set(value, nextIdentity)
  return nextIdentity++
}

/** Estimates the work of visiting a whole value, in steps. */
export function weightOf(value: Value): number {
  if (value.kind === 'str' || value.kind === 'path') return value.value.length >> 6
  if (value.kind === 'dict') return value.entries.size >> 2
  if (value.kind === 'instance' && value.native) return weightOf(value.native)
  return isList(value) ? value.items.length >> 2 : 0
}

/** Returns Python's `bool()` of it, or undefined when it is unknown. */
export function truth(value: Value): boolean | undefined {
  switch (value.kind) {
    case 'none':
      return false
    case 'bool':
      return value.value
    case 'int':
      return value.value !== 0n
    case 'float':
      return value.value !== 0
    case 'str':
      return value.value !== ''
    case 'list':
    case 'tuple':
    case 'set':
      return value.items.length > value.maybe.size
        ? true
        : value.open || value.items.length > 0
          ? undefined
          : false
    case 'dict':
      return value.entries.size > 0 ? true : value.open ? undefined : false
    case 'function':
    case 'class':
    case 'module':
    case 'method':
    case 'path':
      return true
    default:
      return undefined
  }
}

/** Returns Python's `==` of both, or undefined when it is unknown. */
export function equals(a: Value, b: Value, room = { left: largestKey }): boolean | undefined {
  if (a === b) return true
  if (--room.left < 0) return undefined
  if (isUndecided(a) || isUndecided(b)) return undefined
  const [keyA, keyB] = [keyOf(a), keyOf(b)]
  if (keyA !== undefined && keyB !== undefined) return keyA === keyB
  if (isList(a) && isList(b)) return a.kind === b.kind ? sameItems(a, b, room) : false
  if (a.kind === 'dict' && b.kind === 'dict') return undefined
  return a.kind === b.kind ? undefined : false
}

function sameItems(a: ListValue, b: ListValue, room: { left: number }): boolean | undefined {
  if (a.open || b.open) return undefined
  if (a.items.length !== b.items.length) return false
  const results = a.items.map((item, i) => equals(item, b.items[i] ?? none, room))
  if (results.includes(false)) return false
  return results.includes(undefined) ? undefined : true
}
