import type { Logger } from 'pino'
import { type Changes, missed } from '../../ground/db/changes.ts'
import type { Db } from '../../ground/db/database.ts'
import { elseDatabase, type IndexThread, type SearchThread } from './index/index-thread.ts'
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

/** The words that typing errors are corrected to are read so many at a time, so that nobody waits for them. */
const termsAtOnce = 2000

/** In memory; the database is asked until they are there, and again until they are there as it has them now. */
export function termsAtHand(
  { db, changes, thread }: { db: Db; changes: Changes; thread: SearchThread },
  log: Logger,
): Terms {
  /** Who has them all. */
  let reader: IndexThread | undefined
  let isReading = false
  let timesChanged = 0
  changes.onChange((tags) => {
    if (!tags.includes(termsTag) && !tags.includes(missed)) return
    reader = undefined
    timesChanged++
  })

  async function read(): Promise<void> {
    const before = timesChanged
    const current = thread.current()
    await current.ask('beginTerms')
    for (let after = ''; ; ) {
      const terms = await listTerms(db, after, termsAtOnce)
      await current.ask('addTerms', terms)
      if (terms.length < termsAtOnce) break
      after = terms.at(-1)?.term ?? after
    }
    await current.ask('useTerms')
    if (timesChanged === before) reader = current
  }

  function atHand(): IndexThread | undefined {
    if (reader && !reader.hasEnded) return reader
    if (isReading) return undefined
    isReading = true
    read()
      .catch((error: unknown) => log.debug({ err: error }, 'corrections are looked for in the database'))
      .finally(() => {
        isReading = false
      })
    return undefined
  }

  const answer = <T>(ofThread: Promise<T> | undefined, ofDatabase: () => Promise<T>) =>
    elseDatabase(ofThread, ofDatabase, log)

  return {
    find: (words) => answer(atHand()?.ask('findTerms', words), () => findTerms(db, words)),
    countNodesByBeginning: (beginnings) =>
      answer(atHand()?.ask('countNodesByBeginning', beginnings), () => countNodesByBeginning(db, beginnings)),
    findSimilar: (word) => answer(atHand()?.ask('findSimilarTerms', word), () => findSimilarTerms(db, word)),
  }
}
