import type { Actor } from '../../ground/permissions.ts'
import type { Deps } from './deps.ts'
import { elseDatabase, type IndexThread } from './index/index-thread.ts'
import {
  type Best,
  countEntries,
  countFacets,
  countTags,
  type FacetCounts,
  isOfWords,
  listBest,
  listByPopularity,
  listNewestSince,
  type Part,
  type SearchFilter,
  type SearchOrder,
  type TagCount,
} from './sql.ts'

/** Where nodes are looked for: in memory where that knows what is asked, else in the database. */
export interface Entries {
  listBest(
    filter: SearchFilter,
    order: SearchOrder,
    limits: { compared: number; exact: number; counted: number },
  ): Promise<Best>
  listByPopularity(filter: SearchFilter, order: SearchOrder, part: Part): Promise<string[]>
  /** For a filter that leaves only what changed lately. */
  listNewestSince(
    filter: SearchFilter,
    sort: 'newest' | 'updated',
    part: Part & { since: Date },
  ): Promise<{ ids: string[]; total: number }>
  countEntries(filter: SearchFilter, most: number): Promise<number>
  countFacets(filter: SearchFilter, since: readonly Date[], most: number): Promise<FacetCounts>
  countTags(most: number): Promise<TagCount[]>
}

/**
 * What another process has changed may be seen so much later by everybody, as in answers that are kept. Who is signed in
 * sees it at once: it may be their own.
 */
const everybodysAgeMs = 100

/** For one question of somebody: all of it is answered from the same place. */
export async function entriesOf(
  { db, entriesAtHand, log }: Pick<Deps, 'db' | 'entriesAtHand' | 'log'>,
  actor: Actor,
): Promise<Entries> {
  const index: IndexThread | undefined = await entriesAtHand.current(
    actor.kind === 'anonymous' ? everybodysAgeMs : 0,
  )

  const answer = <T>(ofIndex: Promise<T> | undefined, ofDatabase: () => Promise<T>) =>
    elseDatabase(ofIndex, ofDatabase, log)
  const knows = (filter: SearchFilter) => (isOfWords(filter) ? index : undefined)
  return {
    listBest: (filter, order, limits) =>
      answer(knows(filter)?.ask('listBest', filter, order, limits), () =>
        listBest(db, filter, order, limits),
      ),
    listByPopularity: (filter, order, part) =>
      answer(knows(filter)?.ask('listByPopularity', filter, order, part), () =>
        listByPopularity(db, filter, order, part),
      ),
    listNewestSince: (filter, sort, part) =>
      answer(sort === 'updated' ? knows(filter)?.ask('listLastChanged', filter, part) : undefined, () =>
        listNewestSince(db, filter, sort, part),
      ),
    countEntries: (filter, most) =>
      answer(knows(filter)?.ask('countEntries', filter, most), () => countEntries(db, filter, most)),
    countFacets: (filter, since, most) =>
      answer(knows(filter)?.ask('countFacets', filter, since, most), () =>
        countFacets(db, filter, since, most),
      ),
    countTags: (most) => answer(index?.ask('countTags', most), () => countTags(db, most)),
  }
}
