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
        and v.killed_by is null and not v.is_broken and v.first_active_at < ${before}
      order by v.version_key desc limit ${limit}::bigint) v
    order by v.node_id, v.version_key desc`.execute(db)
  return readWithArchives(
    db,
    rows.map(({ id }) => id),
  )
}
