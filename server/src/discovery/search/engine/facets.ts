import type { SearchFacets } from '@nodeyard/contract/search'
import { mostFound } from '@nodeyard/contract/search-text'
import { type AskedFilter, daysBefore, type Narrowing, toSearchFilter } from '../filter.ts'
import { kinds } from '../labels.ts'
import type { IndexedNode, NodeIndex } from './node-index.ts'

const offeredDays = [7, 30, 90, 365]
/** Of others, all values are offered. */
const offeredValues: Partial<Record<keyof SearchFacets, readonly string[]>> = {
  os: ['Windows', 'Linux', 'macOS'],
  accelerator: ['CUDA', 'ROCm', 'Metal', 'CPU'],
  has_nodes: ['true'],
  has_workflows: ['true'],
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
  has_workflows: [],
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
  has_workflows: 'hasWorkflows',
  updated_within_days: 'changedAfter',
} as const satisfies Record<keyof SearchFacets, keyof Narrowing>

/**
 * The ways to narrow a search further, with the number of nodes that would be left, among the most popular matches. Values
 * of a kind are counted as if nothing of that kind were chosen, so that another choice can be seen.
 */
export function facetsOf(index: NodeIndex, filter: AskedFilter, now: Date): SearchFacets {
  const known = new Map<AskedFilter, IndexedNode[]>()
  const list = (kind: keyof SearchFacets) => {
    const asked = without(filter, kind)
    const part = { limit: mostFound, offset: 0 }
    const nodes =
      known.get(asked) ??
      index.list(toSearchFilter(asked), 'relevance', part).flatMap((slot) => index.at(slot) ?? [])
    known.set(asked, nodes)
    return nodes
  }
  const facets = structuredClone(noFacets)
  for (const [name, letter] of Object.entries(kinds) as [keyof typeof kinds, string][])
    facets[name] = valuesOf(list(name), letter, offeredValues[name])
  const changed = list('updated_within_days')
  facets.updated_within_days = offeredDays.flatMap((days) => {
    const since = daysBefore(now, days).getTime()
    const count = changed.filter(({ changedMs }) => changedMs >= since).length
    return count > 0 ? [{ value: String(days), count }] : []
  })
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

/** In the order that is offered, otherwise the most frequent first. */
function valuesOf(nodes: readonly IndexedNode[], letter: string, offered: readonly string[] | undefined) {
  const counts = new Map<string, number>()
  for (const { facets } of nodes)
    for (const facet of facets) if (facet.startsWith(letter)) counts.set(facet, (counts.get(facet) ?? 0) + 1)
  const values = [...counts].map(([facet, count]) => ({ value: facet.slice(letter.length), count }))
  if (offered) return offered.flatMap((value) => values.find((one) => one.value === value) ?? [])
  return values.sort(mostFirst).slice(0, mostValues)
}

export const mostFirst = (a: Counted, b: Counted) => b.count - a.count || (a.value < b.value ? -1 : 1)

interface Counted {
  value: string
  count: number
}
