import { listPublisherNodesPaged } from '@nodeyard/contract/nodes'
import { getPublisher, type Publisher } from '@nodeyard/contract/publishers'
import { queryOptions } from '@tanstack/react-query'
import type { Site } from '../../ground/site/site.ts'
import { toCard } from '../cards/card.ts'

const pageSize = 24

export function publisherQuery({ registry }: Site, publisherId: string) {
  return queryOptions({
    queryKey: ['publishers', publisherId],
    queryFn: async ({ signal }) =>
      toPublisherView(await registry.call(getPublisher, { params: { publisherId } }, { signal })),
  })
}

export type PublisherView = ReturnType<typeof toPublisherView>

function toPublisherView({ members, status, ...publisher }: Publisher) {
  return {
    ...publisher,
    isBanned: status === 'PublisherStatusBanned',
    people: members.map(({ user }) => user.name).filter(Boolean),
  }
}

export function publisherNodesQuery({ registry }: Site, publisherId: string, page: number) {
  return queryOptions({
    queryKey: ['publishers', publisherId, 'nodes', 'v2', page],
    queryFn: async ({ signal }) => {
      const { nodes, total, totalPages } = await registry.call(
        listPublisherNodesPaged,
        { params: { publisherId }, query: { page, limit: pageSize, looks: true } },
        { signal },
      )
      return { cards: nodes.map(toCard), total, totalPages }
    },
  })
}
