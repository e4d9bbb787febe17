import type { FunctionPlace, Outline } from '../python/function-places.ts'
import { mutators } from './flow/library.ts'
import { starImports } from './flow/python-library.ts'

/** Names that a file gives to what is telling, by which it can be used without a telling word. */
export interface NamedCode {
  path: string
  code: string
  outline: Outline | undefined
}

/** What a statement gives a name to. */
interface Bound {
  name: string
  /** An element or an attribute: known outside of the function, too. */
  isPart: boolean
}

/**
 * What is bound in the statements that have these places, by name: true for what belongs to an object or a class, which
 * is known wherever the object is.
 */
export function boundAt({ code, outline }: NamedCode, places: readonly number[]): Map<string, boolean> {
  const starts = outline?.statements ?? []
  const functions = outline?.functions ?? []
  const found = new Map<string, boolean>()
  let i = 0
  for (const [at, start] of starts.entries()) {
    const end = starts[at + 1] ?? code.length
    while (i < places.length && (places[i] ?? 0) < start) i++
    const first = places[i]
    if (first === undefined) break
    if (first >= end) continue
    let last = i
    while (last + 1 < places.length && (places[last + 1] ?? 0) < end) last++
    const text = code.slice(start, end)
    const bound = boundIn(
      text,
      places.slice(i, last + 1).map((place) => place - start),
    )
    if (bound.length === 0) continue
    const isLocal = bound.some(({ isPart }) => !isPart) && staysInside(code, functions, start)
    const isIndented = start > 0 && code[start - 1] !== '\n'
    for (const { name, isPart } of bound)
      if (isPart || !isLocal) found.set(name, found.get(name) === true || isPart || isIndented)
  }
  return found
}

/** A variable of a function that has no functions of its own. */
function staysInside(code: string, functions: readonly FunctionPlace[], start: number): boolean {
  // An outer function comes before those inside of it.
  const inner = functions.findLastIndex((one) => one.start < start && start < one.end)
  const place = functions[inner]
  if (!place) return false
  const next = functions[inner + 1]
  return !(next && next.start < place.end) && !/\bglobal\b/.test(code.slice(place.start, place.end))
}

const importing = /\b(?:from\s+([\w.]+|\.+[\w.]*)\s+)?import\b([^;]*)/g
const inLoop = /\bfor\s+(.+?)\s+in\b/gs
const named = /\bas\s+\(?([\w., ]+)/g
const kept = new RegExp(`([\\w.]+)(?:\\[[^\\]]*\\])?\\s*\\.\\s*(?:${[...mutators].join('|')})\\s*\\(`, 'g')

function boundIn(text: string, places: readonly number[]): Bound[] {
  if (/^(async\s+)?def\b|^@/.test(text)) return []
  const found: Bound[] = []
  const first = places[0] ?? 0
  const last = places.at(-1) ?? 0
  let isImport = false
  for (const { 1: module, 2: list = '', index, 0: whole } of text.matchAll(importing)) {
    isImport = true
    const isTelling = (from: number, to: number) => places.some((place) => place >= from && place < to)
    const listStart = index + whole.length - list.length
    const isWhole = module !== undefined && isTelling(index, listStart)
    let at = listStart
    for (const item of list.split(',')) {
      const [name, alias] = item
        .replace(/[()\\]/g, ' ')
        .trim()
        .split(/\s+as\s+/)
      if (name === '*' && isWhole)
        for (const one of starImports[module] ?? []) found.push({ name: one, isPart: false })
      const bound = alias ?? (module === undefined ? name?.split('.')[0] : name)
      if (bound && /^\w+$/.test(bound) && (isWhole || isTelling(at, at + item.length)))
        found.push({ name: bound, isPart: false })
      at += item.length + 1
    }
  }
  if (isImport) return found
  for (const { end, target, isWalrus } of assignmentsIn(text)) {
    if (end > last) continue
    for (const part of isWalrus ? [target] : target.split(/[,:]/)) {
      const [, object, name] = /([\w.]*?)(\w+)\s*(?:\[.*)?[\])\s]*$/s.exec(part) ?? []
      if (name) found.push({ name, isPart: object !== '' })
    }
  }
  for (const { 1: target = '', index } of text.matchAll(inLoop))
    if (index < last) for (const [name] of target.matchAll(/\w+/g)) found.push({ name, isPart: false })
  for (const { 1: target = '', index } of text.matchAll(named))
    if (index > first) for (const [name] of target.matchAll(/\w+/g)) found.push({ name, isPart: false })
  for (const { 1: target = '', index, 0: whole } of text.matchAll(kept)) {
    const [, object, name] = /([\w.]*?)(\w+)$/.exec(target) ?? []
    if (name && index + whole.length <= last) found.push({ name, isPart: object !== '' })
  }
  return found
}

interface Assignment {
  target: string
  /** Where the value starts. */
  end: number
  isWalrus: boolean
}

/** `a = b = value`, `a: int = value` and `(a := value)`, wherever they stand in a line of statements. */
function assignmentsIn(text: string): Assignment[] {
  const found: Assignment[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at)
    if (letter === '"' || letter === "'") at = endOfText(text, at)
    else if (/[([{]/.test(letter)) depth++
    else if (/[)\]}]/.test(letter)) depth--
    else if (letter === ';' && depth === 0) from = at + 1
    else if (letter === '=' && text[at + 1] === '=') at++
    else if (letter === '=' && text[at - 1] === ':') {
      const name = /(\w+)\s*$/.exec(text.slice(Math.max(0, at - 200), at - 1))?.[1]
      if (name) found.push({ target: name, end: at + 1, isWalrus: true })
    } else if (letter === '=' && depth === 0 && !/[!<>]/.test(text[at - 1] ?? '')) {
      found.push({ target: text.slice(from, at).replace(/[-+*/%&|^@]+$/, ''), end: at + 1, isWalrus: false })
      from = at + 1
    }
  }
  return found
}

/** The last letter of the text that starts here. */
function endOfText(text: string, start: number): number {
  const quote = text.charAt(start)
  const mark = text.startsWith(quote.repeat(3), start) ? quote.repeat(3) : quote
  for (let at = start + mark.length; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text.startsWith(mark, at)) return at + mark.length - 1
  }
  return text.length
}

export interface OwnImport {
  /** The last part of its name; empty for the package around. */
  module: string
  /** What is imported, and the name that it gets. */
  names: ReadonlyMap<string, string>
}

/** What a file imports, from wherever. */
export function importsOf({ code, outline }: NamedCode): OwnImport[] {
  const starts = outline?.statements ?? []
  return starts.flatMap((start, i) => {
    const text = code.slice(start, starts[i + 1] ?? code.length)
    return /\bimport\b/.test(text) ? [...text.matchAll(importing)].flatMap(importedBy) : []
  })
}

const everything: ReadonlyMap<string, string> = new Map([['*', '*']])

function importedBy({ 1: module, 2: list = '' }: RegExpMatchArray): OwnImport[] {
  const names = new Map<string, string>()
  for (const item of list.replace(/[()\\]/g, ' ').split(',')) {
    const [name = '', alias = name] = item.trim().split(/\s+as\s+/)
    if (name !== '') names.set(name, alias)
  }
  const last = (name: string) => name.slice(name.lastIndexOf('.') + 1)
  // `from . import tools` brings a module in, as `import tools` does.
  const modules = [...names.keys()].map((name) => ({ module: last(name), names: everything }))
  return module === undefined ? modules : [{ module: last(module), names }, ...modules]
}
