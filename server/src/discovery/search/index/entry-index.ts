import { kinds } from '../labels.ts'
import type {
  Best,
  Condition,
  FacetCounts,
  IndexedEntry,
  Part,
  Relevance,
  SearchFilter,
  SearchOrder,
  TagCount,
} from '../sql.ts'
import { type Bits, countBits, firstOf, keepBoth, noBits, set, unset } from './bits.ts'
import { type Parsed, parseCondition } from './condition.ts'
import { LookUp } from './look-up.ts'
import { merge } from './merge.ts'
import { byPopularity, type KeptEntry, type Segment, toSegment } from './segment.ts'

/** When segments of a tier are merged: where they are more, and two where one is not so many times as large as the other. */
interface Tidiness {
  most: number
  timesAsLarge: number
}
const tidy: Tidiness = { most: 4, timesAsLarge: 4 }
/** While many are put in. */
export const hastily: Tidiness = { most: Number.POSITIVE_INFINITY, timesAsLarge: 1 }
export const wholly: Tidiness = { most: 1, timesAsLarge: 1 }

/** While two are merged both and the new one are in memory: no segment becomes larger than this. */
const mostEntries = 100_000

interface Place {
  segment: Segment
  number: number
}

function take({ segment, number }: Place): void {
  unset(segment.there, number)
  segment.count--
}

interface Match extends Place {
  entry: KeptEntry
}

/** The entries of all active nodes by their words, in the tiers in which they stand in the database. */
export class EntryIndex {
  readonly #tiers: Segment[][]
  readonly #places = new Map<string, Place>()
  /** Each facet as one text for all entries, and how many of them have it. */
  readonly #facets = new Map<string, { facet: string; count: number }>()
  readonly #mostEntries: number

  constructor(tiers: number, most = mostEntries) {
    this.#tiers = Array.from({ length: tiers }, () => [])
    this.#mostEntries = most
  }

  get size(): number {
    return this.#places.size
  }

  get nodeIds(): IterableIterator<string> {
    return this.#places.keys()
  }

  versionOf(nodeId: string): number | undefined {
    const place = this.#places.get(nodeId)
    return place?.segment.entries[place.number]?.version
  }

