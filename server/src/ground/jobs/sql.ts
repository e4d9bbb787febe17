import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** Counts jobs that are not done, by queue and state. */
export async function countWaitingJobs(
  db: Db,
): Promise<{ value: number; labels: { queue: string; state: string } }[]> {
  const { rows } = await sql<{ queue: string; state: string; count: number }>`
    select name as queue, state::text as state, count(*)::int as count from jobs.job
    where state in ('created', 'retry', 'active', 'failed') group by name, state`.execute(db)
  return rows.map(({ queue, state, count }) => ({ value: count, labels: { queue, state } }))
}
