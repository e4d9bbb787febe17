import { hasMark } from '../../ground/places.ts'
import { ignoreFiles, type OnFile } from '../../ground/progress.ts'
import { type Outline, readOutline } from '../../python/function-places.ts'
import type { IsPlain } from '../../python/sources.ts'
import { boundAt, importsOf } from './aliases.ts'
import { telling } from './telling.ts'

interface SourceText {
  path: string
  text: string
  /** Returns an outline that was read before. */
  outline?(): Outline | undefined
}

/** Code that runs, starts or loads something. */
const endOfFlow =
  /(?<![.\w]|def )(eval|exec|compile|__import__)\b|\b(subprocess|system|popen|create_subprocess\w*|importlib|runpy|pickle|marshal|(?:posix_)?spawn\w*|exec[lv]\w*|startfile|fork_exec|pexpect|_winapi)\b/g

/** Code that reads external data, or decodes it. */
const startOfFlow =
  /\b(requests|urllib\w*|urlopen|httpx|aiohttp|socket|websockets?|base64|binascii|zlib|codecs|fromhex|ctypes|paramiko|boto3|dns|urlretrieve|download_url_to_file|hf_hub_download|environ)\b/g

/** In packs with less code, functions with any telling word are followed to their callers. */
const shortCode = 400_000

interface LookedAt<File> {
  file: File
  path: string
  outline: Outline | undefined
  /** The part of the text that can have an effect. */
  code: string
  /** Remarks describe the code around them, so a file with a telling remark is followed. */
  isTelling: boolean
  /** Positions of telling words in the code. */
  marks: number[]
  definitions: Definition[]
}

/** The parts of a pack's Python code that are worth following. */
export interface Interest<File> {
  files: File[]
  isPlain(file: File): IsPlain
}

/** Reading a shorter function costs less than checking it. */
const shortFunction = 300

/** A name that many functions share says nothing about a call of it. */
const maxDefinitions = 10

/**
 * Selects files with telling words, and files that call functions in those. In these files a function is
 * plain if it has no such word and calls no function that has one: it is followed only once something telling
 * is passed to it.
 */
export function findInterest<File extends SourceText>(
  python: readonly File[],
  onFile: OnFile = ignoreFiles,
): Interest<File> {
  const all = python.map((file): LookedAt<File> => {
    onFile(file.path, 'search')
    const outline = file.outline ? file.outline() : readOutline(file.text)
    const code = outline?.code ?? file.text
    const marks = inOrder([...offsetsOf(code, telling), ...importsOfSystem(code), ...tellingOtherwise(code)])
    const isTelling = marks.length > 0 || hasAny(outline?.remarks ?? '', telling)
    return { file, path: file.path, outline, code, isTelling, marks, definitions: definitionsIn(code) }
  })
  const isOwnName = ownNames(all)
  const telltale = all.filter(({ isTelling }) => isTelling)
  const marksOf = new Map(telltale.map(({ file, marks }) => [file, marks]))
  const namesWhere = (pattern: RegExp) => {
    const places = new Map(telltale.map(({ file, code }) => [file, offsetsOf(code, pattern)]))
    return namesOf(
      telltale,
      (one, file) => isOwnName(one.name) && hasMark(places.get(file), one.start, one.end),
    )
  }
  const ends = namesWhere(endOfFlow)
  const callsOfEnds = placesOf(ends, all)
  const callers = namesOf(all, (one, file) => isOwnName(one.name) && holds(one, callsOfEnds.get(file)))
  const isShort = all.reduce((length, { code }) => length + code.length, 0) < shortCode
  const starts = isShort
    ? namesOf(telltale, (one, file) => isOwnName(one.name) && hasMark(marksOf.get(file), one.start, one.end))
    : namesWhere(startOfFlow)
  const carriers = new Set([...ends, ...starts, ...callers])
  if (!markAliases(all, ends)) return { files: all.map(({ file }) => file), isPlain: () => () => false }
  const callsOfCarriers = isShort ? placesOf(carriers, all) : callsOfEnds
  const followed = all.filter((one) => one.isTelling || one.marks.length > 0 || callsOfCarriers.has(one.file))
  return { files: followed.map(({ file }) => file), isPlain: plainFunctions(followed, carriers) }
}

