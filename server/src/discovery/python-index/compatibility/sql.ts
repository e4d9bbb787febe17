import { sql } from 'kysely'
import type { DbOrTx } from '../../../ground/db/database.ts'

/** Lists what the facts of the most installed nodes come from, without one of them. */
export async function listPopular(db: DbOrTx, exceptId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select facts_id as id from nodes
    where status = 'active' and facts_id is not null and id <> ${exceptId}
    order by downloads desc, github_stars desc, id limit ${limit}::bigint`.execute(db)
  return rows.map(({ id }) => id)
}
