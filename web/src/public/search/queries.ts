import { searchNodes } from '@nodeyard/contract/nodes'
import { getTotals, listTags, type SearchSort } from '@nodeyard/contract/search'
import { queryOptions } from '@tanstack/react-query'
import type { HomeSearch } from '../../ground/paths/links.ts'
import type { Site } from '../../ground/site/site.ts'
import { toCard } from '../cards/card.ts'

const pageSize = 24
export const shelfSize = 6

/** True when something is looked for; else the page shows what there is. */
export function isSearch({ page: _page, ...search }: HomeSearch): boolean {
  return Object.values(search).some(
    (value) => value !== '' && value !== 0 && value !== false && value !== 'relevance',
  )
}

/** A page of the nodes that match, best first; without a text the whole catalogue by ranking. */
export function searchQuery({ registry }: Site, search: HomeSearch) {
  const asked = { ...search, q: search.q.trim() }
  return queryOptions({
    queryKey: ['nodes', 'search', asked],
    queryFn: async ({ signal }) => {
      const query = toQuery(asked)
      const { nodes, total, totalPages, corrected, facets } = await registry.call(
        searchNodes,
        { query: { ...query, facets: isSearch(asked), looks: true } },
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
}: HomeSearch) {
  return {
    page,
    limit: pageSize,
    ...(q ? { search: q } : {}),
    ...(sort === 'relevance' ? {} : { sort }),
    ...(category ? { category } : {}),
    ...(os ? { supported_os: os } : {}),
    ...(gpu ? { supported_accelerator: gpu } : {}),
    ...(tag ? { tag: [tag] } : {}),
    ...(license ? { license } : {}),
    ...(state ? { state } : {}),
    ...(nodes ? { has_nodes: true } : {}),
    ...(examples ? { has_workflows: true } : {}),
    ...(days ? { updated_within_days: days } : {}),
  }
}

/**
 * A few nodes in an order, for the home page. Those last updated have had a release here: of others it is only said when
 * they changed. New ones are left out of them, so more are asked for.
 */
export function shelfQuery({ registry }: Site, sort: SearchSort) {
  return queryOptions({
    queryKey: ['nodes', 'search', 'shelf', sort],
    queryFn: async ({ signal }) => {
      const query =
        sort === 'updated'
          ? { sort, state: 'published' as const, limit: 2 * shelfSize }
          : { sort, limit: shelfSize }
      const { nodes } = await registry.call(searchNodes, { query: { ...query, looks: true } }, { signal })
      return nodes.map(toCard)
    },
  })
}

export function totalsQuery({ registry }: Site) {
  return queryOptions({
    queryKey: ['totals'],
    queryFn: ({ signal }) => registry.call(getTotals, {}, { signal }),
  })
}

export function tagsQuery({ registry }: Site) {
  return queryOptions({
    queryKey: ['tags'],
    queryFn: ({ signal }) => registry.call(listTags, {}, { signal }),
  })
}