/** Maximum length of a chain of names bound to names. After that, all code is followed. */
const maxRounds = 50
const maxSteps = 1_000_000

/**
 * `from subprocess import run`, `self.start = os.system`: names bound next to something telling are telling
 * as well, and so are names bound to those, in this file and in files that import it. `ends` are functions of
 * the pack that run something. Returns false when there are more of them than in any hand-written code.
 */
function markAliases(all: readonly LookedAt<SourceText>[], ends: ReadonlySet<string>): boolean {
  const importers = importersIn(all)
  const aliases = new Map(all.map((one) => [one, new Set<string>()]))
  let found = all.map((one) => {
    const places = [
      ...offsetsOf(one.code, endOfFlow),
      ...importedAt(one.code, one.marks),
      ...offsetsOfNames(one.code, ends),
    ]
    return [one, boundAt(one, referencesAt(one, places))] as const
  })
  let steps = 0
  for (let round = 0; found.length > 0; round++) {
    if (round === maxRounds) return false
    const bindings = new Map<LookedAt<SourceText>, Map<string, boolean>>()
    const tell = (one: LookedAt<SourceText>, name: string, isPart: boolean) => {
      if (aliases.get(one)?.has(name)) return
      aliases.get(one)?.add(name)
      bindings.set(one, (bindings.get(one) ?? new Map<string, boolean>()).set(name, isPart))
    }
    for (const [one, names] of found) {
      const importing = moduleNames(one.path).flatMap((module) => [...(importers.get(module) ?? [])])
      for (const [name, isPart] of names) {
        tell(one, name, isPart)
        for (const [importer, imported] of importing) {
          const bound = [...(imported.get(name) ?? []), ...(imported.has('*') || isPart ? [name] : [])]
          steps += 1 + bound.length
          for (const alias of bound) tell(importer, alias, isPart)
        }
        if (++steps > maxSteps) return false
      }
    }
    found = [...bindings].map(([one, names]) => {
      const places = offsetsOfNames(one.code, new Set(names.keys()))
      one.marks = inOrder([...one.marks, ...places])
      return [one, new Map([...names, ...boundAt(one, referencesAt(one, places))])] as const
    })
  }
  return true
}

/** Maps each module to the files that import it, with their names for its contents. */
function importersIn(all: readonly LookedAt<SourceText>[]) {
  const importers = new Map<string, Map<LookedAt<SourceText>, Map<string, Set<string>>>>()
  for (const one of all)
    for (const { module, names } of importsOf(one)) {
      const files = importers.get(module) ?? new Map<LookedAt<SourceText>, Map<string, Set<string>>>()
      const known = files.get(one) ?? new Map<string, Set<string>>()
      for (const [name, alias] of names) known.set(name, (known.get(name) ?? new Set<string>()).add(alias))
      importers.set(module, files.set(one, known))
    }
  return importers
}

/** Returns the positions, in ascending order, that are in the first line of an import. */
function importedAt(code: string, marks: readonly number[]): number[] {
  let lineEnd = -1
  let importEnd: number | undefined
  return marks.filter((at) => {
    if (at > lineEnd) {
      importLine.lastIndex = code.lastIndexOf('\n', at) + 1
      importEnd = importLine.test(code) ? importLine.lastIndex : undefined
      const end = code.indexOf('\n', at)
      lineEnd = end < 0 ? code.length : end
    }
    return importEnd !== undefined && importEnd <= at
  })
}

const importLine = /[ \t]*(from|import)\b/y

function referencesAt({ code }: LookedAt<SourceText>, places: readonly number[]): number[] {
  return inOrder(places.filter((at) => isReference(code, at)))
}

