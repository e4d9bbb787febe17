import type { QueryOf, ResponseOf } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import type { AbuseReport, listReports as contract } from '@nodeyard/contract/safety'
import type { DbOrTx } from '../../ground/db/database.ts'
import { servedPage, totalPages } from '../../ground/http/paging.ts'
import type { UserActor } from '../../ground/permissions.ts'
import {
  countByState,
  countReportedNodes,
  type FullReport,
  listMessages,
  listReportedNodes,
  listReportsById,
  listReportsOfNodes,
  type ReportFilter,
} from './sql.ts'
import { toAbuseReport, toReportedNode } from './to-wire.ts'

const reportsPerNode = 20

/** Lists reported nodes with their reports, in pages. */
export async function listReports(
  db: DbOrTx,
  admin: UserActor,
  { state = 'waiting', kind, node_id: nodeId, mine, ...query }: QueryOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const served = servedPage(query, limits.pageSize)
  const filter: ReportFilter = {
    states: state === 'waiting' ? ['open', 'taken'] : [state],
    kinds: kind,
    nodeId,
    adminId: mine ? admin.id : undefined,
  }
  const nodes = await listReportedNodes(db, filter, served)
  const nodeIds = nodes.map(({ node_id }) => node_id)
  const rows = await listReportsOfNodes(db, filter, { nodeIds, limit: reportsPerNode })
  const reports = await withMessages(db, rows)
  const total = await countReportedNodes(db, filter)
  return {
    nodes: nodes.map((node) =>
      toReportedNode(
        node,
        reports.filter((_, index) => rows[index]?.node_id === node.node_id),
      ),
    ),
    ...(await countByState(db)),
    total,
    page: served.page,
    limit: served.limit,
    totalPages: totalPages(total, served.limit),
  }
}

/** Returns reports by id. */
export async function readReports(db: DbOrTx, ids: readonly string[]): Promise<AbuseReport[]> {
  return withMessages(db, await listReportsById(db, ids))
}

async function withMessages(db: DbOrTx, rows: readonly FullReport[]): Promise<AbuseReport[]> {
  const messages = await listMessages(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) =>
    toAbuseReport(
      row,
      messages.filter(({ report_id }) => report_id === row.id),
    ),
  )
}
