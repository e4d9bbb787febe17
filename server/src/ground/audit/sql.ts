import { type Selectable, sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'
import type { Actor } from '../permissions.ts'

export interface AuditEvent {
  actor: Actor | { kind: 'user' | 'token'; id: string }
  action: string
  subject: {
    kind:
      | 'user'
      | 'publisher'
      | 'token'
      | 'trusted-publisher'
      | 'node'
      | 'version'
      | 'customer'
      | 'api-key'
      | 'release'
      | 'ci-result'
      | 'comfy-node'
      | 'invitation'
      | 'transfer'
      | 'report'
      | 'advisory'
      | 'webhook'
      | 'collection'
      | 'registry'
    id: string
  }
  /** The publisher whose event log includes this event. */
  publisherId?: string
  before?: unknown
  after?: unknown
  at: Date
}

/** The id of the token that acted in an event `e`, in the form of its table's key; null without one. */
export const actingToken = sql`case
  when e.actor_kind = 'token' and e.actor_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then e.actor_id::uuid end`

/** Whether the user `u` who acted in an event `e` was an admin then. */
export const actorIsAdmin = sql<boolean | null>`coalesce(e.by_admin, u.is_admin)`

/** Adds an event to the audit log, in the transaction of the action itself. */
export async function recordEvent(
  tx: Tx,
  { actor, action, subject, publisherId, before, after, at }: AuditEvent,
): Promise<void> {
  if (actor.kind === 'anonymous' || actor.kind === 'publish-token')
    throw new Error(`${action}: every change needs an identified actor.`)
  await tx
    .insertInto('audit_events')
    .values({
      at,
      actor_kind: actor.kind,
      actor_id: actor.id,
      action,
      subject_kind: subject.kind,
      subject_id: subject.id,
      publisher_id: publisherId ?? null,
      by_admin: 'isAdmin' in actor ? actor.isAdmin : null,
      before: before === undefined ? null : JSON.stringify(before),
      after: after === undefined ? null : JSON.stringify(after),
    })
    .execute()
}

export interface PendingEventRow extends Selectable<Schema['audit_events']> {
  actor_is_admin: boolean | null
  node_id: string | null
  version: string | null
}

/**
 * Takes the oldest events without notifications, each with its node and publisher, and marks them as handled
 * when the transaction commits. Concurrent processes take different ones.
 */
export async function takePendingEvents(tx: Tx, limit: number): Promise<PendingEventRow[]> {
  const { rows } = await sql<PendingEventRow>`
    with taken as (
      delete from untold_events where event_id in (
        select event_id from untold_events order by event_id limit ${limit}::bigint for update skip locked)
      returning event_id)
    select e.id, e.at, e.actor_kind, e.actor_id, e.action, e.subject_kind, e.subject_id, e.before, e.after,
      e.by_admin, ${actorIsAdmin} as actor_is_admin, v.version, n.id as node_id,
      coalesce(e.publisher_id, n.publisher_id) as publisher_id
    from taken join audit_events e on e.id = taken.event_id
    left join users u on e.actor_kind = 'user' and u.id = e.actor_id
    left join node_versions v on v.id = case e.subject_kind when 'version' then e.subject_id::uuid end
    left join nodes n on n.id = coalesce(v.node_id, case e.subject_kind when 'node' then e.subject_id else e.after->>'node' end)
    order by e.id`.execute(tx)
  return rows
}
