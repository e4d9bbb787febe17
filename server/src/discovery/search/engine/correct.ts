import type { Term, TextQuery } from '../query.ts'
import { chooseCorrection, isNear, type KnownTerm, mayBeCorrected, textsOneSlipAway } from '../spelling.ts'
import { compact } from '../tokens.ts'
import type { Matcher } from './matcher.ts'
import type { NodeIndex } from './node-index.ts'
import { bitOf } from './word-index.ts'

/** More misspelt words than this are another language, not typing errors. */
const mostCorrected = 4
/** Shorter words have one slip at most. */
const shortestOfMoreSlips = 5
/** A word that this many nodes have is no typing error. */
const wellKnown = 10
/** A known word can be this much shorter or longer than the one that was typed for it. */
const lettersTooMany = 2
const lettersMissing = 6

interface Looked {
  index: NodeIndex
  matcher: Matcher
}

/** The text with its typing errors corrected; the words as typed count too. Undefined when none is found. */
export function correct(search: Looked, query: TextQuery): { query: TextQuery; text: string } | undefined {
  const isUnderstood = (at: number) => query.meanings.some(({ from, to }) => from <= at && at < to)
  const doubtful = query.terms
    .filter(({ whole, isRun }, at) => !isRun && !isUnderstood(at) && mayBeCorrected(whole))
    .map((term) => ({ term, asTyped: search.matcher.count(term.whole, true) }))
    .filter(({ asTyped }) => asTyped < wellKnown)
  const corrections = new Map<Term, string>()
  for (const { term, asTyped } of doubtful.slice(0, mostCorrected)) {
    const correction = findCorrection(search, term.whole, asTyped)
    if (correction) corrections.set(term, correction)
  }
  return corrections.size > 0 ? withCorrections(query, corrections) : undefined
}

/** Most errors are one slip. Others are only looked for where that gives nothing, and no node has the word. */
function findCorrection(search: Looked, word: string, asTyped: number): string | undefined {
  const near = knownTerms(search, [word, ...textsOneSlipAway(word)])
  const chosen = chooseCorrection(word, near, asTyped)
  if (chosen !== undefined || asTyped > 0 || word.length < shortestOfMoreSlips) return chosen
  return chooseCorrection(word, [...near, ...knownTerms(search, similarWords(search, word))], asTyped)
}

/** Words a few slips away that begin with the same two letters. */
function similarWords({ index }: Looked, word: string): string[] {
  const isOfLength = ({ length }: string) =>
    length >= word.length - lettersTooMany && length <= word.length + lettersMissing
  return index.words.listWords(word.slice(0, 2)).filter((term) => isOfLength(term) && isNear(word, term))
}

/** Those of these words that several nodes have, or one in its name: others can be typing errors themselves. */
function knownTerms({ index, matcher }: Looked, words: readonly string[]): KnownTerm[] {
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
  return { query: { terms: corrected, key: compact(text), meanings }, text }
}
