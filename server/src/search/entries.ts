import type { Deps } from '../deps.ts'
import type { EntryIndex } from './index/entry-index.ts'
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

/** For one question: all of it is answered from the same place. */
export async function entriesOf({ db, entriesAtHand }: Pick<Deps, 'db' | 'entriesAtHand'>): Promise<Entries> {
  const index: EntryIndex | undefined = await entriesAtHand.current()
  const knows = (filter: SearchFilter) => (isOfWords(filter) ? index : undefined)
  return {
    listBest: async (filter, order, limits) =>
      knows(filter)?.listBest(filter, order, limits) ?? listBest(db, filter, order, limits),
    listByPopularity: async (filter, order, part) =>
      knows(filter)?.listByPopularity(filter, order, part) ?? listByPopularity(db, filter, order, part),
    listNewestSince: async (filter, sort, part) =>
      (sort === 'updated' ? knows(filter)?.listLastChanged(filter, part) : undefined) ??
      listNewestSince(db, filter, sort, part),
    countEntries: async (filter, most) =>
      knows(filter)?.countEntries(filter, most) ?? countEntries(db, filter, most),
    countFacets: async (filter, since, most) =>
      knows(filter)?.countFacets(filter, since, most) ?? countFacets(db, filter, since, most),
    countTags: async (most) => index?.countTags(most) ?? countTags(db, most),
  }
}
