import type { Value } from './values.ts'

/** A call that puts something into a file or a folder. */
export interface Transfer {
  /** What the place holds from now on. */
  origin: number
  /** Position or keyword of the argument that names the place. */
  argument?: number
  keyword?: string
  /** The place is what the method belongs to. */
  isReceiver?: boolean
}

/** What is known of a language and of what its programs use. */
export interface Library {
  language: 'python' | 'javascript'
  /** What was written to a place so far. */
  writtenTo(place: string): number
  /** The full name of a name that the pack does not define. */
  nameOf(name: string): string
  starNames(module: string): readonly string[]
  attribute(base: string, name: string): Value
  item(base: string, key: string): Value | undefined
  /** Which of its items a pack reads says something of the pack. */
  tellsByItem(base: string): boolean
  /** What `**base` puts into a map. */
  spread(base: string): Value
  /** The scope or module whose names can be looked up in this map by a text. */
  tableOf(name: string): string | undefined
  result(name: string, receiver: Value, args: readonly Value[], keywords: ReadonlyMap<string, Value>): Value
  transfer(
    name: string,
    receiver: Value,
    args: readonly Value[],
    keywords: ReadonlyMap<string, Value>,
  ): Transfer | undefined
  isFetchCommand(name: string, args: readonly Value[]): boolean
  /** Runs code or programs, or decodes them: not to be handed over unseen. */
  isDangerous(name: string): boolean
  /** Runs what it is given, as code or as a program. */
  runs(name: string): boolean
  /** Where that comes from which this call hands to the functions that it is given. */
  handsOver(name: string, receiver: Value, args: readonly Value[]): number
  /** Where that comes from which is given to a function that is put into this place. */
  replaces(owner: string, name: string, object: Value): number
  /** A decorator that makes a function answer requests. */
  isRoute(name: string): boolean
  /** What an object has of a class from outside that its own is made from. */
  inherited(base: string, name: string): Value | undefined
  /** The call by which Python uses what such a method gives. */
  usesResultOf(base: string, method: string): string | undefined
  /** A property whose assignment does something. */
  isStore(name: string): boolean
}

/** Methods that keep what they are given. */
export const mutators: ReadonlySet<string> = new Set([
  'append',
  'extend',
  'insert',
  'add',
  'update',
  'push',
  'unshift',
  'put',
  'setdefault',
  'write',
  'writelines',
  'appendleft',
  'set',
])
