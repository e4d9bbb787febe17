import { sql } from 'kysely'
import type { DbOrTx } from '../../../ground/db/database.ts'

/** Lists the latest versions of the most installed nodes, without one of them. */
export async function listPopularVersions(db: DbOrTx, exceptId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select latest_version_id as id from nodes
    where status = 'active' and latest_version_id is not null and id <> ${exceptId}
    order by downloads desc, github_stars desc, id limit ${limit}::bigint`.execute(db)
  return rows.map(({ id }) => id)
}
