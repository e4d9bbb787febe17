import { listPublisherNodesPaged, listTransfers, searchNodes } from '@nodeyard/contract/nodes'
import { listInvitations, listPublisherEvents } from '@nodeyard/contract/publishers'
import type { ResponseOf } from '@nodeyard/contract/route'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Site } from '../../ground/site/site.ts'

const ownPageSize = 12

export type OwnNode = ReturnType<typeof toOwnNode>
type ListedNode = ResponseOf<typeof listPublisherNodesPaged>['nodes'][number]

function toOwnNode({ id, name, description, icon, status, status_detail, downloads, ...node }: ListedNode) {
  const { newest_version: newest, latest_version: latest } = node
  return {
    id,
    name,
    description,
    stars: node.github_stars ?? 0,
    /** 1 to 5, or 0 without ratings. */
    rating: node.rating,
    hasIcon: Boolean(icon),
    isBanned: status === 'NodeStatusBanned',
    banReason: status_detail ?? '',
    downloads,
    /** The version that installs get. */
    latest: latest?.version,
    newest: newest && {
      ...newest,
      isDeprecated: latest?.version === newest.version && latest.deprecated,
    },
  }
}

/** A page of a publisher's nodes, including banned ones. */
export function ownNodesQuery({ registry }: Site, publisherId: string, page: number) {
  return queryOptions({
    queryKey: ['publishers', publisherId, 'nodes', 'own', page],
    queryFn: async ({ signal }) => {
      const query = { page, limit: ownPageSize, include_banned: true, include_newest: true }
      const { nodes, total, totalPages } = await registry.call(
        listPublisherNodesPaged,
        { params: { publisherId }, query },
        { signal },
      )
      return { nodes: nodes.map(toOwnNode), total, totalPages }
    },
  })
}

const maxClaimable = 10

/** Unclaimed nodes that match a text. */
export function claimableNodesQuery({ registry }: Site, text: string) {
  return queryOptions({
    queryKey: ['nodes', 'search', 'claimable', text],
    queryFn: async ({ signal }) => {
      const query = { search: text, state: 'unclaimed' as const, limit: maxClaimable }
      const { nodes } = await registry.call(searchNodes, { query }, { signal })
      return nodes.map(({ id, name, repository }) => ({ id, name, repository: repository ?? '' }))
    },
  })
}

export function transfersQuery({ registry }: Site, publisherId: string) {
  return queryOptions({
    queryKey: ['publishers', publisherId, 'transfers'],
    queryFn: ({ signal }) => registry.call(listTransfers, { params: { publisherId } }, { signal }),
  })
}

export function invitationsQuery({ registry }: Site, publisherId: string) {
  return queryOptions({
    queryKey: ['publishers', publisherId, 'invitations'],
    queryFn: ({ signal }) => registry.call(listInvitations, { params: { publisherId } }, { signal }),
  })
}

const eventPageSize = 50

/** Events of a publisher and its nodes, newest first. `before` is the last event of the page above. */
export function eventsQuery({ registry }: Site, publisherId: string, before: number | undefined) {
  return queryOptions({
    queryKey: ['publishers', publisherId, 'events', before ?? 'newest'],
    queryFn: async ({ signal }) => {
      const query = { limit: eventPageSize, ...(before === undefined ? {} : { before }) }
      const { events } = await registry.call(
        listPublisherEvents,
        { params: { publisherId }, query },
        { signal },
      )
      return { events, last: events.length === eventPageSize ? events.at(-1)?.id : undefined }
    },
    placeholderData: keepPreviousData,
  })
}
