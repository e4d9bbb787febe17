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
