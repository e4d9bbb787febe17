import type { SearchFacets } from '@nodeyard/contract/search'
import type { Deps } from '../deps.ts'
import { filterByAccelerator, filterByOs } from '../nodes/entry-filters.ts'
import { countFacets, type SearchFilter } from './sql.ts'

const dayMs = 86_400_000
const offeredOs = ['Windows', 'Linux', 'macOS']
const offeredAccelerators = ['CUDA', 'ROCm', 'Metal', 'CPU']
const offeredDays = [7, 30, 90, 365]

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

export async function facetsOf(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  filter: SearchFilter,
): Promise<SearchFacets> {
  const counted = await countFacets(db, filter, {
    os: offeredOs.flatMap((value) => offer(value, filterByOs(value))),
    accelerator: offeredAccelerators.flatMap((value) => offer(value, filterByAccelerator(value))),
    updated: offeredDays.map((days) => ({ value: String(days), after: daysBefore(now(), days) })),
  })
  const facets = structuredClone(noFacets)
  for (const { facet, value, count } of counted) facets[facet].push({ value, count })
  return facets
}

const offer = <Filter>(value: string, filter: Filter | undefined) => (filter ? [{ value, filter }] : [])

/** Counted from the start of a minute, so that equal questions are equal. */
export function daysBefore(now: Date, days: number): Date {
  return new Date(Math.floor(now.getTime() / 60_000) * 60_000 - days * dayMs)
}
