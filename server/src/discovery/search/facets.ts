import type { SearchFacets } from '@nodeyard/contract/search'
import type { Deps } from './deps.ts'
import type { Entries } from './entries.ts'
import { type AskedFilter, type Narrowing, toSearchFilter } from './filter.ts'
import { kinds } from './labels.ts'
import type { FacetCounts } from './sql.ts'

const dayMs = 86_400_000
const offeredDays = [7, 30, 90, 365]
/** Of others, all values are offered. */
const offeredValues: Partial<Record<keyof SearchFacets, readonly string[]>> = {
  os: ['Windows', 'Linux', 'macOS'],
  accelerator: ['CUDA', 'ROCm', 'Metal', 'CPU'],
  has_nodes: ['true'],
}
const mostValues = 20

export const noFacets: SearchFacets = {
  category: [],
  os: [],
  accelerator: [],
  tag: [],
  license: [],
  state: [],
  has_nodes: [],
  updated_within_days: [],
}

/** What each kind is narrowed by. */
const narrowedBy = {
  category: 'category',
  os: 'os',
  accelerator: 'accelerator',
  tag: 'tags',
  license: 'license',
  state: 'state',
  has_nodes: 'hasComfyNodes',
  updated_within_days: 'changedAfter',
} as const satisfies Record<keyof SearchFacets, keyof Narrowing>

/**
 * What a search could be narrowed to, with the number of nodes that would be left, of the `most` most popular that were
 * found. Of each kind as if nothing of this kind were chosen, so that another choice can be seen.
 */
export async function facetsOf(
  { entries, now }: Pick<Deps, 'now'> & { entries: Entries },
  filter: AskedFilter,
  most: number,
): Promise<SearchFacets> {
  const time = now()
  const since = offeredDays.map((days) => daysBefore(time, days))
  const counts = new Map<AskedFilter, Promise<FacetCounts>>()
  const count = (asked: AskedFilter) => {
    const known = counts.get(asked) ?? entries.countFacets(toSearchFilter(asked, time), since, most)
    counts.set(asked, known)
    return known
  }
  const facets = structuredClone(noFacets)
  const ofValues = Object.entries(kinds) as [keyof typeof kinds, string][]
  const countingChanges = count(without(filter, 'updated_within_days'))
  await Promise.all(
    ofValues.map(async ([name, letter]) => {
      const counted = await count(without(filter, name))
      facets[name] = valuesOf(counted.facets, letter, offeredValues[name])
    }),
  )
  const { changed } = await countingChanges
  facets.updated_within_days = offeredDays.flatMap((days, at) =>
    changed[at] ? [{ value: String(days), count: changed[at] }] : [],
  )
  return facets
}

/** The filter itself where nothing of this kind is chosen. */
function without(filter: AskedFilter, kind: keyof SearchFacets): AskedFilter {
  const { narrowed = {} } = filter
  const name = narrowedBy[kind]
  const chosen = narrowed[name]
  const isChosen = Array.isArray(chosen) ? chosen.length > 0 : chosen !== undefined && chosen !== ''
  return isChosen ? { ...filter, narrowed: { ...narrowed, [name]: undefined } } : filter
}

/** In the order that is offered, else the most frequent first. */
function valuesOf(
  counted: readonly { facet: string; count: number }[],
  letter: string,
  offered: readonly string[] | undefined,
) {
  const values = counted
    .filter(({ facet }) => facet.startsWith(letter))
    .map(({ facet, count }) => ({ value: facet.slice(letter.length), count }))
  if (offered) return offered.flatMap((value) => values.find((one) => one.value === value) ?? [])
  return values.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1)).slice(0, mostValues)
}

/** Counted from the start of a minute, so that equal questions are equal. */
export function daysBefore(now: Date, days: number): Date {
  return new Date(Math.floor(now.getTime() / 60_000) * 60_000 - days * dayMs)
}
