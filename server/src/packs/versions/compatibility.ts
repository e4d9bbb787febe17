/**
 * Authors state compatibility in the words of package classifiers, the desktop front end compares with its own,
 * and both occur in what is stored. Every answer speaks the desktop's; what neither knows stays as it is.
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

/** A word of the desktop front end, and what it may look like in storage. */
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

/** The word of the vocabulary that is asked for, in its own spelling. */
export const wordOf = (asked: string, vocabulary: Vocabulary): string | undefined =>
  Object.keys(vocabulary).find((word) => word.toLowerCase() === asked.toLowerCase())

/**
 * The words of the vocabulary that keep a node with these stored entries when they are filtered by, as the database
 * decides for any text (`matchesEntry`).
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
 * The pattern of stored entries that a filter for `asked` keeps beyond those that begin with it: its
 * counterparts in the other vocabulary, and what fits everywhere. Source: API contract 30.4.
 */
export function patternOfCounterparts(asked: string, vocabulary: Vocabulary): string {
  const word = wordOf(asked, vocabulary)
  const counterparts = word ? [vocabulary[word]] : wordsOf(asked, vocabulary).map((one) => `^${one}$`)
  return ['^OS Independent$', ...counterparts].join('|')
}

function toDesktopWords(stored: readonly string[], vocabulary: Vocabulary): string[] {
  const words = stored.flatMap((entry) => {
    const known = wordsOf(entry, vocabulary)
    return known.length > 0 ? known : [entry]
  })
  return [...new Set(words)]
}

function wordsOf(entry: string, vocabulary: Vocabulary): string[] {
  return compiledWords(vocabulary).flatMap(({ word, meant }) => (meant.test(entry) ? [word] : []))
}

interface CompiledWord {
  word: string
  /** Entries that mean the word. */
  meant: RegExp
  /** Entries that a filter for the word keeps. */
  kept: RegExp
}

const compiled = new Map<Vocabulary, CompiledWord[]>()

/** Compiled once: every node of every list is translated by them. */
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
 * A range of versions as npm's semver reads it: `>=1.0.0,<2.0.0` becomes `>=1.0.0 <2.0.0`. What is one already
 * stays as it is. Undefined for an empty text and for one that cannot be read: a client would then warn on
 * every machine.
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

/** Blanks may stand behind an operator. */
function isComparatorSet(set: string): boolean {
  const words = set.replace(/([~^<>=]) +(?=[\dvxX*])/g, '$1').split(/ +/)
  return words.every((word) => comparator.test(word))
}

interface Comparison {
  operator: '=' | '!=' | '~=' | '>' | '>=' | '<' | '<='
  /** As many numbers as were written. */
  numbers: number[]
  /** With its hyphen, or empty. */
  preRelease: string
}

/** Every comparison of a comma-separated range. Undefined when one of them cannot be read. */
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

/** Exclusions cut the range into pieces, one beside the other. */
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
  // "Compatible" lets the last number that was written go up; with one number there is none before it.
  const [major = 0, minor] = one.numbers
  if (minor === undefined) return undefined
  const end = one.numbers.length === 2 ? `${major + 1}.0.0` : `${major}.${minor + 1}.0`
  return `>=${versionOf(one)} <${end}`
}

function versionOf({ numbers: [major = 0, minor = 0, patch = 0], preRelease }: Comparison): string {
  return `${major}.${minor}.${patch}${preRelease}`
}

/** A pre-release comes before its release. */
function byNumber(a: string, b: string): number {
  const [left = '', leftPreRelease = '~'] = a.split('-')
  const [right = '', rightPreRelease = '~'] = b.split('-')
  const [x, y] = [left, right].map((text) => text.split('.').map(Number))
  const difference = [0, 1, 2].map((at) => (x?.[at] ?? 0) - (y?.[at] ?? 0)).find((one) => one !== 0)
  return difference ?? (leftPreRelease < rightPreRelease ? -1 : 1)
}
