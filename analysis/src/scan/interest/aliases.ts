import { hasMark } from '../../ground/places.ts'
import type { FunctionPlace, Outline } from '../../python/function-places.ts'
import { mutators } from '../flow/library.ts'
import { starImports } from '../flow/python-names.ts'

/** Finds names in a file that give access to relevant code without a telling word. */
interface NamedCode {
  path: string
  code: string
  outline: Outline | undefined
}

/** A name that a statement binds. */
interface Bound {
  name: string
  /** An element or an attribute, which is also visible outside the function. */
  isPart: boolean
}

/**
 * Finds the names bound in the statements at these positions: true for parts of an object or a class, which
 * are visible wherever the object is. Positions must be ascending. The time is linear in the text, because a
 * pack can contain any text.
 */
export function boundAt({ code, outline }: NamedCode, places: readonly number[]): Map<string, boolean> {
  const starts = outline?.statements ?? []
  const staysInside = variablesOf(code, outline?.functions ?? [])
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
    const isLocal = bound.some(({ isPart }) => !isPart) && staysInside(start)
    const isIndented = start > 0 && code[start - 1] !== '\n'
    for (const { name, isPart } of bound)
      if (isPart || !isLocal) found.set(name, found.get(name) === true || isPart || isIndented)
  }
  return found
}

/**
 * Whether a position is in a function without inner functions, which keeps its variables. Calls must be in
 * ascending order.
 */
function variablesOf(code: string, functions: readonly FunctionPlace[]): (start: number) => boolean {
  const open: { place: FunctionPlace; inner: FunctionPlace | undefined; keeps?: boolean }[] = []
  const close = (at: number) => {
    while (open.length > 0 && (open.at(-1)?.place.end ?? 0) <= at) open.pop()
  }
  let next = 0
  return (start) => {
    for (let place = functions[next]; place && place.start < start; place = functions[++next]) {
      close(place.start)
      open.push({ place, inner: functions[next + 1] })
    }
    close(start)
    const around = open.at(-1)
    if (!around) return false
    const { place, inner } = around
    // An outer function comes before the ones inside it.
    around.keeps ??=
      !(inner && inner.start < place.end) && !/\bglobal\b/.test(code.slice(place.start, place.end))
    return around.keeps
  }
}

const importing = /\b(?:from\s+([\w.]+)\s+)?import\b([^;]*)/g
const named = /\bas\s+\(?([\w., ]+)/g
const kept = new RegExp(`\\.\\s*(?:${[...mutators].join('|')})\\s*\\(`, 'g')

function boundIn(text: string, places: readonly number[]): Bound[] {
  if (/^(async\s+)?def\b|^@/.test(text)) return []
  const found: Bound[] = []
  const first = places[0] ?? 0
  const last = places.at(-1) ?? 0
  let isImport = false
  for (const { 1: module, 2: list = '', index, 0: whole } of text.matchAll(importing)) {
    isImport = true
    const listStart = index + whole.length - list.length
    const isWhole = module !== undefined && hasMark(places, index, listStart)
    let at = listStart
    for (const item of list.split(',')) {
      const [name, alias] = importedName(item)
      if (name === '*' && isWhole)
        for (const one of starImports[module] ?? []) found.push({ name: one, isPart: false })
      const bound = alias ?? (module === undefined ? name.split('.', 1)[0] : name)
      if (bound && /^\w+$/.test(bound) && (isWhole || hasMark(places, at, at + item.length)))
        found.push({ name: bound, isPart: false })
      at += item.length + 1
    }
  }
  if (isImport) return found
  for (const { end, target, isWalrus } of assignmentsIn(text)) {
    if (end > last) continue
    for (const part of isWalrus ? [target] : target.split(/[,:]/)) {
      const bound = targetIn(part)
      if (bound) found.push(bound)
    }
  }
  for (const { target, index } of loopsIn(text))
    if (index < last) for (const [name] of target.matchAll(/\w+/g)) found.push({ name, isPart: false })
  for (const { 1: target = '', index } of text.matchAll(named))
    if (index > first) for (const [name] of target.matchAll(/\w+/g)) found.push({ name, isPart: false })
  let opened: ReadonlyMap<number, number> | undefined
  for (const { index, 0: whole } of text.matchAll(kept)) {
    if (index + whole.length > last) continue
    opened ??= openedAt(text)
    const end = endOfBlanks(text, index)
    const bound = nameBefore(text, opened.get(end - 1) ?? end)
    if (bound) found.push(bound)
  }
  return found
}

/** `name as alias`, possibly over several lines. */
function importedName(item: string): [name: string, alias?: string] {
  const [name = '', alias] = item
    .replace(/[()\\\s]+/g, ' ')
    .trim()
    .split(' as ')
  return alias === undefined ? [name] : [name, alias]
}

/** `a.b` of `(a.b[0])`: the name before the first index, or the last one. */
function targetIn(part: string): Bound | undefined {
  for (let at = part.indexOf('['); at >= 0; at = part.indexOf('[', at + 1)) {
    const bound = nameBefore(part, at)
    if (bound) return bound
  }
  let end = part.length
  while (end > 0 && /[\])\s]/.test(part.charAt(end - 1))) end--
  return nameBefore(part, end)
}

