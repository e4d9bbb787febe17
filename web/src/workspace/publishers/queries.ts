import { defined, type ResponseOf } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import { listPublisherNodesPaged, listTransfers, searchNodes } from '@nodeyard/contract/packs'
import { listInvitations, listPublisherEvents } from '@nodeyard/contract/people'
import { keepPreviousData } from '@tanstack/react-query'
import { routeQuery } from '../../ground/site/route-query.ts'
import type { Site } from '../../ground/site/site.ts'

export type OwnNode = ReturnType<typeof toOwnNode>
type ListedNode = ResponseOf<typeof listPublisherNodesPaged>['nodes'][number]

function toOwnNode({ id, name, description, icon, status, status_detail, downloads, ...node }: ListedNode) {
  const { newest_version: newest, latest_version: latest } = node
  const isBanned = status === 'NodeStatusBanned'
  return {
    id,
    name,
    description,
    stars: node.github_stars ?? 0,
    /** 1 to 5, or 0 without ratings. */
    rating: node.rating,
    hasIcon: Boolean(icon),
    isBanned,
    isStopped: isBanned || (newest !== undefined && isStopped(newest.status)),
    updatedAt: newest?.createdAt ?? node.created_at,
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

/** Whether the publisher can read why and appeal. */
export const isStopped = (status: string) =>
  status === 'NodeVersionStatusFlagged' || status === 'NodeVersionStatusBanned'

/** All nodes of a publisher: first those that wait for it or are banned, then the last updated. */
export function ownNodesQuery(site: Site, publisherId: string) {
  const query = { limit: limits.nodePageSize.max, include_banned: true, include_newest: true }
  const input = { params: { publisherId }, query }
  return routeQuery(site, listPublisherNodesPaged, input, async ({ nodes, totalPages }) => {
    const pages = Array.from({ length: Math.max(0, totalPages - 1) }, (_, at) => at + 2)
    const readPage = (page: number) =>
      site.registry.call(listPublisherNodesPaged, { ...input, query: { ...query, page } })
    const others = await Promise.all(pages.map(readPage))
    return [nodes, ...others.map((other) => other.nodes)].flat().map(toOwnNode).toSorted(byUrgency)
  })
}

const byUrgency = (a: OwnNode, b: OwnNode) =>
  Number(b.isStopped) - Number(a.isStopped) || Date.parse(b.updatedAt) - Date.parse(a.updatedAt)

const maxClaimable = 10

/** Unclaimed nodes that match a text. */
export function claimableNodesQuery(site: Site, text: string) {
  const query = { search: text, state: 'unclaimed' as const, limit: maxClaimable }
  return routeQuery(site, searchNodes, { query }, ({ nodes }) =>
    nodes.map(({ id, name, repository = '' }) => ({ id, name, repository })),
  )
}

export const transfersQuery = (site: Site, publisherId: string) =>
  routeQuery(site, listTransfers, { params: { publisherId } })

export const invitationsQuery = (site: Site, publisherId: string) =>
  routeQuery(site, listInvitations, { params: { publisherId } })

const eventPageSize = 50

/** Events of a publisher and its nodes, newest first. `before` is the last event of the page above. */
export function eventsQuery(site: Site, publisherId: string, before: number | undefined) {
  const input = { params: { publisherId }, query: { limit: eventPageSize, ...defined({ before }) } }
  return {
    ...routeQuery(site, listPublisherEvents, input, ({ events }) => ({
      events,
      last: events.length === eventPageSize ? events.at(-1)?.id : undefined,
    })),
    placeholderData: keepPreviousData,
  }
}
