import type { Capability } from '@nodeyard/analysis/facts'
import type { Finding } from '@nodeyard/analysis/ground'
import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '../../ground/db/database.ts'
import { contains } from '../../ground/db/like.ts'
import { nodeKey } from '../../ground/db/node-key.ts'
import type { VersionStatus } from '../../ground/db/schema.ts'
import type { DecisionRow } from '../../packs/decisions/sql.ts'
import { countFilteredVersions } from '../../packs/nodes/versions/listing/sql.ts'
import type { VersionWithArchive } from '../../packs/nodes/versions/sql.ts'

export interface ReviewFilter {
  statuses: readonly VersionStatus[]
  /** Matches any part of the status reason, ignoring case. */
  reason?: string | undefined
  /** Ignores case. */
  nodeId?: string | undefined
  number?: string | undefined
  publisherId?: string | undefined
  /** Selects versions with their current status since this time or longer. */
  until?: Date | undefined
  isAppealed: boolean
}

export interface ReviewRow {
  id: string
  node_id: string
  version: string
  publisher_id: string
  status: VersionStatus
  status_since: Date
  created_at: Date
  findings: number
  blocking: number
  worst: string | null
  appeal_waiting: boolean
  same_code: number
}

/** Only the versions that wait have an urgency. */
const orders = {
  urgent: sql`urgency desc, v.status_since, v.id`,
  oldest: sql`v.status_since, v.id`,
  newest: sql`v.status_since desc, v.id desc`,
} as const

/**
 * Risk times reach times days of waiting. The risk is that of the worst finding without a decision; an appeal adds
 * half. Ten times as many users count about as much as a second day.
 */
const urgencyOf = (now: Date): RawBuilder<number> => sql`
  (case (select g.severity from version_grounds g where g.version_id = v.id and g.decision_id is null
         order by g.severity limit 1) when 'critical' then 4.0 when 'high' then 2.0 else 1.0 end)
  * (case when exists (select from appeals a where a.version_id = v.id and a.waiting_since is not null)
     then 1.5 else 1.0 end)
  * (select 1.0 + ln(1.0 + m.github_stars + m.downloads / 100.0) from nodes m where m.id = v.node_id)
  * (1.0 + greatest(extract(epoch from ${now}::timestamptz - v.status_since), 0) / 86400.0)`

/**
 * Lists a page of versions. The page is selected first, so that findings are read only for its rows. `isOfMany` tells
 * that the filter matches a large share of versions.
 */
export async function listReviewRows(
  db: DbOrTx,
  filter: ReviewFilter,
  {
    order: wanted,
    isOfMany,
    limit,
    offset,
    now,
  }: { order: keyof typeof orders; isOfMany: boolean; limit: number; offset: number; now: Date },
): Promise<ReviewRow[]> {
  const isUrgent = wanted === 'urgent' && filter.statuses.join() === 'flagged'
  const order = orders[wanted === 'urgent' && !isUrgent ? 'oldest' : wanted]
  const urgency = isUrgent ? urgencyOf(now) : sql`0.0`
  const { rows } = await sql<ReviewRow>`
    select v.id, v.node_id, v.version, n.publisher_id, v.status, v.status_since, v.created_at,
      coalesce(f.findings, 0) as findings, coalesce(f.blocking, 0) as blocking, f.worst,
      coalesce(a.waiting_since is not null, false) as appeal_waiting, coalesce(s.count, 0) as same_code
    from (
      select v.id, v.node_id, v.version, v.status, v.status_since, v.created_at, ${urgency} as urgency
      from ${matching(filter, { isOfMany })} order by ${order} limit ${limit}::bigint offset ${offset}::bigint
    ) v
    join nodes n on n.id = v.node_id
    left join appeals a on a.version_id = v.id and v.status in ('flagged', 'banned')
    left join lateral (
      select count(*) as findings,
        count(*) filter (where one.value->>'severity' in ('high', 'critical')) as blocking,
        (array_agg(one.value->>'message' order by
          array_position(array['critical', 'high', 'medium', 'low'], one.value->>'severity'), one.place))[1] as worst
      from version_analyses x, jsonb_array_elements(x.findings) with ordinality one (value, place)
      where x.version_id = v.id
    ) f on true
    left join lateral (
      select count(distinct o.id) as count from version_grounds own
      join version_grounds g on g.digest = own.digest and g.version_id <> v.id
      join node_versions o on o.id = g.version_id and o.status = 'flagged'
      where own.version_id = v.id and own.decision_id is null and v.status = 'flagged'
    ) s on true
    order by ${order}`.execute(db)
  return rows
}

