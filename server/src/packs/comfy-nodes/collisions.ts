import type { QueryOf, ResponseOf } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import type { listCollisions as contract } from '@nodeyard/contract/packs'
import type { DbOrTx } from '../../ground/db/database.ts'
import { servedPage, totalPages } from '../../ground/http/paging.ts'
import { countCollisions, listClaimsOf, listCollidingNames } from './sql.ts'

const shownClaims = 20

/** Lists names that several nodes define. With two such nodes installed, only one of them loads. */
export async function listCollisions(
  db: DbOrTx,
  { name, node_id: nodeId, undecided = false, ...query }: QueryOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const served = servedPage(query, limits.pageSize)
  const filter = { part: name, nodeId, undecided }
  const names = await listCollidingNames(db, filter, served)
  const claims = await listClaimsOf(
    db,
    names.map((one) => one.name),
    shownClaims,
  )
  const total = await countCollisions(db, filter)
  return {
    collisions: names.map((one) => ({
      comfy_node_name: one.name,
      total: one.total,
      claims: claims
        .filter(({ claimed }) => claimed === one.name)
        .map(({ claimed: _, since, version, search_ranking, ...claim }) => ({
          ...claim,
          ...(version === null ? {} : { version }),
          since: since.toISOString(),
          ...(search_ranking === null ? {} : { search_ranking }),
        })),
    })),
    total,
    page: served.page,
    limit: served.limit,
    totalPages: totalPages(total, served.limit),
  }
}
