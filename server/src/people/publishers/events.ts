import { defined, type QueryOf } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import type { listPublisherEvents as contract, PublisherEvent } from '@nodeyard/contract/people'
import type { DbOrTx } from '../../ground/db/database.ts'
import { RegistryError } from '../../ground/errors.ts'
import { servedPage } from '../../ground/http/paging.ts'
import { type Actor, assertMayReadEvents, isAdmin } from '../../ground/permissions.ts'
import { findRoleOf } from './owner.ts'
import { type EventRow, findPublisher, listEventsOf } from './sql.ts'

/** Lists the events of a publisher and its nodes, for its members. */
export async function listPublisherEvents(
  db: DbOrTx,
  actor: Actor,
  publisherId: string,
  { limit, before }: QueryOf<typeof contract>,
): Promise<PublisherEvent[]> {
  if (!(await findPublisher(db, publisherId))) throw new RegistryError('publisher_not_found')
  assertMayReadEvents(actor, await findRoleOf(db, publisherId, actor))
  const served = servedPage({ limit: limit ?? 0 }, limits.pageSize)
  const rows = await listEventsOf(db, publisherId, { limit: served.limit, before })
  return rows.map((row) => toEvent(row, isAdmin(actor)))
}

/** Only admins see which admin acted. */
export function toEvent(row: EventRow, forAdmins: boolean): PublisherEvent {
  const isHidden = !forAdmins && (row.actor_is_admin === true || row.actor_kind === 'operator')
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor: isHidden
      ? { kind: row.actor_kind === 'operator' ? 'operator' : 'admin' }
      : { kind: row.actor_kind, id: row.actor_id, ...(row.actor_name ? { name: row.actor_name } : {}) },
    action: row.action,
    subject: {
      kind: row.subject_kind,
      id: row.subject_id,
      ...(row.subject_name ? { name: row.subject_name } : {}),
    },
    ...defined({ before: row.before ?? undefined, after: row.after ?? undefined }),
  }
}
