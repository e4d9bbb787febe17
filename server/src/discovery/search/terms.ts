import { markChanged, transact } from '../../ground/db/changes.ts'
import type { Deps } from './deps.ts'
import { toNameDocument } from './document.ts'
import { allowLongStatements, readSuggestible, replaceSuggestions, replaceTerms } from './sql.ts'
import { termsTag } from './tag.ts'
import { wordsOf } from './tokens.ts'

const mostSuggestions = 5000

/** Collects anew the words that typing errors are corrected to, and the texts that are suggested. */
export async function rebuildSearchTerms(deps: Pick<Deps, 'db' | 'changes'>): Promise<void> {
  await transact(deps, async (tx) => {
    await allowLongStatements(tx)
    await replaceTerms(tx)
    markChanged(tx, termsTag)
    const rows = await readSuggestible(tx, mostSuggestions)
    const suggestions = new Map(rows.flatMap((row) => toSuggestion(row)).map((row) => [row.query, row]))
    await replaceSuggestions(tx, [...suggestions.values()])
  })
}

function toSuggestion({ text, popularity }: { text: string; popularity: number }) {
  const query = text.toLowerCase().replace(/\s+/g, ' ').trim()
  const words = wordsOf(text)
  if (words.length === 0) return []
  return [{ query, nb_words: words.length, popularity, document: toNameDocument(text) }]
}
