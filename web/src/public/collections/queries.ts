import { getCollection, listCollections } from '@nodeyard/contract/collections'
import { queryOptions } from '@tanstack/react-query'
import type { Site } from '../../ground/site/site.ts'
import { toCard } from '../cards/card.ts'

const pageSize = 24

export function collectionsQuery({ registry }: Site, page: number) {
  return queryOptions({
    queryKey: ['collections', { page }],
    queryFn: ({ signal }) => registry.call(listCollections, { query: { page, limit: pageSize } }, { signal }),
  })
}

export function collectionQuery({ registry }: Site, collectionId: string) {
  return queryOptions({
    queryKey: ['collections', collectionId],
    queryFn: async ({ signal }) => {
      const { nodes, ...collection } = await registry.call(
        getCollection,
        { params: { collectionId } },
        { signal },
      )
      return { ...collection, entries: nodes.map(({ node, note }) => ({ card: toCard(node), note })) }
    },
  })
}

export type CollectionView = Awaited<ReturnType<NonNullable<ReturnType<typeof collectionQuery>['queryFn']>>>