/** Counts versions. Counts by status alone are precomputed; all others stop at `limit`. */
export async function countReviewRows(db: DbOrTx, filter: ReviewFilter, limit: number): Promise<number> {
  const { statuses, isAppealed, ...others } = filter
  if (!isAppealed && Object.values(others).every((value) => value === undefined || value === ''))
    return countFilteredVersions(db, { statuses, ofBannedNodes: true })
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (select from ${matching(filter)} limit ${limit}::bigint) counted`.execute(
    db,
  )
  return rows[0]?.total ?? 0
}

/** Selects versions `v`, joined to their nodes if the filter needs it. */
function matching(filter: ReviewFilter, { isOfMany = false } = {}): RawBuilder<unknown> {
  const { statuses, reason, nodeId, number, publisherId, until, isAppealed } = filter
  const conditions = [
    // The index returns rows in order only for a single status.
    statuses.length === 1 ? sql`v.status = ${statuses[0]}` : sql`v.status = any(${statuses}::text[])`,
    sql`(v.archive_digest is not null or v.status = 'deleted')`,
  ]
  if (nodeId) conditions.push(sql`n.normalized_id = ${nodeKey(nodeId)}`)
  if (number) conditions.push(sql`v.version = ${number}`)
  if (publisherId) conditions.push(sql`n.publisher_id = ${publisherId}`)
  if (until) conditions.push(sql`v.status_since <= ${until}`)
  if (reason) conditions.push(hasReason(reason, isOfMany))
  if (isAppealed)
    conditions.push(
      sql`exists (select from appeals a where a.version_id = v.id and a.waiting_since is not null)`,
    )
  const from =
    nodeId || publisherId ? sql`node_versions v join nodes n on n.id = v.node_id` : sql`node_versions v`
  return sql`${from} where ${sql.join(conditions, sql` and `)}`
}

/**
 * Few matches are found with an index on reasons. Many matches are found faster by scanning in list order, without a
 * sort. The planner cannot choose, because few versions have a reason but nearly all waiting ones do.
 */
function hasReason(reason: string, isOfMany: boolean): RawBuilder<boolean> {
  return isOfMany
    ? sql`position(lower(${reason}) in lower(v.status_reason)) > 0`
    : sql`v.status_reason <> '' and v.status_reason ilike ${contains(reason)}`
}

/** Finds a version of any status by number. */
export async function findReviewed(
  db: DbOrTx,
  nodeId: string,
  number: string,
): Promise<VersionWithArchive | undefined> {
  const { rows } = await sql<VersionWithArchive>`
    select v.*, a.size_bytes as archive_bytes
    from node_versions v left join archives a on a.digest = v.archive_digest
    where v.node_id = ${nodeId} and v.version = ${number}`.execute(db)
  return rows[0]
}

export interface Analysed {
  version: string
  findings: Finding[]
  capabilities: Capability[]
}

/** Finds the analysis of a version, if it was analyzed. */
export async function findAnalysis(db: DbOrTx, versionId: string): Promise<Analysed | undefined> {
  const { rows } = await sql<Analysed>`
    select v.version, a.findings, a.capabilities from version_analyses a
    join node_versions v on v.id = a.version_id where a.version_id = ${versionId}`.execute(db)
  return rows[0]
}

/** Finds the highest active version below this one, or else the highest active version. */
export async function findBase(
  db: DbOrTx,
  { id, node_id, version_key }: VersionWithArchive,
): Promise<(Analysed & { archive_bytes: number | null }) | undefined> {
  const { rows } = await sql<Analysed & { archive_bytes: number | null }>`
    select v.version, coalesce(a.findings, '[]') as findings, a.capabilities, z.size_bytes as archive_bytes
    from node_versions v left join version_analyses a on a.version_id = v.id
    left join archives z on z.digest = v.archive_digest
    where v.node_id = ${node_id} and v.status = 'active' and v.id <> ${id}
    order by v.version_key < ${version_key}::integer[] desc, v.version_key desc limit 1`.execute(db)
  return rows[0]
}

/** Lists member emails, owners first. */
export async function listEmails(db: DbOrTx, publisherId: string): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select u.email from publisher_permissions p join users u on u.id = p.user_id
    where p.publisher_id = ${publisherId} and u.email <> ''
    order by p.role = 'owner' desc, p.id limit 20`.execute(db)
  return rows.map(({ email }) => email)
}

