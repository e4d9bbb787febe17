import { glossaryLines, helpWordLines, qualifierLines, stopWordLines } from './glossary.ts'
import { type Word, wordsOf } from './tokens.ts'

/** Prefixes of one or more adjacent words in a searched text. */
export type Phrase = readonly string[]

interface Concept {
  /** Its English name and synonyms. */
  phrases: readonly Phrase[]
}

interface Key {
  words: readonly string[]
  concept: string
}

/** The meaning of a part of a query, in other words. */
export interface Meaning {
  /** The first word of the query that it covers. */
  from: number
  /** The first word after those that it covers. */
  to: number
  phrases: readonly Phrase[]
  /** Replaces several concepts, whose own phrases need not match then. */
  isCombined: boolean
  /** Is too general to be required beside other meanings. */
  isWeak: boolean
}

const stopWords = new Set(wordsOf(stopWordLines).map(({ whole }) => whole))
const { concepts, keysByInitial, runKeys, combined } = readGlossary(glossaryLines)

const helpWords = new Set(wordsOf(helpWordLines).map(({ whole }) => whole))

/** Whether a word is part of a request for help, and does not name its subject. */
export const isHelpWord = (word: Word) => !word.isRun && helpWords.has(word.whole)

const qualifiers = new Set(wordsOf(qualifierLines).map(({ whole }) => whole))

/** Whether a word says how something should be, and not what. */
export const isQualifier = (word: Word) => !word.isRun && qualifiers.has(word.whole)

export const isStopWord = (word: Word) => !word.isRun && stopWords.has(word.whole)

/** Finds the concepts of a query in order. If several match at a position, the longest expression wins. */
export function meaningsOf(words: readonly Word[]): Meaning[] {
  const found: (Meaning & { concept: string })[] = []
  for (let at = 0; at < words.length; ) {
    const word = words[at] as Word
    if (word.isRun) {
      for (const concept of conceptsInRun(word.whole)) found.push(meaningOf(concept, at, at + 1))
      at++
      continue
    }
    const key = longestKey(words, at)
    if (key) found.push(meaningOf(key.concept, at, at + key.words.length))
    at += key ? key.words.length : 1
  }
  return [...found, ...combinations(found)]
}

const weakConcepts = new Set([
  'image',
  'generate',
  'code',
  'map',
  'convert',
  'change',
  'add',
  'multiple',
  'output',
  'person',
  'photo',
])

function meaningOf(concept: string, from: number, to: number) {
  const phrases = concepts.get(concept)?.phrases ?? []
  return { concept, from, to, phrases, isCombined: false, isWeak: weakConcepts.has(concept) }
}

/** Finds concepts that have a meaning of their own together: removing a background is matting. */
function combinations(found: readonly (Meaning & { concept: string })[]): Meaning[] {
  return combined.flatMap(({ parts, phrases }) => {
    const meanings = parts.map((part) => found.find(({ concept }) => concept === part))
    if (meanings.some((one) => !one)) return []
    const places = meanings as Meaning[]
    const from = Math.min(...places.map((one) => one.from))
    const to = Math.max(...places.map((one) => one.to))
    return [{ from, to, phrases, isCombined: true, isWeak: false }]
  })
}

/** Ignores endings and Arabic prefixes, but not longer words that merely begin with the stem. */
function matchesStem(word: string, stem: string): boolean {
  const maxEnding = maxEndingOf(stem)
  return bareForms(word).some((form) => form.startsWith(stem) && form.length - stem.length <= maxEnding)
}

/** Allows short stems only short endings, because they also begin unrelated words. Latin scripts have shorter endings. */
function maxEndingOf(stem: string): number {
  if (stem.length >= 6) return 8
  if (stem.length === 5) return 6
  const isLatin = /^[a-z0-9]/.test(stem)
  if (stem.length === 4) return isLatin ? 2 : 5
  return isLatin ? 1 : 3
}

const arabicPrefix = /^(?:وال|بال|لل|ال|ل|ب|و)(?=\p{sc=Arabic}{2})/u

function bareForms(word: string): string[] {
  const bare = word.replace(arabicPrefix, '')
  return bare === word ? [word] : [word, bare]
}

function longestKey(words: readonly Word[], at: number): Key | undefined {
  const initials = new Set(bareForms(words[at]?.whole ?? '').map((form) => form[0] ?? ''))
  return [...initials]
    .flatMap((initial) => keysByInitial.get(initial) ?? [])
    .filter((key) =>
      key.words.every((stem, offset) => {
        const word = words[at + offset]
        return word !== undefined && !word.isRun && matchesStem(word.whole, stem)
      }),
    )
    .sort((a, b) => b.words.join('').length - a.words.join('').length)[0]
}

/** Scans text without blanks from its start and prefers the longest known expression. */
function conceptsInRun(run: string): string[] {
  const found: string[] = []
  for (let at = 0; at < run.length; ) {
    const key = runKeys.find(({ text }) => run.startsWith(text, at))
    if (key) found.push(key.concept)
    at += key ? key.text.length : 1
  }
  return [...new Set(found)]
}

function readGlossary(lines: string) {
  const concepts = new Map<string, Concept>()
  const keys: Key[] = []
  const runKeys: { text: string; concept: string }[] = []
  const combined: { parts: string[]; phrases: Phrase[] }[] = []
  for (const line of lines.trim().split('\n')) {
    const [name = '', others = '', ...languages] = line.split(';').map((part) => part.trim())
    const otherPhrases = expressionsOf(others)
    if (name.includes('+')) {
      combined.push({ parts: name.split('+'), phrases: otherPhrases })
      continue
    }
    concepts.set(name, { phrases: [[stemOf(name)], ...otherPhrases] })
    const foreign = languages.flatMap((language) => expressionsOf(language.replace(/^\w\w\s/, '')))
    for (const words of [[stemOf(name)], ...otherPhrases, ...foreign]) {
      const isRun = words.length === 1 && wordsOf(words[0] ?? '').some((word) => word.isRun)
      if (isRun) runKeys.push({ text: words[0] ?? '', concept: name })
      else keys.push({ words, concept: name })
    }
  }
  runKeys.sort((a, b) => b.text.length - a.text.length)
  const keysByInitial = Map.groupBy(keys, ({ words }) => words[0]?.[0] ?? '')
  return { concepts, keysByInitial, runKeys, combined }
}

function expressionsOf(text: string): string[][] {
  return text
    .split(' ')
    .filter((one) => one !== '')
    .map((one) => one.split('_').flatMap((part) => foldedWord(part)))
    .map((words) => (words.length > 1 ? words.filter((word) => !stopWords.has(word)) : words))
}

/** Folds a word like the tokenizer, but does not split a run. */
function foldedWord(text: string): string[] {
  const words = wordsOf(text)
  return words.some(({ isRun }) => isRun)
    ? [words.map(({ whole }) => whole).join('')]
    : words.map((w) => w.whole)
}

/** Drops a final e, so that `upscale` also matches `upscaling`. */
function stemOf(word: string): string {
  return word.length > 5 && word.endsWith('e') ? word.slice(0, -1) : word
}
