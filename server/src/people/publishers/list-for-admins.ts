import type { QueryOf, ResponseOf } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import type { AdminPublisher, listPublishersForAdmins as contract } from '@nodeyard/contract/safety'
import { offsetOf, servedPage, totalPages } from '../../ground/http/paging.ts'
import type { Deps } from './deps.ts'
import {
  countPublishers,
  type ListedPublisher,
  listFilteredPublishers,
  listMembersOf,
  type MemberRow,
} from './sql.ts'
import { publisherStatusFromWire, toMember, toPublisher } from './to-wire.ts'

/** Lists publishers of any status, with their members. */
export async function listPublishersForAdmins(
  { db, now, config }: Pick<Deps, 'db' | 'now' | 'config'>,
  { search, status: wireStatus, ...page }: QueryOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const status = wireStatus && publisherStatusFromWire(wireStatus)
  const filter = { search: search?.trim(), status }
  const served = servedPage(page, limits.pageSize)
  const [rows, counts] = await Promise.all([
    listFilteredPublishers(db, filter, { limit: served.limit, offset: offsetOf(served), now: now() }),
    countPublishers(db, filter),
  ])
  const members =
    rows.length > 0
      ? await listMembersOf(
          db,
          rows.map(({ id }) => id),
        )
      : []
  const total = status ? counts[status] : counts.active + counts.banned
  return {
    publishers: rows.map((row) =>
      toAdminPublisher(
        config,
        row,
        members.filter((one) => one.publisher_id === row.id),
      ),
    ),
    counts,
    total,
    ...served,
    totalPages: totalPages(total, served.limit),
  }
}

function toAdminPublisher(
  config: Deps['config'],
  row: ListedPublisher,
  members: MemberRow[],
): AdminPublisher {
  const wire = toPublisher(
    config,
    row,
    members.map((member) => toMember(member, true)),
  )
  return { ...wire, nodes: row.node_count, tokens: row.token_count }
}
