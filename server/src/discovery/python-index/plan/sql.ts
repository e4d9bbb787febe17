import { sql } from 'kysely'
import type { DbOrTx } from '../../../ground/db/database.ts'
import { readWithArchives, type VersionWithArchive } from '../../../packs/nodes/versions/sql.ts'

/** Lists the newest installable versions of nodes that were public before a time, newest first. */
export async function listVersionsBefore(
  db: DbOrTx,
  nodeIds: readonly string[],
  { before, limit }: { before: Date; limit: number },
): Promise<VersionWithArchive[]> {
  const { rows } = await sql<{ id: string }>`
    select v.id
    from unnest(${nodeIds}::text[]) as asked (id)
    cross join lateral (
      select * from node_versions v where v.node_id = asked.id and v.status = 'active' and v.yanked_at is null
        and v.killed_by is null and v.first_active_at < ${before}
      order by v.version_key desc limit ${limit}::bigint) v
    order by v.node_id, v.version_key desc`.execute(db)
  return readWithArchives(
    db,
    rows.map(({ id }) => id),
  )
}

/** Commits of a node that a request states, and names of comfy-nodes that it needs. */
export interface StatedCommits {
  place: number
  node_id: string
  commits: readonly string[]
  names: readonly string[]
}

/**
 * Lists those commits that have been read and are not held, newest first. A commit that lacks a needed comfy-node which the
 * current reading has is left out.
 */
export async function listReadCommits(
  db: DbOrTx,
  stated: readonly StatedCommits[],
): Promise<{ place: number; commit_id: string; repository_url: string }[]> {
  const { rows } = await sql<{ place: number; commit_id: string; repository_url: string }>`
    select asked.place, r.commit_id, r.repository_url
    from jsonb_to_recordset(${JSON.stringify(stated)}::jsonb) as asked (place int, node_id text, commits jsonb, names jsonb)
    join nodes n on n.id = asked.node_id
    join node_readings r on r.node_id = n.id and asked.commits ? r.commit_id and r.verdict <> 'held'
    where r.id = n.reading_id or not exists (
      select from comfy_nodes newer where newer.version_id = n.reading_id and asked.names ? newer.name
        and not exists (select from comfy_nodes own where own.version_id = r.id and own.name = newer.name))
    order by asked.place, r.committed_at desc nulls last, r.read_at desc, r.id`.execute(db)
  return rows
}
