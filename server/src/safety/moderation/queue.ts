import { defined, type QueryOf, type ResponseOf } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import type { listReviews as contract, ReviewItem } from '@nodeyard/contract/safety'
import { offsetOf, servedPage, totalPages } from '../../ground/http/paging.ts'
import { statusesFromWire } from '../../packs/nodes/versions/statuses.ts'
import { versionStatusToWire } from '../../packs/nodes/versions/to-wire.ts'
import type { Deps } from './deps.ts'
import { countReviewRows, listReviewRows, type ReviewFilter, type ReviewRow } from './sql.ts'

const dayMs = 86_400_000

/** Lists the review queue, or versions that match other filters. */
export async function listReviews(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  query: QueryOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const statuses = statusesFromWire(query.statuses)
  const filter: ReviewFilter = {
    statuses: statuses?.length ? statuses : ['flagged'],
    reason: query.reason,
    nodeId: query.node_id,
    number: query.version,
    publisherId: query.publisher_id,
    until: query.days ? new Date(now().getTime() - query.days * dayMs) : undefined,
    isAppealed: query.appealed ?? false,
  }
  const served = servedPage(query, limits.pageSize)
  const total = await countReviewRows(db, filter, limits.countedReviews)
  const rows = await listReviewRows(db, filter, {
    limit: served.limit,
    offset: offsetOf(served),
    order: query.order ?? 'urgent',
    now: now(),
    isOfMany: total >= limits.countedReviews,
  })
  return {
    total,
    page: served.page,
    limit: served.limit,
    totalPages: totalPages(total, served.limit),
    versions: rows.map(toReviewItem),
  }
}

function toReviewItem(row: ReviewRow): ReviewItem {
  return {
    node_id: row.node_id,
    version: row.version,
    publisher_id: row.publisher_id,
    status: versionStatusToWire[row.status],
    since: row.status_since.toISOString(),
    createdAt: row.created_at.toISOString(),
    findings: row.findings,
    blocking: row.blocking,
    ...defined({ worst: row.worst || undefined }),
    appeal_waiting: row.appeal_waiting,
    same_code: row.same_code,
  }
}
