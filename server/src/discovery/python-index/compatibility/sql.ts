import { sql } from 'kysely'
import type { DbOrTx } from '../../../ground/db/database.ts'
import type { RequirementsRow } from '../sql.ts'

/** Reads requirements of the latest versions of the most installed nodes, without one of them. */
export async function listPopularRequirements(
  db: DbOrTx,
  exceptId: string,
  limit: number,
): Promise<RequirementsRow[]> {
  const { rows } = await sql<RequirementsRow>`
    select n.id as node_id, v.version, v.dependencies, a.requirements
    from (select * from nodes where status = 'active' and latest_version_id is not null and id <> ${exceptId}
      order by downloads desc, github_stars desc, id limit ${limit}::bigint) n
    join node_versions v on v.id = n.latest_version_id
    left join version_analyses a on a.version_id = v.id
    order by n.downloads desc, n.github_stars desc, n.id`.execute(db)
  return rows
}

/** Reads the requirements of one version, in any status. */
export async function findVersionRequirements(
  db: DbOrTx,
  versionId: string,
): Promise<RequirementsRow | undefined> {
  const { rows } = await sql<RequirementsRow>`
    select v.node_id, v.version, v.dependencies, a.requirements
    from node_versions v left join version_analyses a on a.version_id = v.id
    where v.id = ${versionId}`.execute(db)
  return rows[0]
}
