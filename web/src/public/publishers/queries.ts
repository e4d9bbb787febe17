import { listPublisherNodesPaged } from '@nodeyard/contract/packs'
import { getPublisher, type Publisher } from '@nodeyard/contract/people'
import { routeQuery } from '../../ground/site/route-query.ts'
import type { Site } from '../../ground/site/site.ts'
import { toCard } from '../cards/card.ts'

const pageSize = 24

export const publisherQuery = (site: Site, publisherId: string) =>
  routeQuery(site, getPublisher, { params: { publisherId } }, toPublisherView)

export type PublisherView = ReturnType<typeof toPublisherView>

function toPublisherView({ members, status, ...publisher }: Publisher) {
  return {
    ...publisher,
    isBanned: status === 'PublisherStatusBanned',
    people: members.map(({ user }) => user.name).filter(Boolean),
  }
}

export function publisherNodesQuery(site: Site, publisherId: string, page: number) {
  const input = { params: { publisherId }, query: { page, limit: pageSize, looks: true } }
  return routeQuery(site, listPublisherNodesPaged, input, ({ nodes, total, totalPages }) => ({
    cards: nodes.map(toCard),
    total,
    totalPages,
  }))
}
