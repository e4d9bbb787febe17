import { type RawBuilder, sql } from 'kysely'
import { actingToken, actorIsAdmin } from '../../ground/audit/sql.ts'
import type { DbOrTx, Tx } from '../../ground/db/database.ts'
import { contains } from '../../ground/db/like.ts'
import { type EventRow, subjectName } from '../../people/publishers/sql.ts'

/** The state names of the job library. */
export type StoredState = 'created' | 'retry' | 'active' | 'completed' | 'cancelled' | 'failed'

export interface QueueRow {
  name: string
  state: StoredState
  count: number
  oldest: Date | null
}

/** Counts jobs by queue and state, including empty queues. */
export async function countJobs(db: DbOrTx, name: string | undefined): Promise<QueueRow[]> {
  const { rows } = await sql<QueueRow>`
    select q.name, coalesce(j.state::text, 'created') as state, count(j.id) as count,
      min(j.start_after) filter (where j.state in ('created', 'retry') and j.start_after <= now()) as oldest
    from jobs.queue q left join jobs.job j on j.name = q.name
    where q.name not like '\\_\\_%' and (${name ?? null}::text is null or q.name = ${name ?? null})
    group by q.name, j.state order by q.name`.execute(db)
  return rows
}

export interface JobRow {
  id: string
  name: string
  state: StoredState
  data: unknown
  retry_count: number
  retry_limit: number
  created_on: Date
  start_after: Date
  started_on: Date | null
  completed_on: Date | null
  output: unknown
}

interface JobFilter {
  queue?: string | undefined
  states: readonly StoredState[] | undefined
}

const columns = sql`id, name, state::text as state, data, retry_count, retry_limit, created_on, start_after,
  started_on, completed_on, output`