function inOrder(places: readonly number[]): number[] {
  return places.toSorted((a, b) => a - b)
}

/** `tools/run.py` is `run`; the file of a package has the package’s name, and an empty one inside it. */
function moduleNames(path: string): string[] {
  const parts = path.replace(/\.pyw?$/i, '').split('/')
  return parts.at(-1) === '__init__' ? ['', parts.at(-2) ?? ''] : [parts.at(-1) ?? '']
}

/** Whether the name is passed on, or called with something telling. */
function isReference(code: string, start: number): boolean {
  reference.lastIndex = start
  const [, name, called] = reference.exec(code) ?? []
  if (name !== undefined) return called === undefined || givesTelling.test(name)
  longName.lastIndex = start
  return longName.test(code)
}

const reference = /([\w.]{1,200})(?:\[[^\]\n]{0,200}\])?[ \t]*(?:(\()|import\b|as\b|$|[\n,)\]};#])/y
/** Hand-written code has no such names, so they are not read to the end. */
const longName = /[\w.]{201}|[\w.]{1,200}\[[^\]\n]{201}/y
const givesTelling =
  /^(__import__|getattr|globals|vars|locals|attrgetter|methodcaller)$|(\.|^)(import_module|attrgetter|methodcaller|(Async)?Client(Session)?|[sS]ession|Popen|C?DLL|Git|Repo|open|socket|create_connection|HTTPS?Connection|ServerProxy|SSHClient|Dispatch)$/

function ownNames(looked: readonly LookedAt<SourceText>[]): (name: string) => boolean {
  const count = new Map<string, number>()
  for (const { definitions } of looked)
    for (const { name } of definitions) count.set(name, (count.get(name) ?? 0) + 1)
  return (name) => (count.get(name) ?? 0) <= maxDefinitions
}

function plainFunctions<File extends SourceText>(
  looked: readonly LookedAt<File>[],
  carriers: ReadonlySet<string>,
): Interest<File>['isPlain'] {
  const marks = new Map(looked.map((one) => [one.file, one.marks]))
  const calls = placesOf(carriers, looked)
  return (file) => (start, end) =>
    end - start > shortFunction &&
    !hasMark(marks.get(file), start, end) &&
    !hasMark(calls.get(file), start, end)
}

function namesOf<File extends SourceText>(
  looked: readonly LookedAt<File>[],
  accepts: (one: Definition, file: File) => boolean,
): Set<string> {
  return new Set(
    looked.flatMap(({ file, definitions }) =>
      definitions.filter((one) => accepts(one, file)).map(({ name }) => name),
    ),
  )
}

/** Finds the positions of these names, for the files that contain any of them. */
function placesOf<File extends SourceText>(
  names: ReadonlySet<string>,
  looked: readonly LookedAt<File>[],
): Map<File, number[]> {
  const found = looked.map(({ file, code }) => [file, offsetsOfNames(code, names)] as const)
  return new Map(found.filter(([, offsets]) => offsets.length > 0))
}

function offsetsOf(text: string, pattern: RegExp): number[] {
  return [...text.matchAll(pattern)].map(({ index }) => index)
}

/** Finds `from os import system`, because the word alone says nothing. */
function importsOfSystem(text: string): number[] {
  const found: number[] = []
  let isImport = false
  for (const { 0: word, index } of text.matchAll(/\bimport\b|\bsystem\b|\n/g)) {
    if (word === 'system' && isImport) found.push(index)
    else if (word !== 'system') isImport = word === 'import'
  }
  return found
}

/** Finds names that Python reads as telling ones, such as `ſubproceſſ`. Source: PEP 3131. */
function tellingOtherwise(text: string): number[] {
  if (!/[^\0-\x7f]/.test(text)) return []
  return [...text.matchAll(otherName)].flatMap(({ 0: name, index }) => (isDisguised(name) ? [index] : []))
}

/** A name with a character outside ASCII. */
const otherName = /(?<![\w\u0080-\u{10ffff}])\w*[^\0-\x7f][\w\u0080-\u{10ffff}]*/gu

