import { getReview, listReviews, type ReviewItem } from '@nodeyard/contract/moderation'
import type { NodeVersionStatus } from '@nodeyard/contract/shapes'
import { queryOptions } from '@tanstack/react-query'
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

export function reviewsQuery({ registry }: Site, search: ReviewSearch) {
  const [node, version] = search.node.split('@')
  const query = {
    page: search.page,
    limit: itemsOfPage,
    statuses: search.status.map((status) => wireStatus[status]),
    order: search.order,
    ...(search.reason ? { reason: search.reason } : {}),
    ...(node ? { node_id: node } : {}),
    ...(version ? { version } : {}),
    ...(search.publisher ? { publisher_id: search.publisher } : {}),
    ...(search.days ? { days: search.days } : {}),
    ...(search.appealed ? { appealed: true } : {}),
  }
  return queryOptions({
    queryKey: ['admin', 'versions', query],
    queryFn: ({ signal }) => registry.call(listReviews, { query }, { signal }),
  })
}

export type VersionPath = Pick<ReviewItem, 'node_id' | 'version'>

export function reviewQuery({ registry }: Site, { node_id, version }: VersionPath) {
  return queryOptions({
    queryKey: ['admin', 'nodes', node_id, 'versions', version, 'review'],
    queryFn: ({ signal }) => registry.call(getReview, { params: { nodeId: node_id, version } }, { signal }),
  })
}

export function keyOf({ node_id, version }: VersionPath): string {
  return `${node_id}@${version}`
}