function nameBefore(text: string, before: number): Bound | undefined {
  const end = endOfBlanks(text, before)
  let start = end
  while (start > 0 && /\w/.test(text.charAt(start - 1))) start--
  return start === end ? undefined : { name: text.slice(start, end), isPart: text[start - 1] === '.' }
}

/** Returns the start of the blanks before a position. */
function endOfBlanks(text: string, before: number): number {
  let end = before
  while (end > 0 && /\s/.test(text.charAt(end - 1))) end--
  return end
}

/** Finds `for target in`, as a statement or in a comprehension. */
function loopsIn(text: string): { target: string; index: number }[] {
  const found: { target: string; index: number }[] = []
  let start: number | undefined
  for (const { index, 0: word } of text.matchAll(/\b(?:for|in)\b/g)) {
    if (word === 'for') start ??= index
    else if (start !== undefined) {
      found.push({ target: text.slice(start + 3, index), index: start })
      start = undefined
    }
  }
  return found
}

/** Maps the closing bracket of an index to its opening one. */
function openedAt(text: string): ReadonlyMap<number, number> {
  const found = new Map<number, number>()
  const open: number[] = []
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at)
    if (letter === '"' || letter === "'") at = endOfText(text, at)
    else if (letter === '[') open.push(at)
    else if (letter === ']') found.set(at, open.pop() ?? at)
  }
  return found
}

interface Assignment {
  target: string
  /** Start of the value. */
  end: number
  isWalrus: boolean
}

/** Finds `a = b = value`, `a: int = value` and `(a := value)` anywhere in a line of statements. */
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
      const bound = nameBefore(text, at - 1)
      if (bound) found.push({ target: bound.name, end: at + 1, isWalrus: true })
    } else if (letter === '=' && depth === 0 && !/[!<>]/.test(text[at - 1] ?? '')) {
      let end = at
      while (end > from && /[-+*/%&|^@]/.test(text.charAt(end - 1))) end--
      found.push({ target: text.slice(from, end), end: at + 1, isWalrus: false })
      from = at + 1
    }
  }
  return found
}

/** Returns the position of the last character of the string that starts here. */
function endOfText(text: string, start: number): number {
  const quote = text.charAt(start)
  const mark = text.startsWith(quote.repeat(3), start) ? quote.repeat(3) : quote
  for (let at = start + mark.length; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text.startsWith(mark, at)) return at + mark.length - 1
  }
  return text.length
}

interface OwnImport {
  /** The last part of its name; empty for the surrounding package. */
  module: string
  /** The imported names and their local names. */
  names: ReadonlyMap<string, string>
}

/** Finds all imports of a file. */
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
  for (const item of list.split(',')) {
    const [name, alias = name] = importedName(item)
    if (name !== '') names.set(name, alias)
  }
  const last = (name: string) => name.slice(name.lastIndexOf('.') + 1)
  // `from . import tools` binds a module, as `import tools` does.
  const modules = [...names.keys()].map((name) => ({ module: last(name), names: everything }))
  return module === undefined ? modules : [{ module: last(module), names }, ...modules]
}
