import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** Stored work that is not done, by queue and state, for labels. */
export async function countWaitingJobs(
  db: Db,
): Promise<{ value: number; labels: { queue: string; state: string } }[]> {
  const { rows } = await sql<{ queue: string; state: string; count: number }>`
    select name as queue, state::text as state, count(*)::int as count from jobs.job
    where state in ('created', 'retry', 'active', 'failed') group by name, state`.execute(db)
  return rows.map(({ queue, state, count }) => ({ value: count, labels: { queue, state } }))
}

/** Versions that wait for the pipeline or for moderators, and since when the oldest of them does. */
export async function countVersionsInStates(
  db: Db,
): Promise<{ state: 'pending' | 'flagged'; count: number; since: Date | null }[]> {
  const { rows } = await sql<{ state: 'pending' | 'flagged'; count: number; since: Date | null }>`
    select asked.state, count(version.id)::int as count, min(version.status_since) as since
    from (values ('pending'), ('flagged')) as asked (state)
    left join node_versions version on version.status = asked.state
      and (asked.state <> 'pending' or version.archive_digest is not null)
    group by asked.state order by asked.state`.execute(db)
  return rows
}
