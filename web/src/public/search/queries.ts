import { searchNodes } from '@nodeyard/contract/nodes'
import { getTotals, listTags, type SearchSort } from '@nodeyard/contract/search'
import { queryOptions } from '@tanstack/react-query'
import type { HomeSearch } from '../../ground/paths/links.ts'
import type { Site } from '../../ground/site/site.ts'
import type { TextKey } from '../../ground/texts/texts.ts'
import { toCard } from '../cards/card.ts'

const pageSize = 24
export const shelfSize = 6
/** Of new and of updated nodes, fewer are shown. */
export const shortShelfSize = 3
/**
 * The home page brings its shelves along. Requesting them again at once would cost half as much as the whole page.
 */
export const shelfMs = 60_000

/** Sorted shelves of the home page, in their order. */
export const shelves = [
  { sort: 'rising', title: 'section_rising' },
  { sort: 'newest', title: 'section_new' },
  { sort: 'updated', title: 'section_updated' },
] as const satisfies { sort: SearchSort; title: TextKey<'home'> }[]

/** Whether any filter is set. The home page shows shelves otherwise. */
export function isSearch({ page: _page, ...search }: HomeSearch): boolean {
  return Object.values(search).some(
    (value) => value !== '' && value !== 0 && value !== false && value !== 'relevance',
  )
}

/** A page of matching nodes, best first; without a text, the whole catalog by ranking. */
export function searchQuery({ registry }: Site, search: HomeSearch) {
  const trimmed = { ...search, q: search.q.trim() }
  return queryOptions({
    queryKey: ['nodes', 'search', trimmed],
    queryFn: async ({ signal }) => {
      const query = toQuery(trimmed)
      const { nodes, total, totalPages, corrected, facets } = await registry.call(
        searchNodes,
        { query: { ...query, facets: isSearch(trimmed), looks: true } },
        { signal },
      )
      return {
        cards: nodes.map(toCard),
        total,
        totalPages,
        ...(corrected ? { corrected } : {}),
        ...(facets ? { facets } : {}),
      }
    },
  })
}

function toQuery({
  q,
  page,
  sort,
  category,
  os,
  gpu,
  tag,
  license,
  state,
  nodes,
  examples,
  days,
  ...search
}: HomeSearch) {
  return {
    page,
    limit: pageSize,
    ...(q ? { search: q } : {}),
    ...(sort === 'relevance' ? {} : { sort }),
    ...(category ? { category } : {}),
    ...(os ? { os } : {}),
    ...(gpu ? { accelerator: gpu } : {}),
    ...(tag ? { tag: [tag] } : {}),
    ...(license ? { license } : {}),
    ...(state ? { state } : {}),
    ...(nodes ? { has_nodes: true } : {}),
    ...(examples ? { has_workflows: true } : {}),
    ...(days ? { updated_within_days: days } : {}),
    ...(search.committed ? { committed_within_days: search.committed } : {}),
    ...(search.python ? { python: search.python } : {}),
    ...(search.tool ? { tool_version: search.tool } : {}),
    ...(search.size ? { size: search.size } : {}),
    ...(search.evidence ? { evidence: search.evidence } : {}),
    ...(search.health ? { health: search.health } : {}),
  }
}

/**
 * A few nodes in an order, for the home page. Recently updated nodes have had a release here, because
 * imported ones only record a change. New nodes are filtered out of them later, so more are requested.
 */
export function shelfQuery({ registry }: Site, sort: SearchSort) {
  return queryOptions({
    queryKey: ['nodes', 'search', 'shelf', sort],
    staleTime: shelfMs,
    queryFn: async ({ signal }) => {
      const query =
        sort === 'updated'
          ? { sort, state: 'published' as const, limit: 2 * shortShelfSize }
          : { sort, limit: sort === 'newest' ? shortShelfSize : shelfSize }
      const { nodes } = await registry.call(searchNodes, { query: { ...query, looks: true } }, { signal })
      return nodes.map(toCard)
    },
  })
}

export function totalsQuery({ registry }: Site) {
  return queryOptions({
    queryKey: ['totals'],
    staleTime: shelfMs,
    queryFn: ({ signal }) => registry.call(getTotals, {}, { signal }),
  })
}

export function tagsQuery({ registry }: Site) {
  return queryOptions({
    queryKey: ['tags'],
    staleTime: shelfMs,
    queryFn: ({ signal }) => registry.call(listTags, {}, { signal }),
  })
}