/** Lists jobs, latest activity first. */
export async function listJobRows(
  db: DbOrTx,
  filter: JobFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<JobRow[]> {
  const { rows } = await sql<JobRow>`
    select ${columns} from jobs.job where ${matchesJob(filter)}
    order by coalesce(completed_on, started_on, created_on) desc, id
    limit ${limit}::bigint offset ${offset}::bigint`.execute(db)
  return rows
}

export async function countJobRows(db: DbOrTx, filter: JobFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from jobs.job where ${matchesJob(filter)}`.execute(db)
  return rows[0]?.total ?? 0
}

function matchesJob({ queue, states }: JobFilter): RawBuilder<boolean> {
  const conditions = [sql`name not like '\\_\\_%'`]
  if (queue) conditions.push(sql`name = ${queue}`)
  if (states) conditions.push(sql`state::text = any(${states}::text[])`)
  return sql`${sql.join(conditions, sql` and `)}`
}

export async function lockJob(tx: Tx, id: string): Promise<JobRow | undefined> {
  const { rows } = await sql<JobRow>`
    select ${columns} from jobs.job where id = ${id}::uuid for update`.execute(tx)
  return rows[0]
}

/** Schedules one more run now, beyond the retry limit if needed. */
export async function requeueJob(tx: Tx, { id, name }: JobRow): Promise<JobRow | undefined> {
  const { rows } = await sql<JobRow>`
    update jobs.job set state = 'retry', completed_on = null, start_after = now(),
      retry_limit = greatest(retry_limit, retry_count + 1), keep_until = greatest(keep_until, now() + interval '1 day')
    where id = ${id}::uuid and name = ${name} returning ${columns}`.execute(tx)
  return rows[0]
}

export async function deleteJob(tx: Tx, { id, name }: JobRow): Promise<void> {
  await sql`delete from jobs.job where id = ${id}::uuid and name = ${name}`.execute(tx)
}

export interface EventFilter {
  before?: number | undefined
  /** A user id or email. */
  actor?: string | undefined
  /** An exact action, or a prefix that ends with a dot. */
  action?: string | undefined
  subject?: string | undefined
  publisherId?: string | undefined
  /** The first day, inclusive, as is `to`. */
  from?: string | undefined
  to?: string | undefined
  text?: string | undefined
}

/** Lists audit events, newest first. Text is searched only in the latest `maxForText` events. */
export async function listEvents(
  db: DbOrTx,
  filter: EventFilter,
  { limit, maxForText }: { limit: number; maxForText: number },
): Promise<EventRow[]> {
  const newest = sql`order by e.id desc limit ${limit}::bigint`
  const found = (isOfActor: RawBuilder<unknown>) => sql`(
    select e.* from audit_events e where ${isOfActor} and ${matchesEvent(filter, maxForText)} ${newest})`
  // The limit per actor keeps the query fast for actors with many events.
  const events = filter.actor
    ? sql`(
        select ${filter.actor}::text as id union select id from users where lower(email) = lower(${filter.actor})
      ) as actor cross join lateral ${found(sql`e.actor_id = actor.id`)} as e`
    : sql`${found(sql`true`)} as e`
  const { rows } = await sql<EventRow>`
    select e.*, coalesce(nullif(u.name, ''), t.name) as actor_name, ${actorIsAdmin} as actor_is_admin, ${subjectName}
    from ${events}
    left join users u on e.actor_kind = 'user' and u.id = e.actor_id
    left join personal_access_tokens t on t.id = ${actingToken}
    ${newest}`.execute(db)
  return rows
}

function matchesEvent(filter: EventFilter, maxForText: number): RawBuilder<boolean> {
  const { before, action, subject, publisherId, from, to, text } = filter
  const conditions = [sql`true`]
  if (before !== undefined) conditions.push(sql`e.id < ${before}::bigint`)
  if (action?.endsWith('.'))
    conditions.push(sql`e.action >= ${action} and e.action < ${`${action.slice(0, -1)}/`}`)
  else if (action) conditions.push(sql`e.action = ${action}`)
  if (subject) conditions.push(sql`e.subject_id = ${subject}`)
  if (publisherId) conditions.push(sql`e.publisher_id = ${publisherId}`)
  if (from) conditions.push(sql`e.at >= ${from}::date at time zone 'UTC'`)
  if (to) conditions.push(sql`e.at < (${to}::date + 1) at time zone 'UTC'`)
  if (text) {
    conditions.push(
      sql`e.id > (select coalesce(max(id), 0) from audit_events) - ${maxForText}::bigint`,
      sql`(e.action || ' ' || e.subject_id || ' ' || coalesce(e.after::text, '') || ' ' || coalesce(e.before::text, ''))
        ilike ${contains(text)}`,
    )
  }
  return sql`${sql.join(conditions, sql` and `)}`
}

export interface DayRow {
  day: string
  publishes: number
  flags: number
  decisions: number
  median_seconds: number | null
  p95_seconds: number | null
  downloads: number
  open: number
  oldest_open_seconds: number | null
}

/** Counts the last days up to that of `now`, in UTC. */
export async function countByDay(db: DbOrTx, now: Date, days: number): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    with bounds as (
      select ((${now}::timestamptz at time zone 'UTC')::date - ${days - 1}::integer) as first,
        (${now}::timestamptz at time zone 'UTC')::date as last
    ),
    days as (
      select d::date as day, (d::date + 1) at time zone 'UTC' as ends
      from bounds, generate_series(bounds.first, bounds.last, interval '1 day') d
    ),
    published as (
      select (v.created_at at time zone 'UTC')::date as day, count(*) as count from node_versions v, bounds
      where v.created_at >= bounds.first at time zone 'UTC' and (v.archive_digest is not null or v.status = 'deleted')
      group by 1
    ),
    flagged as (
      select e.subject_id, e.at, (
        select n.at from audit_events n
        where n.subject_kind = 'version' and n.subject_id = e.subject_id and n.id > e.id
          and n.action in ('version.approve', 'version.ban', 'version.activate', 'version.delete', 'version.reopen')
        order by n.id limit 1
      ) as until
      from audit_events e where e.action in ('version.flag', 'version.reflag') and e.subject_kind = 'version'
    ),
    flags as (select (at at time zone 'UTC')::date as day, count(*) as count from flagged group by 1),
    decided as (
      select (e.at at time zone 'UTC')::date as day, extract(epoch from e.at - (
        select f.at from audit_events f
        where f.subject_kind = 'version' and f.subject_id = e.subject_id and f.id < e.id
          and f.action in ('version.flag', 'version.reflag')
        order by f.id desc limit 1
      )) as seconds
      from audit_events e, bounds
      where e.action in ('version.approve', 'version.ban') and e.actor_kind = 'user'
        and e.at >= bounds.first at time zone 'UTC' and e.before->>'status' = 'flagged'
    ),
    decisions as (
      select day, count(*) as count,
        percentile_cont(0.5) within group (order by seconds) as median,
        percentile_cont(0.95) within group (order by seconds) as p95
      from decided group by day
    ),
    downloaded as (
      select d.day, sum(d.count) as count from node_downloads d, bounds
      where d.day between bounds.first and bounds.last group by d.day
    ),
    opened as (
      select days.day, count(f.at) as count,
        extract(epoch from least(max(days.ends), ${now}::timestamptz) - min(f.at)) as oldest
      from days left join flagged f on f.at < days.ends and (f.until is null or f.until >= days.ends)
      group by days.day
    )
    select to_char(days.day, 'YYYY-MM-DD') as day, coalesce(p.count, 0)::bigint as publishes,
      coalesce(f.count, 0)::bigint as flags, coalesce(c.count, 0)::bigint as decisions,
      round(c.median)::bigint as median_seconds, round(c.p95)::bigint as p95_seconds,
      coalesce(w.count, 0)::bigint as downloads, o.count::bigint as open, round(o.oldest)::bigint as oldest_open_seconds
    from days left join published p on p.day = days.day left join flags f on f.day = days.day
    left join decisions c on c.day = days.day left join downloaded w on w.day = days.day
    join opened o on o.day = days.day order by days.day`.execute(db)
  return rows
}

export interface DutyRow {
  name: string
  count: number
  oldest: Date | null
}

/** Counts open duties. Versions pending since before `stuckBefore` count as stuck. */
export async function countDuties(db: DbOrTx, stuckBefore: Date): Promise<DutyRow[]> {
  const { rows } = await sql<DutyRow>`
    select 'flagged' as name, count(*) as count, min(status_since) as oldest from node_versions
      where status = 'flagged'
    union all
    select 'appeals', count(*), min(a.waiting_since) from appeals a join node_versions v on v.id = a.version_id
      where a.waiting_since is not null and v.status in ('flagged', 'banned')
    union all
    select 'reports', count(*), min(created_at) from abuse_reports where state <> 'closed'
    union all
    select 'failed_jobs', count(*), min(completed_on) from jobs.job where state = 'failed' and name not like '\\_\\_%'
    union all
    select 'stuck', count(*), min(status_since) from node_versions
      where status = 'pending' and archive_digest is not null and status_since < ${stuckBefore}
    union all
    select 'rescans', count(*), min(finished_at) from rescans r where state = 'looked' and exists (
      select from rescan_changes c where c.rescan_id = r.id and c.applied_at is null and c.outcome in ('flag', 'release')
    ) and not exists (select from rescans later where later.started_at > r.started_at)`.execute(db)
  return rows
}
