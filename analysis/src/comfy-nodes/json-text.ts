import { dependsOnMachine } from '../python/project.ts'
import { formatFloat, quoteJson } from '../python/strings.ts'
import { toolLists } from '../python/tool-facts.ts'
import { foldersIn, type Place, type Value } from '../python/values.ts'
import { type Json, type UndecidedMarker, undecidedMarker } from './comfy-node.ts'

/** Called for every value that could not be printed, with the reason. */
export type Note = (reason: string, at: Place | undefined) => void

/**
 * A value between Python and JSON. Numbers keep their Python spelling, so that one walk produces both the
 * tool's own text (`1.0`, integers of any length) and plain JSON.
 */
export type Printable =
  | null
  | boolean
  | string
  | { integer: bigint }
  | { float: number }
  | Printable[]
  | Map<string, Printable>
  | UndecidedMarker

/** Limits the printed size of one value, because lists that contain themselves have no end. */
const maxParts = 50_000
const deepest = 30

interface Room {
  left: number
  depth: number
}

/** Converts a value for printing. Undecided parts become the marker, and `note` is called for them. */
export function toPrintable(value: Value, note: Note, room: Room = { left: maxParts, depth: 0 }): Printable {
  if (--room.left < 0 || room.depth > deepest) return undecided(note, 'is larger than any input is')
  room.depth++
  try {
    return printablePart(value, note, room)
  } finally {
    room.depth--
  }
}

function printablePart(value: Value, note: Note, room: Room): Printable {
  const plain = value.kind === 'instance' && value.native ? value.native : value
  switch (plain.kind) {
    case 'none':
      return null
    case 'bool':
      return plain.value
    case 'int':
      return { integer: plain.value }
    case 'float':
      return { float: plain.value }
    case 'str':
      return dependsOnMachine(plain.value)
        ? undecided(note, 'holds the folder that the pack lies in')
        : plain.value
    case 'list':
    case 'tuple':
    case 'set':
      return listItems(plain, note, room)
    case 'dict':
      return dictEntries(plain, note, room)
    case 'unknown':
      return undecided(note, plain.reason, plain.at, plain.folders)
    case 'outcome': {
      const reason = `calls ${plain.callee}, which is not part of the pack`
      return undecided(note, reason, plain.at, foldersIn(plain))
    }
    case 'external':
      return externalValue(plain.path, note)
    default:
      return undecided(note, `is ${article[plain.kind] ?? 'something'} that has no JSON form`)
  }
}

const article: Readonly<Record<string, string>> = {
  class: 'a class',
  function: 'a function',
  instance: 'an object',
  path: 'a path',
}

function undecided(note: Note, reason: string, at?: Place, folders: readonly string[] = []): UndecidedMarker {
  note(reason, at)
  return folders.length === 0 ? undecidedMarker : { ...undecidedMarker, folders }
}

function externalValue(path: string, note: Note): Printable {
  const marker = undecided(note, `is ${path}, which is not part of the pack`)
  return toolLists.has(path) ? [marker] : marker
}

function listItems(value: Value & { kind: 'list' | 'tuple' | 'set' }, note: Note, room: Room): Printable[] {
  const sure = value.items.filter((item) => !value.maybe.has(item))
  const items = sure.map((item) => toPrintable(item, note, room))
  const folders = foldersIn(value)
  if (value.open) items.push(undecided(note, value.open.reason, value.open.at, folders))
  else if (sure.length < value.items.length)
    items.push(undecided(note, 'has items only under a condition', undefined, folders))
  return items
}

function dictEntries(value: Value & { kind: 'dict' }, note: Note, room: Room): Map<string, Printable> {
  const entries = new Map<string, Printable>()
  for (const { key, value: each, isConditional, at } of value.entries.values()) {
    const name = keyText(key)
    if (isConditional || name === undefined) note('has an entry only under a condition', at)
    else entries.set(name, toPrintable(each, note, room))
  }
  if (value.open) note(value.open.reason, value.open.at)
  return entries
}

function keyText(key: Value): string | undefined {
  const plain = key.kind === 'instance' && key.native ? key.native : key
  if (plain.kind === 'str') return dependsOnMachine(plain.value) ? undefined : plain.value
  if (plain.kind === 'int') return String(plain.value)
  if (plain.kind === 'float') return formatFloat(plain.value)
  if (plain.kind === 'bool') return String(plain.value)
  return plain.kind === 'none' ? 'null' : undefined
}

/** Prints the text that the tool prints: Python's `json.dumps`. */
export function toPythonJson(value: Printable): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return quoteJson(value)
  if (Array.isArray(value)) return `[${value.map(toPythonJson).join(', ')}]`
  if (value instanceof Map) {
    return `{${[...value].map(([key, each]) => `${quoteJson(key)}: ${toPythonJson(each)}`).join(', ')}}`
  }
  if ('integer' in value) return String(value.integer)
  if ('float' in value) return formatFloat(value.float)
  const { folders = [] } = value
  const listed = folders.length === 0 ? '' : `, "folders": [${folders.map(quoteJson).join(', ')}]`
  return `{"$undecided": true${listed}}`
}

/** Returns plain JSON. Integers beyond 2^53 and infinities become the nearest number that JSON has. */
export function toPlainJson(value: Printable): Json {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(toPlainJson)
  if (value instanceof Map)
    return Object.fromEntries([...value].map(([key, each]) => [key, toPlainJson(each)]))
  if ('integer' in value) return finite(Number(value.integer))
  if ('float' in value) return finite(value.float)
  const { folders } = value
  return { ...undecidedMarker, ...(folders ? { folders: [...folders] } : {}) }
}

function finite(number: number): Json {
  if (Number.isNaN(number)) return null
  return Math.min(Number.MAX_VALUE, Math.max(-Number.MAX_VALUE, number))
}

/** Whether a value that only the running tool knows lists model files. */
export const listsModels = (value: Printable | undefined): value is UndecidedMarker =>
  typeof value === 'object' && value !== null && 'folders' in value

/** The choices in the options of an input. */
export function listedIn({ options: listed }: { [key: string]: Json }): Json[] | undefined {
  if (Array.isArray(listed)) return listed
  const isOpen = typeof listed === 'object' && listed !== null && '$undecided' in listed
  return isOpen && 'folders' in listed ? [listed] : undefined
}
