import type { QueryOf, ResponseOf } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import type { getRescan as contract, Rescan } from '@nodeyard/contract/safety'
import type { DbOrTx } from '../../ground/db/database.ts'
import { RegistryError } from '../../ground/errors.ts'
import { offsetOf, servedPage, totalPages } from '../../ground/http/paging.ts'
import { countListedChanges, findRescan, listChanges, listLatestRescans } from './sql.ts'
import { toRescan, toRescanChange } from './to-wire.ts'

const shownRescans = 20

/** Lists the latest rescans. */
export async function listRescans(db: DbOrTx): Promise<{ rescans: Rescan[] }> {
  const rescans: Rescan[] = []
  for (const row of await listLatestRescans(db, shownRescans)) rescans.push(await toRescan(db, row))
  return { rescans }
}

/** Returns a rescan with a page of its changes. */
export async function getRescan(
  db: DbOrTx,
  id: string,
  query: QueryOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const row = await findRescan(db, id)
  if (!row) throw new RegistryError('rescan_not_found')
  const served = servedPage(query, limits.pageSize)
  const filter = { outcome: query.outcome, rule: query.rule || undefined }
  const total = await countListedChanges(db, id, filter)
  const changes = await listChanges(db, id, { ...filter, limit: served.limit, offset: offsetOf(served) })
  return {
    rescan: await toRescan(db, row),
    changes: changes.map(toRescanChange),
    total,
    page: served.page,
    limit: served.limit,
    totalPages: totalPages(total, served.limit),
  }
}
