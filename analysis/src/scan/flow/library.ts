import type { Value } from './values.ts'

/** A call that writes to a file or a folder. */
export interface Transfer {
  /** Origin of the content from then on. */
  origin: number
  /** Position or keyword of the argument that names the place. */
  argument?: number
  keyword?: string
  /** The method belongs to the place. */
  isReceiver?: boolean
}

/** How a call's result is a place: a new one, that of its first part, that when it is opened to write, or a joined one. */
export type Way = 'new' | 'same' | 'opened' | 'joined'

/** Knowledge about a language and the libraries of its programs. */
export interface Library {
  language: 'python' | 'javascript'
  /** Bundlers give one short name to many things, so their code is read again less often. */
  isBundled?: boolean
  /** Whether the scripts compare the sender of a message to their window. */
  checksSenders?: boolean
  /** Origins of everything written to a place so far. */
  writtenTo(place: string): number
  /** Returns the origins of what a text names. */
  contentOf(text: string): number
  /** Returns the full name of a name that the pack does not define. */
  nameOf(name: string): string
  starNames(module: string): readonly string[]
  attribute(base: string, name: string): Value
  /** Returns what the tool gives to an input of this kind. */
  givenInput(kind: string): Value | undefined
  /** Returns an attribute that depends on the text of an object, such as the folder of a path. */
  partOf(object: Value, name: string): Value | undefined
  item(base: string, key: string): Value | undefined
  /** Whether reading one of its items is a sign by itself. */
  tellsByItem(base: string): boolean
  /** The entries that `**base` adds to a map. */
  spread(base: string): Value
  /** Returns the scope or module whose names can be looked up in this map. */
  tableOf(name: string): string | undefined
  result(name: string, receiver: Value, args: readonly Value[], keywords: ReadonlyMap<string, Value>): Value
  transfer(
    name: string,
    receiver: Value,
    args: readonly Value[],
    keywords: ReadonlyMap<string, Value>,
  ): Transfer | undefined
  /** Returns where the function keeps its other arguments, if it does. */
  keeps(name: string, receiver: Value): 'receiver' | 'argument' | 'file' | undefined
  /** Whether it reads, starts or moves the files that its arguments name. */
  takesPlaces(name: string): boolean
  placeOf(name: string): Way | undefined
  isFetchCommand(name: string, args: readonly Value[]): boolean
  /** Whether it runs or decodes code or programs, so that passing it on matters. */
  isDangerous(name: string): boolean
  /** Whether it runs its argument, as code or as a program. */
  runs(name: string): boolean
  /** Returns the origin of the values that this call passes to its callbacks. */
  handsOver(name: string, receiver: Value, args: readonly Value[]): number
  /** Returns the origin of the arguments of a function that is assigned here. */
  replaces(owner: string, name: string, object: Value): number
  /** Whether a decorator makes a function handle requests. */
  isRoute(name: string): boolean
  /** Returns a member that an object inherits from an outside class. */
  inherited(base: string, name: string): Value | undefined
  /** Returns the call that Python makes with the result of such a method. */
  usesResultOf(base: string, method: string): string | undefined
  /** Whether assigning the property has an effect. */
  isStore(name: string): boolean
}

/** Methods that store their arguments. */
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
  'splice',
  'fill',
])
