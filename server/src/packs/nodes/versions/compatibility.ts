/**
 * Authors state compatibility with package classifiers, and the desktop front end compares with its own
 * terms. Stored values contain both. Responses use the desktop's terms and pass unknown values through.
 * Source: clients 2.5.
 */
export interface StoredCompatibility {
  supported_os: readonly string[]
  supported_accelerators: readonly string[]
  supported_comfyui_version: string
  supported_comfyui_frontend_version: string
}

export interface Compatibility {
  supported_os: string[]
  supported_accelerators: string[]
  supported_comfyui_version?: string
  supported_comfyui_frontend_version?: string
}

/** Translates stored compatibility to the terms and range syntax that clients read. */
export function compatibilityToWire(stored: StoredCompatibility): Compatibility {
  const comfyui = toSemverRange(stored.supported_comfyui_version)
  const frontend = toSemverRange(stored.supported_comfyui_frontend_version)
  return {
    supported_os: toDesktopWords(stored.supported_os, operatingSystems),
    supported_accelerators: toDesktopWords(stored.supported_accelerators, accelerators),
    ...(comfyui ? { supported_comfyui_version: comfyui } : {}),
    ...(frontend ? { supported_comfyui_frontend_version: frontend } : {}),
  }
}

/** Maps each of the desktop front end's terms to a pattern of its stored spellings. */
export type Vocabulary = Readonly<Record<string, string>>

/** The patterns mean the same to JavaScript and to the database, and both ignore case. */
export const operatingSystems: Vocabulary = {
  'OS Independent': '^OS Independent$',
  Windows: '^(Microsoft|Windows)',
  Linux: '^((POSIX :: )?Linux|POSIX$)',
  macOS: '^(macOS|POSIX$)',
}

export const accelerators: Vocabulary = {
  CUDA: '^(GPU :: NVIDIA )?CUDA',
  ROCm: '^(GPU :: AMD )?ROCm',
  Metal: '^(GPU :: Apple )?Metal',
  CPU: '^CPU$',
}

/** Returns the matching term of the vocabulary in its canonical spelling. */
export const wordOf = (requested: string, vocabulary: Vocabulary): string | undefined =>
  Object.keys(vocabulary).find((word) => word.toLowerCase() === requested.toLowerCase())

/**
 * Returns the terms whose filter keeps a node with these stored entries. Matches the database's decision for
 * any text (`matchesEntry`).
 */
export function wordsKeeping(stored: readonly string[], vocabulary: Vocabulary): string[] {
  if (stored.length === 0) return Object.keys(vocabulary)
  return compiledWords(vocabulary).flatMap(({ word, kept }) =>
    stored.some((entry) => entry.toLowerCase().startsWith(word.toLowerCase()) || kept.test(entry))
      ? [word]
      : [],
  )
}

/**
 * Returns a pattern of the stored entries that a filter for `requested` keeps in addition to those that start
 * with it: its counterparts in the other vocabulary, and entries that fit everything. Source: API contract
 * 30.4.
 */
export function patternOfCounterparts(requested: string, vocabulary: Vocabulary): string {
  const word = wordOf(requested, vocabulary)
  const counterparts = word ? [vocabulary[word]] : wordsOf(requested, vocabulary).map((one) => `^${one}$`)
  return ['^OS Independent$', ...counterparts].join('|')
}

function toDesktopWords(stored: readonly string[], vocabulary: Vocabulary): string[] {
  const words = stored.flatMap((entry) => {
    const known = wordsOf(entry, vocabulary)
    return known.length > 0 ? known : [entry]
  })
  return [...new Set(words)]
}

/** Returns the terms that a stored entry means. */
export const wordsMeant = (entry: string, vocabulary: Vocabulary): string[] => wordsOf(entry, vocabulary)

function wordsOf(entry: string, vocabulary: Vocabulary): string[] {
  return compiledWords(vocabulary).flatMap(({ word, meant }) => (meant.test(entry) ? [word] : []))
}

interface CompiledWord {
  word: string
  /** Matches entries that mean the term. */
  meant: RegExp
  /** Matches entries that a filter for the term keeps. */
  kept: RegExp
}

const compiled = new Map<Vocabulary, CompiledWord[]>()

/** Compiled once, because every node of every list needs them. */
function compiledWords(vocabulary: Vocabulary): CompiledWord[] {
  const known = compiled.get(vocabulary)
  if (known) return known
  const words = Object.entries(vocabulary).map(([word, pattern]) => ({
    word,
    meant: new RegExp(pattern, 'i'),
    kept: new RegExp(patternOfCounterparts(word, vocabulary), 'i'),
  }))
  compiled.set(vocabulary, words)
  return words
}

/**
 * Converts a version range to npm's syntax: `>=1.0.0,<2.0.0` becomes `>=1.0.0 <2.0.0`. Returns npm ranges
 * unchanged, and undefined for an empty or unreadable text, which would make a client warn on every machine.
 */
