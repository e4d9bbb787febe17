import type { Term, TextQuery } from './query.ts'
import { chooseCorrection, mayBeCorrected, textsOneSlipAway } from './spelling.ts'
import type { Terms } from './terms-at-hand.ts'
import { compact } from './tokens.ts'

/** More misspelt words than this are another language, not typing errors. */
const mostCorrected = 4
/** A word that so many nodes have is no typing error. */
const wellKnown = 10

/** The text with its typing errors put right; the words as typed count too. Undefined when none is found. */
export async function correct(
  terms: Terms,
  query: TextQuery,
): Promise<{ query: TextQuery; text: string } | undefined> {
  const isUnderstood = (at: number) => query.meanings.some(({ from, to }) => from <= at && at < to)
  const candidates = query.terms.filter(
    ({ whole, isRun }, at) => !isRun && !isUnderstood(at) && mayBeCorrected(whole),
  )
  if (candidates.length === 0) return undefined
  const counts = await terms.countNodesByBeginning(candidates.map(({ whole }) => whole))
  const doubtful = candidates
    .map((term, at) => ({ term, asTyped: counts[at] ?? 0 }))
    .filter(({ asTyped }) => asTyped < wellKnown)
  const corrections = new Map<Term, string>()
  for (const { term, asTyped } of doubtful.slice(0, mostCorrected)) {
    const correction = await findCorrection(terms, term.whole, asTyped)
    if (correction) corrections.set(term, correction)
  }
  return corrections.size > 0 ? withCorrections(query, corrections) : undefined
}

/** Most errors are one slip. Only where that gives no word that is known, others are looked for. */
async function findCorrection(terms: Terms, word: string, asTyped: number): Promise<string | undefined> {
  const near = await terms.find([word, ...textsOneSlipAway(word)])
  return (
    chooseCorrection(word, near, asTyped) ??
    chooseCorrection(word, [...near, ...(await terms.findSimilar(word))], asTyped)
  )
}

function withCorrections({ terms, meanings }: TextQuery, corrections: ReadonlyMap<Term, string>) {
  const text = terms.map((term) => corrections.get(term) ?? term.whole).join(' ')
  const corrected = terms.map((term) => {
    const correction = corrections.get(term)
    return correction === undefined ? term : { ...term, corrections: [correction] }
  })
  return { query: { terms: corrected, key: compact(text), meanings }, text }
}
