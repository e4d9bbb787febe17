import { type Insertable, type Selectable, sql } from 'kysely'
import type { DbOrTx, Tx } from '../../ground/db/database.ts'
import type { NodeStatus, Schema } from '../../ground/db/schema.ts'
import { offsetOf, type Page } from '../../ground/http/paging.ts'

export type ReportRow = Selectable<Schema['abuse_reports']>
export type MessageRow = Selectable<Schema['abuse_report_messages']> & { admin_name: string | null }

/** Returns undefined if the reporter has an open report of the same problem. */
export function insertReport(
  tx: Tx,
  report: Insertable<Schema['abuse_reports']>,
): Promise<ReportRow | undefined> {
  return tx
    .insertInto('abuse_reports')
    .values(report)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Locks the reporter's open report of the same problem. */
export function lockSameReport(
  tx: Tx,
  same: Pick<ReportRow, 'node_id' | 'version_id' | 'kind' | 'reporter_key'>,
): Promise<ReportRow | undefined> {
  return tx
    .selectFrom('abuse_reports')
    .selectAll()
    .where('node_id', '=', same.node_id)
    .where('version_id', 'is not distinct from', same.version_id)
    .where('kind', '=', same.kind)
    .where('reporter_key', '=', same.reporter_key)
    .where('state', '<>', 'closed')
    .forUpdate()
    .executeTakeFirst()
}

/** Counts the reports of a node that are not closed. */
export async function countWaiting(db: DbOrTx, nodeId: string): Promise<number> {
  const { count } = await db
    .selectFrom('abuse_reports')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('node_id', '=', nodeId)
    .where('state', '<>', 'closed')
    .executeTakeFirstOrThrow()
  return count
}

/** Inserts a message and returns its id. */
export async function insertMessage(
  tx: Tx,
  message: Insertable<Schema['abuse_report_messages']>,
): Promise<number> {
  const { id } = await tx
    .insertInto('abuse_report_messages')
    .values(message)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Whether the reporter has already added this text. */
export async function hasAdded(tx: Tx, reportId: string, text: string): Promise<boolean> {
  const found = await tx
    .selectFrom('abuse_report_messages')
    .select('id')
    .where('report_id', '=', reportId)
    .where('from_reporter', '=', true)
    .where('text', '=', text)
    .executeTakeFirst()
  return found !== undefined
}

/** Locks reports in id order to avoid deadlocks. */
export function lockReports(tx: Tx, ids: readonly string[]): Promise<ReportRow[]> {
  return tx.selectFrom('abuse_reports').selectAll().where('id', 'in', ids).orderBy('id').forUpdate().execute()
}

export async function changeReports(
  tx: Tx,
  ids: readonly string[],
  change: Partial<Omit<ReportRow, 'id'>>,
): Promise<void> {
  await tx.updateTable('abuse_reports').set(change).where('id', 'in', ids).execute()
}

/** A report with the names behind its ids. */
export interface FullReport extends ReportRow {
  version: string | null
  reporter_name: string | null
  reporter_email: string | null
  taken_by_name: string | null
  closed_by_name: string | null
}

const full = sql`
  select r.*, v.version, reporter.name as reporter_name, reporter.email as reporter_email,
    taker.name as taken_by_name, closer.name as closed_by_name
  from abuse_reports r left join node_versions v on v.id = r.version_id
  left join users reporter on reporter.id = r.reporter_id
  left join users taker on taker.id = r.taken_by
  left join users closer on closer.id = r.closed_by`

/** Lists reports by id, oldest first. */
export async function listReportsById(db: DbOrTx, ids: readonly string[]): Promise<FullReport[]> {
  const { rows } = await sql<FullReport>`
    ${full} where r.id = any (${ids}::uuid[]) order by r.created_at, r.id`.execute(db)
  return rows
}

export interface ReportFilter {
  states: readonly ReportRow['state'][]
  kinds?: readonly string[] | undefined
  nodeId?: string | undefined
  /** The admin who took or closed the report. */
  adminId?: string | undefined
}

function matching({ states, kinds, nodeId, adminId }: ReportFilter) {
  const conditions = [sql`r.state = any (${states}::text[])`]
  if (kinds?.length) conditions.push(sql`r.kind = any (${kinds}::text[])`)
  if (nodeId !== undefined) {
    conditions.push(sql`exists (
      select from nodes n where n.id = r.node_id and strpos(n.normalized_id, lower(${nodeId})) > 0)`)
  }
  if (adminId !== undefined) conditions.push(sql`${adminId} in (r.taken_by, r.closed_by)`)
  return sql.join(conditions, sql` and `)
}

export interface ReportedNodeRow {
  node_id: string
  name: string
  publisher_id: string
  status: NodeStatus
  downloads: number
  oldest_at: Date
  total: number
}

/** Lists reported nodes, longest waiting first, or latest closed first. */
export async function listReportedNodes(
  db: DbOrTx,
  filter: ReportFilter,
  page: Page,
): Promise<ReportedNodeRow[]> {
  const order = filter.states.includes('closed') ? sql`max(r.closed_at) desc` : sql`min(r.created_at)`
  const { rows } = await sql<ReportedNodeRow>`
    select n.id as node_id, n.name, n.publisher_id, n.status, n.downloads, min(r.created_at) as oldest_at,
      count(*)::int as total
    from abuse_reports r join nodes n on n.id = r.node_id
    where ${matching(filter)} group by n.id order by ${order}, n.id
    limit ${page.limit}::bigint offset ${offsetOf(page)}::bigint`.execute(db)
  return rows
}

export async function countReportedNodes(db: DbOrTx, filter: ReportFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct r.node_id)::int as count from abuse_reports r where ${matching(filter)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Lists up to `limit` reports of each node, oldest first. */
export async function listReportsOfNodes(
  db: DbOrTx,
  filter: ReportFilter,
  { nodeIds, limit }: { nodeIds: readonly string[]; limit: number },
): Promise<FullReport[]> {
  const { rows } = await sql<FullReport>`
    ${full} where r.id in (
      select id from (
        select r.id, row_number() over (partition by r.node_id order by r.created_at, r.id) as place
        from abuse_reports r where r.node_id = any (${nodeIds}::text[]) and ${matching(filter)}
      ) as ranked where place <= ${limit}::bigint
    ) order by r.created_at, r.id`.execute(db)
  return rows
}

export async function countByState(db: DbOrTx): Promise<{ open: number; taken: number }> {
  const { rows } = await sql<{ open: number; taken: number }>`
    select count(*) filter (where state = 'open')::int as open,
      count(*) filter (where state = 'taken')::int as taken
    from abuse_reports where state <> 'closed'`.execute(db)
  return rows[0] ?? { open: 0, taken: 0 }
}

export async function listMessages(db: DbOrTx, reportIds: readonly string[]): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select m.*, u.name as admin_name from abuse_report_messages m left join users u on u.id = m.admin_id
    where m.report_id = any (${reportIds}::uuid[]) order by m.id`.execute(db)
  return rows
}

/** A report with the node and recipient details that mails need. */
export interface Correspondence extends FullReport {
  node_name: string
  publisher_id: string
  reporter_email_verified: boolean | null
}

/** Finds a report with the details for a mail. */
export async function findCorrespondence(db: DbOrTx, reportId: string): Promise<Correspondence | undefined> {
  const { rows } = await sql<Correspondence>`
    select full_report.*, n.name as node_name, n.publisher_id, u.email_verified as reporter_email_verified
    from (${full} where r.id = ${reportId}) as full_report
    join nodes n on n.id = full_report.node_id left join users u on u.id = full_report.reporter_id`.execute(
    db,
  )
  return rows[0]
}

export async function findMessageText(db: DbOrTx, messageId: number): Promise<string | undefined> {
  const message = await db
    .selectFrom('abuse_report_messages')
    .select('text')
    .where('id', '=', messageId)
    .executeTakeFirst()
  return message?.text
}

/** Lists owners with a verified email, and their mail language. */
export function listOwnersToMail(
  db: DbOrTx,
  publisherId: string,
): Promise<{ email: string; language: string | null }[]> {
  return db
    .selectFrom('publisher_permissions as permission')
    .innerJoin('users', 'users.id', 'permission.user_id')
    .leftJoin('notification_settings as settings', 'settings.user_id', 'users.id')
    .select(['users.email', 'settings.language'])
    .where('permission.publisher_id', '=', publisherId)
    .where('permission.role', '=', 'owner')
    .where('users.email_verified', '=', true)
    .where('users.email', '<>', '')
    .orderBy('users.email')
    .execute()
}
