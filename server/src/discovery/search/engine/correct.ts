import type { Term, TextQuery } from '../query.ts'
import { chooseCorrection, isNear, type KnownTerm, mayBeCorrected, textsWithOneTypo } from '../spelling.ts'
import { compact } from '../tokens.ts'
import type { Matcher } from './matcher.ts'
import type { NodeIndex } from './node-index.ts'
import { bitOf } from './word-index.ts'

/** A text with more misspelled words is probably in another language. */
const maxCorrected = 4
/** Shorter words are corrected for a single typing error only. */
const minLengthForMoreTypos = 5
/** A word in this many nodes does not count as a typing error. */
const minKnownNodes = 10
/** A correction can be this much shorter or longer than the typed word. */
const maxExtraLetters = 2
const maxMissingLetters = 6

interface Searched {
  index: NodeIndex
  matcher: Matcher
}

/** Adds corrections to the words of a query, which still match as typed. Returns undefined if there are none. */
export function correct(search: Searched, query: TextQuery): { query: TextQuery; text: string } | undefined {
  if (query.isOtherLanguage) return undefined
  const isUnderstood = (at: number) => query.meanings.some(({ from, to }) => from <= at && at < to)
  const doubtful = query.terms
    .filter(({ whole, isRun }, at) => !isRun && !isUnderstood(at) && mayBeCorrected(whole))
    .map((term) => ({ term, asTyped: search.matcher.count(term.whole, true) }))
    .filter(({ asTyped }) => asTyped < minKnownNodes)
  // Where most words are unknown, they are rather in another language than misspelled.
  const unknown = doubtful.filter(({ asTyped }) => asTyped === 0)
  const isOneTypo = query.terms.length > 1 && unknown.length * 2 > query.terms.length
  const corrections = new Map<Term, string>()
  for (const { term, asTyped } of doubtful.slice(0, maxCorrected)) {
    const correction = findCorrection(search, term.whole, asTyped, isOneTypo)
    if (correction) corrections.set(term, correction)
  }
  return corrections.size > 0 ? withCorrections(query, corrections) : undefined
}

/** Looks for several typing errors only if no node contains the word and none contains a word with one difference. */
function findCorrection(
  search: Searched,
  word: string,
  asTyped: number,
  isOneTypo: boolean,
): string | undefined {
  const near = knownTerms(search, [word, ...textsWithOneTypo(word)])
  const chosen = chooseCorrection(word, near, asTyped)
  if (chosen !== undefined || isOneTypo || asTyped > 0 || word.length < minLengthForMoreTypos) return chosen
  return chooseCorrection(word, [...near, ...knownTerms(search, similarWords(search, word))], asTyped)
}

/** Lists words that differ by a few typing errors and begin with the same two letters. */
function similarWords({ index }: Searched, word: string): string[] {
  const isOfLength = ({ length }: string) =>
    length >= word.length - maxExtraLetters && length <= word.length + maxMissingLetters
  return index.words.listWords(word.slice(0, 2)).filter((term) => isOfLength(term) && isNear(word, term))
}

/** Keeps words that several nodes contain, or one in its name. Others may be typing errors themselves. */
function knownTerms({ index, matcher }: Searched, words: readonly string[]): KnownTerm[] {
  return words.flatMap((term) => {
    const count = index.words.has(term) ? matcher.count(term) : 0
    const isKnown = count > 1 || (count > 0 && matcher.count(term, false, bitOf('names')) > 0)
    return isKnown ? [{ term, node_count: count }] : []
  })
}

function withCorrections({ terms, meanings }: TextQuery, corrections: ReadonlyMap<Term, string>) {
  const text = terms.map((term) => corrections.get(term) ?? term.whole).join(' ')
  const corrected = terms.map((term) => {
    const correction = corrections.get(term)
    return correction === undefined ? term : { ...term, corrections: [correction] }
  })
  return { query: { terms: corrected, key: compact(text), meanings, isOtherLanguage: false }, text }
}
