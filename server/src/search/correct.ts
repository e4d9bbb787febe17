import type { Deps } from '../deps.ts'
import type { Term, TextQuery } from './query.ts'
import { chooseCorrection, mayBeCorrected, textsOneSlipAway } from './spelling.ts'
import { findSimilarTerms, hasTermWithBeginning } from './sql.ts'
import { compact } from './tokens.ts'

/** More misspelt words than this are another language, not typing errors. */
const mostCorrected = 4

/** The text with its typing errors put right; the words as typed count too. Undefined when none is found. */
export async function correct(
  { db }: Pick<Deps, 'db'>,
  query: TextQuery,
): Promise<{ query: TextQuery; text: string } | undefined> {
  const terms: Term[] = []
  let left = mostCorrected
  for (const term of query.terms) {
    const correction = left > 0 ? await findCorrection({ db }, term) : undefined
    if (correction) left--
    terms.push(correction ? { ...term, corrections: [correction] } : term)
  }
  if (left === mostCorrected) return undefined
  const text = terms.map(({ whole, corrections }) => corrections[0] ?? whole).join(' ')
  return { query: { terms, key: compact(text) }, text }
}

async function findCorrection({ db }: Pick<Deps, 'db'>, { whole, isRun }: Term): Promise<string | undefined> {
  if (isRun || !mayBeCorrected(whole)) return undefined
  const similar = await findSimilarTerms(db, whole, textsOneSlipAway(whole))
  const exists = similar.some(({ term }) => term === whole)
  // The beginning of a known word is no typing error, only not all of it.
  if (!exists && (await hasTermWithBeginning(db, whole))) return undefined
  return chooseCorrection(whole, similar)
}
