import { searchNodes } from '@nodeyard/contract/nodes'
import { queryOptions } from '@tanstack/react-query'
import type { HomeSearch } from '../links.ts'
import { toCard } from '../nodes/card.ts'
import type { Site } from '../site.ts'

const pageSize = 24

/** A page of the nodes that match, best first; without a text the whole catalogue by ranking. */
export function searchQuery({ registry }: Site, { q, page }: HomeSearch) {
  const search = q.trim()
  return queryOptions({
    queryKey: ['nodes', 'search', search, page],
    queryFn: async ({ signal }) => {
      const query = { page, limit: pageSize, ...(search ? { search } : {}) }
      const { nodes, total, totalPages, corrected } = await registry.call(searchNodes, { query }, { signal })
      return { cards: nodes.map(toCard), total, totalPages, ...(corrected ? { corrected } : {}) }
    },
  })
}