  /** Puts entries in, in the place of those of the same nodes. */
  put(entries: readonly IndexedEntry[]): void {
    for (const { nodeId } of entries) this.remove(nodeId)
    const own = entries.map((entry) => ({ ...entry, facets: entry.facets.map((facet) => this.#have(facet)) }))
    for (const [tier, ofTier] of Map.groupBy(own, ({ tier }) => tier)) {
      const segment = toSegment(ofTier)
      this.#tiers[tier]?.push(segment)
      this.#place(segment)
    }
  }

  remove(nodeId: string): void {
    const place = this.#places.get(nodeId)
    if (!place) return
    for (const facet of place.segment.entries[place.number]?.facets ?? []) this.#haveNot(facet)
    take(place)
    this.#places.delete(nodeId)
  }

  #have(facet: string): string {
    const known = this.#facets.get(facet) ?? { facet, count: 0 }
    this.#facets.set(facet, known)
    known.count++
    return known.facet
  }

  #haveNot(facet: string): void {
    const known = this.#facets.get(facet)
    if (known && --known.count === 0) this.#facets.delete(facet)
  }

  /** Merges small segments, which make every look-up dearer. Pauses often; whatever changes meanwhile is kept. */
  *tidy({ most, timesAsLarge } = tidy): Generator<void, void> {
    for (const segments of this.#tiers) {
      for (;;) {
        const open = segments.filter(({ count }) => count * 2 <= this.#mostEntries)
        const [before, last] = open.slice(-2)
        if (!before || !last) break
        if (open.length <= most && last.count * timesAsLarge < before.count) break
        const merged = yield* merge(before, last)
        segments.splice(segments.indexOf(before), 1, merged)
        segments.splice(segments.indexOf(last), 1)
        this.#moveTo(merged, [before, last])
      }
    }
  }

  #place(segment: Segment): void {
    segment.entries.forEach(({ nodeId }, number) => void this.#places.set(nodeId, { segment, number }))
  }

  /** What went while it was made is gone in it too. */
  #moveTo(merged: Segment, from: readonly Segment[]): void {
    merged.entries.forEach(({ nodeId }, number) => {
      const place = this.#places.get(nodeId)
      if (place && from.includes(place.segment)) {
        this.#places.set(nodeId, { segment: merged, number })
      } else {
        take({ segment: merged, number })
      }
    })
  }

  /** As `listBest` of the database. */
  listBest(
    filter: SearchFilter,
    { exact, relevance }: SearchOrder,
    limits: { compared: number; exact: number; counted: number },
  ): Best {
    const question = new Question(filter)
    const { found, count } = this.#find(question, limits.compared, limits.counted)
    const exactly = exact ? this.#findExact(question, question.read(exact)) : []
    const isExact = new Set(exactly.map(({ entry }) => entry))
    const others = found.filter(({ entry }) => !isExact.has(entry)).slice(0, limits.compared)
    const worthOf = rating(question, relevance)
    const rated = [...exactly.slice(0, limits.exact), ...others].map((match) => ({
      nodeId: match.entry.nodeId,
      isExact: isExact.has(match.entry),
      worth: Math.fround(match.entry.popularity * worthOf(match)),
    }))
    rated.sort(
      (a, b) => Number(b.isExact) - Number(a.isExact) || b.worth - a.worth || (a.nodeId < b.nodeId ? -1 : 1),
    )
    return {
      nodeIds: rated.map(({ nodeId }) => nodeId),
      exact: Math.min(exactly.length, limits.exact),
      total: Math.min(count, limits.counted),
    }
  }

  /** As `listByPopularity` of the database. */
  listByPopularity(filter: SearchFilter, { exact }: SearchOrder, { limit, offset }: Part): string[] {
    const question = new Question(filter)
    const exactly = exact ? this.#findExact(question, question.read(exact)) : []
    const isExact = new Set(exactly.map(({ entry }) => entry))
    const { found } = this.#find(question, limit + offset + exactly.length, 0)
    return found
      .filter(({ entry }) => !isExact.has(entry))
      .slice(offset, offset + limit)
      .map(({ entry }) => entry.nodeId)
  }

  /** As `listNewestSince` of the database by `updated`; of all at once, so for what few match. */
  listLastChanged(filter: SearchFilter, { limit, offset }: Part): { ids: string[]; total: number } {
    const question = new Question(filter)
    const found = this.#tiers
      .flat()
      .flatMap((segment) => firstOf(question.matchesIn(segment)).map((number) => toMatch(segment, number)))
      .sort((a, b) => b.entry.changedAtMs - a.entry.changedAtMs || inOrderOfPopularity(a, b))
    return {
      ids: found.slice(offset, offset + limit).map(({ entry }) => entry.nodeId),
      total: found.length,
    }
  }

  /** How many nodes there are to find, counted up to `most`. */
  countEntries(filter: SearchFilter, most: number): number {
    return Math.min(most, this.#find(new Question(filter), 0, most).count)
  }

  /** As `countFacets` of the database. */
  countFacets(filter: SearchFilter, since: readonly Date[], most: number): FacetCounts {
    const { found } = this.#find(new Question(filter), most, most)
    const best = found.slice(0, most).map(({ entry }) => entry)
    const counts = new Map<string, number>()
    for (const { facets } of best) for (const facet of facets) counts.set(facet, (counts.get(facet) ?? 0) + 1)
    return {
      facets: [...counts].map(([facet, count]) => ({ facet, count })),
      changed: since.map((time) => best.filter(({ changedAtMs }) => changedAtMs >= time.getTime()).length),
    }
  }

  /** As `countTags` of the database. */
  countTags(most: number): TagCount[] {
    return [...this.#mostUsed('tag').slice(0, most), ...this.#mostUsed('category')]
  }

  #mostUsed(kind: TagCount['kind']): TagCount[] {
    return [...this.#facets.values()]
      .filter(({ facet }) => facet.startsWith(kinds[kind]))
      .map(({ facet, count }) => ({ kind, value: facet.slice(kinds[kind].length), count }))
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
  }

  /**
   * The most popular entries that match, at least so many as are wanted `inOrder`, and how many match, where they are
   * fewer than are to be `counted`: it goes from tier to tier, and no further than it has to.
   */
  #find(question: Question, inOrder: number, counted: number): { found: Match[]; count: number } {
    const found: Match[] = []
    let count = 0
    for (const segments of this.#tiers) {
      if (count >= Math.max(inOrder, counted)) break
      const isListed = count < inOrder
      for (const segment of segments) {
        const matches = question.matchesIn(segment)
        count += countBits(matches)
        if (isListed) for (const number of firstOf(matches, inOrder)) found.push(toMatch(segment, number))
      }
    }
    return { found: found.sort(inOrderOfPopularity), count }
  }

  #findExact(question: Question, exact: Parsed): Match[] {
    return this.#tiers
      .flat()
      .flatMap((segment) => {
        const called = question.lookUp(segment).find(exact).slice()
        if (countBits(called) > 0) keepBoth(called, question.matchesIn(segment))
        return firstOf(called).map((number) => toMatch(segment, number))
      })
      .sort(inOrderOfPopularity)
  }
}

const toMatch = (segment: Segment, number: number): Match => ({
  segment,
  number,
  entry: segment.entries[number] as KeptEntry,
})

const inOrderOfPopularity = (a: Match, b: Match) => byPopularity(a.entry, b.entry)

/** What is asked, with what was looked up for it. */
class Question {
  /** Absent: all of them are asked for. */
  readonly #condition: Parsed | undefined
  readonly #changedAfterMs: number | undefined
  readonly #words = new Map<string, number>()
  readonly #lookUps = new Map<Segment, LookUp>()
  readonly #matches = new Map<Segment, Bits>()

  constructor({ condition, nameCondition, changedAfter }: SearchFilter) {
    const asked = condition ?? nameCondition
    this.#condition = asked === undefined ? undefined : this.read(asked)
    this.#changedAfterMs = changedAfter?.getTime()
  }

  read(condition: Condition): Parsed {
    return parseCondition(condition, this.#words)
  }

  lookUp(segment: Segment): LookUp {
    const known = this.#lookUps.get(segment) ?? new LookUp(segment)
    this.#lookUps.set(segment, known)
    return known
  }

  matchesIn(segment: Segment): Bits {
    const known = this.#matches.get(segment)
    if (known) return known
    let matches: Bits = segment.there.slice()
    if (this.#condition) keepBoth(matches, this.lookUp(segment).find(this.#condition))
    if (this.#changedAfterMs !== undefined) matches = changedSince(segment, matches, this.#changedAfterMs)
    this.#matches.set(segment, matches)
    return matches
  }
}

function changedSince({ entries }: Segment, matches: Bits, ms: number): Bits {
  const changed = noBits(entries.length)
  for (const number of firstOf(matches))
    if ((entries[number] as KeptEntry).changedAtMs >= ms) set(changed, number)
  return changed
}

/** How well each fits: the worth of the first condition that holds. */
function rating(question: Question, relevance: Relevance = []): (match: Match) => number {
  const last = relevance.at(-1)
  if (!last) return () => 1
  const decided = relevance.slice(0, -1).map(({ when, worth }) => ({ when: question.read(when), worth }))
  return ({ segment, number }) => {
    const lookUp = question.lookUp(segment)
    return (decided.find(({ when }) => lookUp.holds(when, number)) ?? last).worth
  }
}
