import { defined } from '@nodeyard/contract/ground'
import {
  getTotals,
  listTags,
  listWorkflows,
  readSearchText,
  type SearchSort,
  searchComfyNodes,
  searchNodes,
} from '@nodeyard/contract/packs'
import type { HomeSearch } from '../../ground/paths/links.ts'
import { routeQuery } from '../../ground/site/route-query.ts'
import type { Site } from '../../ground/site/site.ts'
import { withoutEmpty } from '../../ground/site/without-empty.ts'
import type { TextKey } from '../../ground/texts/texts.ts'
import { toCard } from '../cards/card.ts'

const pageSize = 24
/**
 * The home page brings its shelves along. Requesting them again at once would cost half as much as the whole page.
 */
export const shelfMs = 60_000

/** Sorted shelves of the home page, in their order. */
export const shelves = [
  { sort: 'rising', title: 'section_rising', size: 6 },
  { sort: 'newest', title: 'section_new', size: 3 },
  { sort: 'updated', title: 'section_updated', size: 3 },
  { sort: 'relevance', title: 'section_popular', size: 6 },
] as const satisfies { sort: SearchSort; title: TextKey<'home'>; size: number }[]
export type ShelfKind = (typeof shelves)[number]

/** Whether any filter is set. The home page shows shelves otherwise. */
export function isSearch({ page: _page, view: _view, kind: _kind, ...search }: HomeSearch): boolean {
  return Object.values(search).some(
    (value) => value !== '' && value !== 0 && value !== false && value !== 'relevance',
  )
}

/** A page of matching nodes, best first; without a text, the whole catalog by ranking. */
export function searchQuery(site: Site, search: HomeSearch) {
  const trimmed = { ...search, q: search.q.trim() }
  const query = { ...toQuery(trimmed), facets: isSearch(trimmed), looks: true }
  // Other kinds need only the counts.
  if (search.kind !== 'packs') Object.assign(query, { page: 1, limit: 1 })
  return routeQuery(
    site,
    searchNodes,
    { query },
    ({ nodes, built_in, comfy_node, kinds, words = [], total, totalPages, corrected, facets }) => ({
      cards: nodes.map(toCard),
      total,
      totalPages,
      words,
      ...defined({ builtIn: built_in, comfyNode: comfy_node, kinds, corrected, facets }),
    }),
  )
}

export type SearchData = Awaited<
  ReturnType<Extract<ReturnType<typeof searchQuery>['queryFn'], (...args: never) => unknown>>
>

/** A page of comfy-nodes that match. Their names have all words of the text. */
export function comfyNodesQuery(site: Site, { q, page }: HomeSearch) {
  return routeQuery(site, searchComfyNodes, { query: { search: q.trim(), page, limit: pageSize } })
}

/** A page of workflows that match. */
export function workflowsQuery(site: Site, { q, page }: HomeSearch) {
  const { text, uses } = readSearchText(q.trim())
  const query = withoutEmpty({ page, limit: pageSize, search: text, uses: uses[0] ?? '' })
  return routeQuery(site, listWorkflows, { query })
}

function toQuery(search: HomeSearch) {
  const {
    q,
    sort,
    gpu,
    tag,
    nodes,
    examples,
    days,
    committed,
    tool,
    view: _view,
    kind: _kind,
    ...same
  } = search
  return withoutEmpty({
    ...same,
    limit: pageSize,
    search: q,
    sort: sort === 'relevance' ? undefined : sort,
    accelerator: gpu,
    tag: tag ? [tag] : [],
    has_nodes: nodes,
    has_workflows: examples,
    updated_within_days: days || undefined,
    committed_within_days: committed || undefined,
    tool_version: tool,
  })
}

/**
 * A few nodes in an order, for the home page. Recently updated nodes have had a release here, because imported ones only
 * record a change. Nodes of earlier shelves are left out later, so more are requested.
 */
export function shelfQuery(site: Site, { sort, size }: ShelfKind) {
  const isFirst = sort === 'rising'
  const query = {
    sort,
    limit: isFirst ? size : 2 * size,
    looks: true,
    ...(sort === 'updated' ? { state: 'published' as const } : {}),
  }
  const shelf = routeQuery(site, searchNodes, { query }, ({ nodes }) => nodes.map(toCard))
  return { ...shelf, staleTime: shelfMs }
}

export const totalsQuery = (site: Site) => ({ ...routeQuery(site, getTotals, {}), staleTime: shelfMs })

export const tagsQuery = (site: Site) => ({ ...routeQuery(site, listTags, {}), staleTime: shelfMs })
