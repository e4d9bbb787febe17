import { listOwnCollections } from '@nodeyard/contract/discovery'
import type { QueryClient } from '@tanstack/react-query'
import { routeQuery } from '../../ground/site/route-query.ts'
import type { Site } from '../../ground/site/site.ts'

export const ownCollectionsQuery = (site: Site) =>
  routeQuery(site, listOwnCollections, {}, ({ collections }) => collections)

/** Refreshes everything that shows collections, after one of them changed. */
export async function refreshCollections(queries: QueryClient): Promise<void> {
  await Promise.all(
    [['collections'], ['users', 'collections']].map((queryKey) => queries.invalidateQueries({ queryKey })),
  )
}