/** Counts the versions of a node by status. */
export async function countStatuses(
  db: DbOrTx,
  nodeId: string,
): Promise<{ status: VersionStatus; count: number }[]> {
  const { rows } = await sql<{ status: VersionStatus; count: number }>`
    select status, count(*) as count from node_versions where node_id = ${nodeId}
    group by status order by status`.execute(db)
  return rows
}

export interface OtherVersion {
  version: string
  status: VersionStatus
  status_since: Date
}

/** Lists the other versions of a node, highest first. */
export async function listOthers(
  db: DbOrTx,
  { id, node_id }: VersionWithArchive,
  limit: number,
): Promise<OtherVersion[]> {
  const { rows } = await sql<OtherVersion>`
    select version, status, status_since from node_versions where node_id = ${node_id} and id <> ${id}
    order by version_key desc limit ${limit}::bigint`.execute(db)
  return rows
}

export interface UndoableDecision {
  id: number
  before: { status: VersionStatus; status_reason?: string }
  /** The status that the decision set. */
  became: VersionStatus
  /** Decisions about findings that were made with it. */
  decision: string | null
}

/** Finds the latest user decision that changed the status and was not undone. */
export async function findUndoable(db: DbOrTx, versionId: string): Promise<UndoableDecision | undefined> {
  const { rows } = await sql<UndoableDecision>`
    select e.id, e.before, e.after->>'status' as became, e.after->>'decision' as decision
    from audit_events e
    where e.subject_kind = 'version' and e.subject_id = ${versionId} and e.actor_kind = 'user'
      and jsonb_exists(e.before, 'status') and jsonb_exists(e.after, 'status')
      and not jsonb_exists(e.after, 'undoes')
      and not exists (
        select from audit_events u where u.subject_kind = 'version' and u.subject_id = e.subject_id
          and u.after->>'undoes' = e.id::text
      )
    order by e.id desc limit 1`.execute(db)
  return rows[0]
}

export interface BatchRow {
  version_id: string
  node_id: string
  version: string
  status: VersionStatus
  event_id: number
  action: string
  at: Date
}

/** Lists the decisions of a batch in order. */
export async function listBatch(db: DbOrTx, batchId: string, limit: number): Promise<BatchRow[]> {
  const { rows } = await sql<BatchRow>`
    select v.id as version_id, v.node_id, v.version, v.status, e.id as event_id, e.action, e.at
    from audit_events e join node_versions v on v.id = case e.subject_kind when 'version' then e.subject_id::uuid end
    where e.after->>'batch' = ${batchId} order by e.id limit ${limit}::bigint`.execute(db)
  return rows
}

export interface ListedDecision extends DecisionRow {
  decider: string | null
  /** Versions that it settled, except for the reviewed one. */
  settled: number
}

interface StandingFilter {
  /** Ignores case. */
  nodeId: string | undefined
  verdict: DecisionRow['verdict'] | undefined
  now: Date
}

const standing = ({ nodeId, verdict, now }: StandingFilter) => sql`
  d.ended_at is null and d.expires_at > ${now}::timestamptz
  and (${nodeId ?? null}::text is null or lower(d.node_id) = ${nodeId === undefined ? null : nodeKey(nodeId)})
  and (${verdict ?? null}::text is null or d.verdict = ${verdict ?? null})`

const listed = sql`
  select d.*, u.name as decider, (
    select count(*) from version_grounds g where g.decision_id = d.id and g.version_id is distinct from d.version_id
  ) as settled
  from scan_decisions d left join users u on u.id = d.decided_by`

export async function countStandingDecisions(db: DbOrTx, filter: StandingFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from scan_decisions d where ${standing(filter)}`.execute(db)
  return rows[0]?.total ?? 0
}

/** Lists decisions that stand, newest first. */
export async function listStandingDecisions(
  db: DbOrTx,
  filter: StandingFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<ListedDecision[]> {
  const { rows } = await sql<ListedDecision>`
    ${listed} where ${standing(filter)}
    order by d.decided_at desc, d.id limit ${limit}::bigint offset ${offset}::bigint`.execute(db)
  return rows
}

export async function findListedDecision(db: DbOrTx, id: string): Promise<ListedDecision | undefined> {
  const { rows } = await sql<ListedDecision>`${listed} where d.id = ${id}`.execute(db)
  return rows[0]
}
