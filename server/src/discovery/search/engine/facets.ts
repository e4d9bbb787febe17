import {
  evidenceValues,
  healths,
  maxFound,
  notStated,
  type SearchFacets,
  sizes,
} from '@nodeyard/contract/packs'
import { type Criteria, daysBefore, type Narrowing, toSearchFilter } from '../filter.ts'
import { healthOf } from '../health.ts'
import { kinds } from '../labels.ts'
import type { IndexedNode, NodeIndex } from './node-index.ts'

const offeredDays = [7, 30, 90, 365]
const offeredCommitDays = [30, 90, 365]
const declaredOrDetected = (values: readonly string[]) => [
  ...['declared', 'detected'].flatMap((basis) => values.map((value) => `${basis}:${value}`)),
  notStated,
]
const pythons = ['3.8', '3.9', '3.10', '3.11', '3.12', '3.13', '3.14']
/** Offers only these values, in this order. Other facets offer their most frequent values. */
const offeredValues: Partial<Record<keyof SearchFacets, readonly string[]>> = {
  os: declaredOrDetected(['Windows', 'Linux', 'macOS']),
  accelerator: declaredOrDetected(['CUDA', 'ROCm', 'Metal', 'CPU']),
  python: declaredOrDetected(pythons),
  tool_version: ['stated', notStated],
  size: sizes,
  evidence: [...evidenceValues, notStated],
  has_nodes: ['true'],
  has_workflows: ['true'],
}
const maxValues = 20

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
  committed_within_days: [],
  python: [],
  tool_version: [],
  size: [],
  health: [],
  evidence: [],
}

/** The filter that belongs to each facet. */
const narrowedBy = {
  category: 'category',
  os: 'statedOs',
  accelerator: 'statedAccelerator',
  tag: 'tags',
  license: 'license',
  state: 'state',
  has_nodes: 'hasComfyNodes',
  has_workflows: 'hasWorkflows',
  updated_within_days: 'changedAfter',
  committed_within_days: 'committedAfter',
  python: 'python',
  tool_version: 'toolVersion',
  size: 'size',
  health: 'health',
  evidence: 'evidence',
} as const satisfies Record<keyof SearchFacets, keyof Narrowing>

/**
 * Counts facet values among the most popular matches. Counts of each facet ignore its own filter, so that users see the
 * alternatives to their choice.
 */
export function facetsOf(index: NodeIndex, filter: Criteria, now: Date): SearchFacets {
  const known = new Map<Criteria, IndexedNode[]>()
  const list = (kind: keyof SearchFacets) => {
    const others = without(filter, kind)
    const part = { limit: maxFound, offset: 0 }
    const nodes =
      known.get(others) ??
      index.list(toSearchFilter(others), 'relevance', part).flatMap((slot) => index.at(slot) ?? [])
    known.set(others, nodes)
    return nodes
  }
  const facets = structuredClone(noFacets)
  for (const [name, letter] of Object.entries(kinds) as [keyof typeof kinds, string][])
    facets[name] = valuesOf(list(name), letter, offeredValues[name])
  const since = (
    nodes: readonly IndexedNode[],
    days: readonly number[],
    timeOf: (node: IndexedNode) => number,
  ) =>
    days.flatMap((value) => {
      const first = daysBefore(now, value).getTime()
      const count = nodes.filter((node) => timeOf(node) >= first).length
      return count > 0 ? [{ value: String(value), count }] : []
    })
  const [changed, committed] = [list('updated_within_days'), list('committed_within_days')]
  facets.updated_within_days = since(changed, offeredDays, ({ changedMs }) => changedMs)
  facets.committed_within_days = since(committed, offeredCommitDays, ({ committedMs }) => committedMs ?? 0)
  facets.health = countHealths(list('health'), now)
  return facets
}

function countHealths(nodes: readonly IndexedNode[], now: Date): Counted[] {
  const counts = new Map<string, number>()
  for (const node of nodes) {
    const health = healthOf(node, now)
    counts.set(health, (counts.get(health) ?? 0) + 1)
  }
  return healths
    .flatMap((value) => ({ value, count: counts.get(value) ?? 0 }))
    .filter(({ count }) => count > 0)
}

/** Removes the filter of a facet. Returns the same object if it is not set. */
function without(filter: Criteria, kind: keyof SearchFacets): Criteria {
  const { narrowed = {} } = filter
  const name = narrowedBy[kind]
  const chosen = narrowed[name]
  const isChosen = Array.isArray(chosen) ? chosen.length > 0 : chosen !== undefined && chosen !== ''
  return isChosen ? { ...filter, narrowed: { ...narrowed, [name]: undefined } } : filter
}

/** Returns values in the offered order, or else the most frequent first. */
function valuesOf(nodes: readonly IndexedNode[], letter: string, offered: readonly string[] | undefined) {
  const counts = new Map<string, number>()
  for (const { facets } of nodes)
    for (const facet of facets) if (facet.startsWith(letter)) counts.set(facet, (counts.get(facet) ?? 0) + 1)
  const values = [...counts].map(([facet, count]) => ({ value: facet.slice(letter.length), count }))
  if (offered) return offered.flatMap((value) => values.find((one) => one.value === value) ?? [])
  return values.sort(byCountDescending).slice(0, maxValues)
}

export const byCountDescending = (a: Counted, b: Counted) => b.count - a.count || (a.value < b.value ? -1 : 1)

interface Counted {
  value: string
  count: number
}
