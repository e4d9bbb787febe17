import { getCollection, listCollections } from '@nodeyard/contract/discovery'
import type { ResponseOf } from '@nodeyard/contract/ground'
import { routeQuery } from '../../ground/site/route-query.ts'
import type { Site } from '../../ground/site/site.ts'
import { toCard } from '../cards/card.ts'

const pageSize = 24

export const collectionsQuery = (site: Site, page: number) =>
  routeQuery(site, listCollections, { query: { page, limit: pageSize } })

export const collectionQuery = (site: Site, collectionId: string) =>
  routeQuery(site, getCollection, { params: { collectionId } }, toView)

export type CollectionView = ReturnType<typeof toView>

const toView = ({ nodes, ...collection }: ResponseOf<typeof getCollection>) => ({
  ...collection,
  entries: nodes.map(({ node, note }) => ({ card: toCard(node), note })),
})
