import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { DbOrTx, Tx } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'
import type { Role } from '../permissions.ts'

export type PublisherRow = Selectable<Schema['publishers']>
export type PublisherChange = Updateable<Schema['publishers']>

export interface MemberRow {
  id: number
  user_id: string
  role: 'owner' | 'member'
  name: string
  email: string
}

export function findPublisher(db: DbOrTx, id: string): Promise<PublisherRow | undefined> {
  return db.selectFrom('publishers').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Reads a publisher and locks its row until the transaction ends; no node can be added to it meanwhile. */
export function lockPublisher(tx: Tx, id: string): Promise<PublisherRow | undefined> {
  return tx.selectFrom('publishers').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** All of them, oldest first; banned ones only when asked for. */
export function listAllPublishers(db: DbOrTx, withBanned: boolean): Promise<PublisherRow[]> {
  return db
    .selectFrom('publishers')
    .selectAll()
    .$if(!withBanned, (query) => query.where('status', '=', 'active'))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Owners and members in the order in which they joined. */
export function listMembers(db: DbOrTx, publisherId: string): Promise<MemberRow[]> {
  return db
    .selectFrom('publisher_permissions as permission')
    .innerJoin('users', 'users.id', 'permission.user_id')
    .select(['permission.id', 'permission.user_id', 'permission.role', 'users.name', 'users.email'])
    .where('permission.publisher_id', '=', publisherId)
    .orderBy('permission.id')
    .execute()
}

export async function findRole(db: DbOrTx, publisherId: string, userId: string): Promise<Role> {
  const permission = await db
    .selectFrom('publisher_permissions')
    .select('role')
    .where('publisher_id', '=', publisherId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return permission?.role
}

/** Makes all that this user starts wait for each other until the transaction ends. */
export async function lockUser(tx: Tx, userId: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}

export async function countPublishersOf(tx: Tx, userId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('publisher_permissions')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

/** Undefined when the id is taken. */
export function insertPublisher(
  tx: Tx,
  publisher: Insertable<Schema['publishers']>,
): Promise<PublisherRow | undefined> {
  return tx
    .insertInto('publishers')
    .values(publisher)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function insertPermission(
  tx: Tx,
  permission: Insertable<Schema['publisher_permissions']>,
): Promise<void> {
  await tx.insertInto('publisher_permissions').values(permission).execute()
}

export function changePublisher(tx: Tx, id: string, change: PublisherChange): Promise<PublisherRow> {
  return tx
    .updateTable('publishers')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** With its permissions and tokens; fails while it owns a node. */
export async function deletePublisherRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('publishers').where('id', '=', id).execute()
}

/** Deleted nodes count: their ids stay taken, and belong to somebody. */
export async function ownsAnyNode(db: DbOrTx, publisherId: string): Promise<boolean> {
  const node = await db
    .selectFrom('nodes')
    .select('id')
    .where('publisher_id', '=', publisherId)
    .limit(1)
    .executeTakeFirst()
  return node !== undefined
}

export async function ownsNode(db: DbOrTx, publisherId: string, nodeId: string): Promise<boolean> {
  const node = await db
    .selectFrom('nodes')
    .select('id')
    .where('id', '=', nodeId)
    .where('publisher_id', '=', publisherId)
    .where('status', '<>', 'deleted')
    .executeTakeFirst()
  return node !== undefined
}

/** Nobody bans, changes or deletes the publisher before the transaction ends. */
export function sharePublisher(tx: Tx, id: string): Promise<PublisherRow | undefined> {
  return tx.selectFrom('publishers').selectAll().where('id', '=', id).forShare().executeTakeFirst()
}

/** All who belong to the publisher are banned. Gives their ids. */
export async function banMembers(tx: Tx, publisherId: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with members as materialized (
      select id from users where id in (select user_id from publisher_permissions where publisher_id = ${publisherId})
      order by id for update)
    update users set status = 'banned', updated_at = ${now} from members
    where users.id = members.id and users.status <> 'banned' returning users.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** All nodes of the publisher that are not deleted are banned. Gives the ids of those that were not before. */
export async function banNodesOf(tx: Tx, publisherId: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with own as materialized (
      select id from nodes where publisher_id = ${publisherId} and status = 'active' order by id for update)
    update nodes set status = 'banned', updated_at = ${now} from own where nodes.id = own.id
    returning nodes.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** All who belong to the publisher are let in again, save who is banned otherwise too. Gives their ids. */
export async function admitBannedWith(tx: Tx, publisherId: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with members as materialized (
      select u.id from users u
      where u.status = 'banned'
        and u.id in (select user_id from publisher_permissions where publisher_id = ${publisherId})
        and not exists (
          select from publisher_permissions m join publishers p on p.id = m.publisher_id
          where m.user_id = u.id and p.id <> ${publisherId} and p.status = 'banned')
        and ${isNotBannedByName('user')}
      order by u.id for update)
    update users set status = 'active', updated_at = ${now} from members
    where users.id = members.id returning users.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The banned nodes of the publisher are active again, save those that were banned by themselves. Gives their ids. */
export async function admitNodesBannedWith(tx: Tx, publisherId: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with own as materialized (
      select u.id from nodes u
      where u.publisher_id = ${publisherId} and u.status = 'banned' and ${isNotBannedByName('node')}
      order by u.id for update)
    update nodes set status = 'active', updated_at = ${now} from own where nodes.id = own.id
    returning nodes.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The last that was decided about `u` itself was no ban. */
const isNotBannedByName = (kind: 'user' | 'node') => sql`coalesce((
  select e.action from audit_events e
  where e.subject_kind = ${kind} and e.subject_id = u.id and e.action in (${`${kind}.ban`}, ${`${kind}.unban`})
  order by e.id desc limit 1), '') <> ${`${kind}.ban`}`

export async function findMember(
  tx: Tx,
  publisherId: string,
  userId: string,
): Promise<MemberRow | undefined> {
  return (await listMembers(tx, publisherId)).find(({ user_id }) => user_id === userId)
}

export async function setRole(
  tx: Tx,
  publisherId: string,
  userId: string,
  role: 'owner' | 'member',
): Promise<void> {
  await tx
    .updateTable('publisher_permissions')
    .set({ role })
    .where('publisher_id', '=', publisherId)
    .where('user_id', '=', userId)
    .execute()
}

export async function deletePermission(tx: Tx, publisherId: string, userId: string): Promise<void> {
  await tx
    .deleteFrom('publisher_permissions')
    .where('publisher_id', '=', publisherId)
    .where('user_id', '=', userId)
    .execute()
}

export type InvitationRow = Selectable<Schema['publisher_invitations']>

/** Lowered by the database on both sides: its letters and those of the language differ. */
export async function deleteInvitationOf(tx: Tx, publisherId: string, email: string): Promise<void> {
  await tx
    .deleteFrom('publisher_invitations')
    .where('publisher_id', '=', publisherId)
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .execute()
}

export function insertInvitation(
  tx: Tx,
  invitation: Insertable<Schema['publisher_invitations']>,
): Promise<InvitationRow> {
  return tx.insertInto('publisher_invitations').values(invitation).returningAll().executeTakeFirstOrThrow()
}

/** Open ones, newest first. */
export function listInvitations(db: DbOrTx, publisherId: string, now: Date): Promise<InvitationRow[]> {
  return db
    .selectFrom('publisher_invitations')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

export function findInvitation(
  db: DbOrTx,
  secretHash: string,
  now: Date,
): Promise<InvitationRow | undefined> {
  return db
    .selectFrom('publisher_invitations')
    .selectAll()
    .where('secret_hash', '=', secretHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Undefined when it is gone: of two who use it at once, one finds it gone. */
export function takeInvitation(tx: Tx, id: string): Promise<InvitationRow | undefined> {
  return tx.deleteFrom('publisher_invitations').where('id', '=', id).returningAll().executeTakeFirst()
}

export interface EventRow extends Selectable<Schema['audit_events']> {
  actor_name: string | null
  actor_is_admin: boolean | null
}

/** Newest first, with the names of users and tokens that are still there. */
export async function listEventsOf(
  db: DbOrTx,
  publisherId: string,
  { limit, before }: { limit: number; before: number | undefined },
): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select e.*, coalesce(nullif(u.name, ''), t.name) as actor_name, u.is_admin as actor_is_admin
    from audit_events e
    left join users u on e.actor_kind = 'user' and u.id = e.actor_id
    left join personal_access_tokens t on e.actor_kind = 'token' and t.id::text = e.actor_id
    where e.publisher_id = ${publisherId} and (${before ?? null}::bigint is null or e.id < ${before ?? null}::bigint)
    order by e.id desc limit ${limit}::bigint`.execute(db)
  return rows
}

/** Oldest first. */
export async function listEventsOfSubject(db: DbOrTx, kind: string, subjectId: string): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select e.*, coalesce(nullif(u.name, ''), t.name) as actor_name, u.is_admin as actor_is_admin
    from audit_events e
    left join users u on e.actor_kind = 'user' and u.id = e.actor_id
    left join personal_access_tokens t on e.actor_kind = 'token' and t.id::text = e.actor_id
    where e.subject_kind = ${kind} and e.subject_id = ${subjectId}
    order by e.id`.execute(db)
  return rows
}

export async function listNodeIdsOf(tx: Tx, publisherId: string): Promise<string[]> {
  const rows = await tx.selectFrom('nodes').select('id').where('publisher_id', '=', publisherId).execute()
  return rows.map(({ id }) => id)
}
