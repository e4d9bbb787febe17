import { setImmediate as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type Changes, missed } from '../db/changes.ts'
import type { Db } from '../db/database.ts'
import { TermIndex } from './index/term-index.ts'
import { countNodesByBeginning, findSimilarTerms, findTerms, type KnownTerm, listTerms } from './sql.ts'
import { termsTag } from './tag.ts'

/** The words that typing errors are corrected to. */
export interface Terms {
  /** Those of these words that exist. */
  find(words: readonly string[]): Promise<KnownTerm[]>
  /** For each beginning of a word, how many nodes have words with it. */
  countNodesByBeginning(beginnings: readonly string[]): Promise<number[]>
  /** Words that share most letters with one. */
  findSimilar(word: string): Promise<KnownTerm[]>
}

/** In memory; the database is asked until they are there, and again until they are there as it has them now. */
export function termsAtHand({ db, changes }: { db: Db; changes: Changes }, log: Logger): Terms {
  let index: TermIndex | undefined
  let isReading = false
  let timesChanged = 0
  changes.onChange((tags) => {
    if (!tags.includes(termsTag) && !tags.includes(missed)) return
    index = undefined
    timesChanged++
  })

  async function read(): Promise<void> {
    const before = timesChanged
    const steps = TermIndex.of(await listTerms(db))
    let step = steps.next()
    for (; !step.done; step = steps.next()) await pause()
    if (timesChanged === before) index = step.value
  }

  function current(): TermIndex | undefined {
    if (index || isReading) return index
    isReading = true
    read()
      .catch((error: unknown) => log.debug({ err: error }, 'corrections are looked for in the database'))
      .finally(() => {
        isReading = false
      })
    return undefined
  }

  return {
    find: async (words) => current()?.find(words) ?? findTerms(db, words),
    countNodesByBeginning: async (beginnings) => {
      const known = current()
      return known
        ? beginnings.map((beginning) => known.countNodesByBeginning(beginning))
        : countNodesByBeginning(db, beginnings)
    },
    findSimilar: async (word) => current()?.findSimilar(word) ?? findSimilarTerms(db, word),
  }
}
