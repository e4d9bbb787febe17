import { sql } from 'kysely'
import type { DbOrTx, Tx } from '../../ground/db/database.ts'

export interface ProbeResult {
  part: string
  worked: boolean
  tookMs: number
}

const retentionDays = 90

/** Stores probe results and adds them to the day's counts. */
export async function writeResults(tx: Tx, results: readonly ProbeResult[], now: Date): Promise<void> {
  const written = sql`json_to_recordset(${JSON.stringify(results)}::json)
    as written (part text, worked boolean, "tookMs" integer)`
  await sql`
    insert into probe_results (part, at, worked, took_ms)
    select part, ${now}::timestamptz, worked, "tookMs" from ${written}
    on conflict (part) do update
    set at = excluded.at, worked = excluded.worked, took_ms = excluded.took_ms`.execute(tx)
  await sql`
    insert into probe_days (part, day, worked, failed)
    select part, (${now}::timestamptz at time zone 'UTC')::date, worked::int, (not worked)::int from ${written}
    on conflict (part, day) do update
    set worked = probe_days.worked + excluded.worked, failed = probe_days.failed + excluded.failed`.execute(
    tx,
  )
  await sql`
    delete from probe_days
    where day < (${now}::timestamptz at time zone 'UTC')::date - ${retentionDays}::int`.execute(tx)
}

/** Reads the latest result of each part. */
export async function readResults(db: DbOrTx) {
  const { rows } = await sql<{ part: string; at: Date; worked: boolean; tookMs: number }>`
    select part, at, worked, took_ms as "tookMs" from probe_results`.execute(db)
  return rows
}

/** Reads the daily counts, oldest first. */
export async function readDays(db: DbOrTx) {
  const { rows } = await sql<{ part: string; day: string; worked: number; failed: number }>`
    select part, to_char(day, 'YYYY-MM-DD') as day, worked, failed from probe_days order by day`.execute(db)
  return rows
}

/** Counts versions received before a time that are neither listed nor given up. */
export async function countStuckVersions(db: DbOrTx, before: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from node_versions v
    join version_steps received on received.version_id = v.id and received.step = 'received'
    where v.status = 'pending' and received.finished_at < ${before}::timestamptz
      and not exists (select from version_steps s where s.version_id = v.id
        and (s.given_up or s.step = 'listed' and s.finished_at is not null))`.execute(db)
  return rows[0]?.count ?? 0
}

export interface ReviewRow {
  waiting: number
  decided: number
  median: number | null
  p95: number | null
  /** Releases with a blocking finding, and those of them that earlier decisions settled. */
  doubtful: number
  settled: number
}

const reviewedDays = 90

/** Reads how long versions wait for moderators. */
export async function readReviews(db: DbOrTx, now: Date): Promise<ReviewRow> {
  const since = new Date(now.getTime() - reviewedDays * 86_400_000)
  const { rows } = await sql<ReviewRow>`
    with decided as (
      select extract(epoch from e.at - (
        select f.at from audit_events f
        where f.subject_kind = 'version' and f.subject_id = e.subject_id and f.id < e.id
          and f.action in ('version.flag', 'version.reflag')
        order by f.id desc limit 1
      )) as seconds
      from audit_events e
      where e.action in ('version.approve', 'version.ban') and e.actor_kind = 'user'
        and e.at >= ${since} and e.before->>'status' = 'flagged'
    ), doubtful as (
      select bool_and(g.decision_id is not null and d.version_id is distinct from v.id) as settled
      from node_versions v join version_grounds g on g.version_id = v.id
      left join scan_decisions d on d.id = g.decision_id
      where v.created_at >= ${since} group by v.id
    )
    select (select count(*) from node_versions where status = 'flagged')::int as waiting,
      (select count(seconds) from decided)::int as decided,
      (select round(percentile_cont(0.5) within group (order by seconds)) from decided)::bigint as median,
      (select round(percentile_cont(0.95) within group (order by seconds)) from decided)::bigint as p95,
      (select count(*) from doubtful)::int as doubtful,
      (select count(*) filter (where settled) from doubtful)::int as settled`.execute(db)
  return rows[0] ?? { waiting: 0, decided: 0, median: null, p95: null, doubtful: 0, settled: 0 }
}