/** Whether a name of ASCII letters is written with other characters. */
export function isDisguised(name: string): boolean {
  const isOther = /[^\0-\x7f]/.test(name) && /^[\p{L}\p{N}\p{M}_]+$/u.test(name)
  return isOther && /^[A-Za-z_]\w*$/.test(name.normalize('NFKC'))
}

/** Whether code that uses this name, in whatever way, is worth following. */
export function isTellingName(name: string): boolean {
  const uses = [name, `.${name}`, `${name}(`, `"${name}"`, `sys.${name}`, `import ${name}`]
  return name === 'getattr' || name === 'system' || uses.some((use) => hasAny(use, telling))
}

function hasAny(text: string, pattern: RegExp): boolean {
  pattern.lastIndex = 0
  return pattern.test(text)
}

/** Finds the positions of a set of words. First letter and length tell most words apart. */
function offsetsOfNames(text: string, names: ReadonlySet<string>): number[] {
  const shapes = new Uint8Array(128 * 64)
  const shapeOf = (first: number, length: number) => (first & 127) * 64 + Math.min(length, 63)
  for (const name of names) shapes[shapeOf(name.charCodeAt(0), name.length)] = 1
  const offsets: number[] = []
  const { length } = text
  for (let at = 0; at < length; at++) {
    const first = text.charCodeAt(at)
    if (first > 127 || isWordCode[first] === 0) continue
    const start = at
    while (++at < length) {
      const code = text.charCodeAt(at)
      if (code > 127 || isWordCode[code] === 0) break
    }
    const isLike = shapes[shapeOf(first, at - start)] === 1
    if (isLike && names.has(text.slice(start, at)) && !isBound(text, start, at)) offsets.push(start)
  }
  return offsets
}

/**
 * Whether this is `name = …`, as a variable or a keyword, or `def name`: a definition of the name, not a use.
 */
function isBound(text: string, start: number, end: number): boolean {
  const before = text.slice(start - 6, start)
  if (before.endsWith('def ') || before.endsWith('class ')) return true
  let at = end
  while (text.charCodeAt(at) === 32) at++
  return text.charCodeAt(at) === 61 && text.charCodeAt(at + 1) !== 61
}

/** Letters, digits and the underscore, by character code. */
const isWordCode = Uint8Array.from({ length: 128 }, (_, code) => Number(/\w/.test(String.fromCharCode(code))))

interface Definition {
  name: string
  isClass: boolean
  start: number
  end: number
  /** Methods of a class, which have names of their own. */
  inner: Definition[]
}

/** Whether one of these positions is in the code that runs when the definition is called. */
function holds({ start, end, inner }: Definition, offsets: readonly number[] | undefined): boolean {
  let from = start
  for (const method of inner) {
    if (hasMark(offsets, from, method.start)) return true
    from = method.end
  }
  return hasMark(offsets, from, end)
}

/** Finds functions and classes by their indentation; the following code belongs to one until the next. */
function definitionsIn(text: string): Definition[] {
  const found: Definition[] = []
  const open: (Definition & { indent: number })[] = []
  const close = (end: number) => {
    const last = open.pop()
    if (!last) return
    last.end = end
    // The language itself calls such methods; their callers name the class.
    if (/^__\w+__$/.test(last.name)) return
    found.push(last)
    const outer = open.at(-1)
    if (outer?.isClass && !last.isClass) outer.inner.push(last)
  }
  for (const { 1: indent = '', 2: kind, 3: name = '', index } of text.matchAll(
    /^([ \t]*)(?:async[ \t]+)?(def|class)[ \t]+(\w+)/gm,
  )) {
    while (open.length > 0 && (open.at(-1)?.indent ?? 0) >= indent.length) close(index)
    open.push({ name, isClass: kind === 'class', start: index, end: index, inner: [], indent: indent.length })
  }
  while (open.length > 0) close(text.length)
  return found
}
