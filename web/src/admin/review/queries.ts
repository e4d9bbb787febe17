import type { NodeVersionStatus } from '@nodeyard/contract/ground'
import { getReview, type ReviewItem } from '@nodeyard/contract/safety'
import { routeQuery } from '../../ground/site/route-query.ts'
import type { Site } from '../../ground/site/site.ts'
import type { ReviewSearch, ReviewStatus } from './search.ts'

export const itemsOfPage = 100

export const wireStatus: Readonly<Record<ReviewStatus, NodeVersionStatus>> = {
  flagged: 'NodeVersionStatusFlagged',
  pending: 'NodeVersionStatusPending',
  banned: 'NodeVersionStatusBanned',
  active: 'NodeVersionStatusActive',
  deleted: 'NodeVersionStatusDeleted',
}

export function toQuery(search: ReviewSearch) {
  const [node, version] = search.node.split('@')
  return {
    page: search.page,
    limit: itemsOfPage,
    statuses: search.status.map((status) => wireStatus[status]),
    order: search.order,
    reason: search.reason,
    node_id: node,
    version,
    publisher_id: search.publisher,
    days: search.days || undefined,
    appealed: search.appealed,
  }
}

export type VersionPath = Pick<ReviewItem, 'node_id' | 'version'>

export const reviewQuery = (site: Site, { node_id: nodeId, version }: VersionPath) =>
  routeQuery(site, getReview, { params: { nodeId, version } })

export function keyOf({ node_id, version }: VersionPath): string {
  return `${node_id}@${version}`
}