export function toSemverRange(text: string): string | undefined {
  const trimmed = text.trim()
  if (trimmed === '' || trimmed.length > maxRangeLength) return undefined
  if (isSemverRange(trimmed)) return trimmed
  const comparisons = readComparisons(trimmed)
  return comparisons && rangeOf(comparisons)
}

const maxRangeLength = 1000

function isSemverRange(text: string): boolean {
  return text.split('||').every((part) => {
    const set = part.trim()
    return set === '' || isHyphenRange(set) || isComparatorSet(set)
  })
}

const number = '(?:0|[1-9]\\d{0,14})'
const wildcard = `(?:${number}|[xX*])`
const partial = `v?${wildcard}(?:\\.${wildcard}(?:\\.${wildcard}(?:-[a-zA-Z][a-zA-Z0-9.-]*)?)?)?`
const wholePartial = new RegExp(`^${partial}$`)
const comparator = new RegExp(`^(?:[~^]|[<>]=?|=)?${partial}$`)

function isHyphenRange(set: string): boolean {
  const ends = set.split(/ - /).map((end) => end.trim())
  return ends.length === 2 && ends.every((end) => wholePartial.test(end))
}

/** Operators can be followed by spaces. */
function isComparatorSet(set: string): boolean {
  const words = set.replace(/([~^<>=]) +(?=[\dvxX*])/g, '$1').split(/ +/)
  return words.every((word) => comparator.test(word))
}

interface Comparison {
  operator: '=' | '!=' | '~=' | '>' | '>=' | '<' | '<='
  /** One to three numbers, as written. */
  numbers: number[]
  /** Includes the hyphen; can be empty. */
  preRelease: string
}

/** Reads every comparison of a comma-separated range. Returns undefined when one of them is unreadable. */
function readComparisons(text: string): Comparison[] | undefined {
  const parts = text
    .replace(/([=<>~!])\s+/g, '$1')
    .split(/[\s,]+/)
    .filter((part) => part !== '')
  const comparisons = parts.map(readComparison).filter((one) => one !== undefined)
  return comparisons.length === parts.length && parts.length > 0 ? comparisons : undefined
}

const comparison = /^(==|>=|<=|!=|~=|<>|>|<|=)?v?(\d{1,15}(?:\.\d{1,15}){0,2})(-[a-zA-Z][a-zA-Z0-9]*)?$/
const synonyms: Record<string, Comparison['operator']> = { '==': '=', '<>': '!=' }

function readComparison(text: string): Comparison | undefined {
  const [, operator = '=', numbers = '', preRelease = ''] = comparison.exec(text) ?? []
  if (numbers === '') return undefined
  return {
    operator: synonyms[operator] ?? (operator as Comparison['operator']),
    numbers: numbers.split('.').map(Number),
    preRelease,
  }
}

/** Each exclusion splits the range into two alternatives. */
function rangeOf(comparisons: Comparison[]): string | undefined {
  const bounds = comparisons.filter(({ operator }) => operator !== '!=').map(boundsOf)
  if (bounds.includes(undefined)) return undefined
  const excluded = comparisons.filter(({ operator }) => operator === '!=').map(versionOf)
  const holes = [...new Set(excluded)].sort(byNumber)
  const pieces = Array.from({ length: holes.length + 1 }, (_, index) => [
    ...bounds,
    ...(index > 0 ? [`>${holes[index - 1]}`] : []),
    ...(index < holes.length ? [`<${holes[index]}`] : []),
  ])
  return pieces.map((piece) => piece.join(' ')).join(' || ')
}

function boundsOf(one: Comparison): string | undefined {
  if (one.operator === '=') return versionOf(one)
  if (one.operator !== '~=') return one.operator + versionOf(one)
  // "Compatible" lets the last number increase; with a single number there is none before it to keep.
  const [major = 0, minor] = one.numbers
  if (minor === undefined) return undefined
  const end = one.numbers.length === 2 ? `${major + 1}.0.0` : `${major}.${minor + 1}.0`
  return `>=${versionOf(one)} <${end}`
}

function versionOf({ numbers: [major = 0, minor = 0, patch = 0], preRelease }: Comparison): string {
  return `${major}.${minor}.${patch}${preRelease}`
}

function byNumber(a: string, b: string): number {
  const [left = '', leftPreRelease = '~'] = a.split('-')
  const [right = '', rightPreRelease = '~'] = b.split('-')
  const [x, y] = [left, right].map((text) => text.split('.').map(Number))
  const difference = [0, 1, 2].map((at) => (x?.[at] ?? 0) - (y?.[at] ?? 0)).find((one) => one !== 0)
  return difference ?? (leftPreRelease < rightPreRelease ? -1 : 1)
}
