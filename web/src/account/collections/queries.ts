import { listOwnCollections } from '@nodeyard/contract/collections'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Site } from '../../ground/site/site.ts'

export function ownCollectionsQuery({ registry }: Site) {
  return queryOptions({
    queryKey: ['users', 'collections'],
    queryFn: async ({ signal }) => (await registry.call(listOwnCollections, {}, { signal })).collections,
  })
}

/** Refreshes everything that shows collections, after one of them changed. */
export async function refreshCollections(queries: QueryClient): Promise<void> {
  await Promise.all(
    [['collections'], ['users', 'collections']].map((queryKey) => queries.invalidateQueries({ queryKey })),
  )
}
