import { unclaimedPublisherId } from '@nodeyard/contract/shapes'
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import { actingToken, actorIsAdmin } from '../../ground/audit/sql.ts'
import type { DbOrTx, Tx } from '../../ground/db/database.ts'
import { contains } from '../../ground/db/like.ts'
import type { Schema } from '../../ground/db/schema.ts'
import type { Role } from '../../ground/permissions.ts'
import { isAdminRow, lossOf } from '../rights/sql.ts'

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
export async function banNodesOf(
  tx: Tx,
  publisherId: string,
  { reason, now }: { reason: string; now: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with own as materialized (
      select id from nodes where publisher_id = ${publisherId} and status in ('draft', 'active') order by id for update)
    update nodes set status = 'banned', status_detail = ${reason}, updated_at = ${now}
    from own where nodes.id = own.id
    returning nodes.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** All who belong to the publisher are let in again, save who is banned otherwise too. Gives their ids. */
export async function admitBannedWith(tx: Tx, publisherId: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with members as materialized (
      select u.id from users u where ${isMemberBannedWith(publisherId)} order by u.id for update)
    update users set status = 'active', updated_at = ${now} from members
    where users.id = members.id returning users.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The banned nodes of the publisher are active again, save those that were banned by themselves. Gives their ids. */
export async function admitNodesBannedWith(tx: Tx, publisherId: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with own as materialized (
      select u.id from nodes u where ${isNodeBannedWith(publisherId)} order by u.id for update)
    update nodes set status = case when was_public then 'active' else 'draft' end, status_detail = '', updated_at = ${now}
    from own where nodes.id = own.id
    returning nodes.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** `u` is a user whom nothing but the ban of this publisher keeps out. */
const isMemberBannedWith = (publisherId: string) => sql`(u.status = 'banned'
  and u.id in (select user_id from publisher_permissions where publisher_id = ${publisherId})
  and not exists (
    select from publisher_permissions m join publishers p on p.id = m.publisher_id
    where m.user_id = u.id and p.id <> ${publisherId} and p.status = 'banned')
  and ${isNotBannedByName('user')})`

/** `u` is a node that nothing but the ban of this publisher keeps out. */
const isNodeBannedWith = (publisherId: string) =>
  sql`(u.publisher_id = ${publisherId} and u.status = 'banned' and ${isNotBannedByName('node')})`

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

/** The invitation `i` ends with its maker's role, and is paused by a ban of the maker. */
export const mayInviteStill = sql<boolean>`(${lossOf('invitation', {
  person: sql`i.created_by`,
  publisher: sql`i.publisher_id`,
})} is null)`

/** Open ones, newest first. */
export function listInvitations(db: DbOrTx, publisherId: string, now: Date): Promise<InvitationRow[]> {
  return db
    .selectFrom('publisher_invitations as i')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .where('expires_at', '>', now)
    .where(mayInviteStill)
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
    .selectFrom('publisher_invitations as i')
    .selectAll()
    .where((is) => is.or([is('secret_hash', '=', secretHash), is('mailed_secret_hash', '=', secretHash)]))
    .where('expires_at', '>', now)
    .where(mayInviteStill)
    .executeTakeFirst()
}

/** Those that a user made since a time, open or over. */
export function deleteInvitationsBy(tx: Tx, userId: string, since: Date): Promise<InvitationRow[]> {
  return tx
    .deleteFrom('publisher_invitations')
    .where('created_by', '=', userId)
    .where('created_at', '>=', since)
    .returningAll()
    .execute()
}

/** Where a user made a token or a trusted publisher that still counts, in the order of locks. */
export async function listPublishersWithKeysOf(tx: Tx, userId: string): Promise<string[]> {
  const { rows } = await sql<{ publisher_id: string }>`
    select publisher_id from personal_access_tokens where created_by = ${userId} and revoked_at is null
    union select publisher_id from trusted_publishers where created_by = ${userId}
    order by publisher_id`.execute(tx)
  return rows.map(({ publisher_id }) => publisher_id)
}

/** Undefined when it is gone: of two who use it at once, one finds it gone. */
export function takeInvitation(tx: Tx, id: string): Promise<InvitationRow | undefined> {
  return tx.deleteFrom('publisher_invitations').where('id', '=', id).returningAll().executeTakeFirst()
}

export interface EventRow extends Selectable<Schema['audit_events']> {
  actor_name: string | null
  actor_is_admin: boolean | null
  /** Of those that are known by numbers; absent where it was not asked for. */
  subject_name?: string | null
}

/** Of the event `e`: what people call its subject, while that is there. */
export const subjectName = sql<string | null>`
  case when e.subject_kind = 'user' then (select s.name from users s where s.id = e.subject_id)
  when e.subject_id !~ '^[0-9a-f]{8}-[0-9a-f-]{27}$' then null
  when e.subject_kind = 'version' then
    (select s.node_id || '@' || s.version from node_versions s where s.id = e.subject_id::uuid)
  when e.subject_kind = 'token' then
    (select s.name from personal_access_tokens s where s.id = e.subject_id::uuid)
  end as subject_name`

/** Newest first, with the names of users and tokens that are still there. */
export async function listEventsOf(
  db: DbOrTx,
  publisherId: string,
  { limit, before }: { limit: number; before: number | undefined },
): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select e.*, coalesce(nullif(u.name, ''), t.name, p.repository) as actor_name, ${actorIsAdmin} as actor_is_admin,
      ${subjectName}
    from audit_events e
    left join users u on e.actor_kind = 'user' and u.id = e.actor_id
    left join personal_access_tokens t on t.id = ${actingToken}
    left join trusted_tokens o on o.id = ${actingToken}
    left join trusted_publishers p on p.id = o.trusted_publisher_id
    where e.publisher_id = ${publisherId} and (${before ?? null}::bigint is null or e.id < ${before ?? null}::bigint)
    order by e.id desc limit ${limit}::bigint`.execute(db)
  return rows
}

/** Oldest first. */
export async function listEventsOfSubject(db: DbOrTx, kind: string, subjectId: string): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select e.*, coalesce(nullif(u.name, ''), t.name, p.repository) as actor_name, ${actorIsAdmin} as actor_is_admin,
      ${subjectName}
    from audit_events e
    left join users u on e.actor_kind = 'user' and u.id = e.actor_id
    left join personal_access_tokens t on t.id = ${actingToken}
    left join trusted_tokens o on o.id = ${actingToken}
    left join trusted_publishers p on p.id = o.trusted_publisher_id
    where e.subject_kind = ${kind} and e.subject_id = ${subjectId}
    order by e.id`.execute(db)
  return rows
}

export async function listNodeIdsOf(tx: Tx, publisherId: string): Promise<string[]> {
  const rows = await tx.selectFrom('nodes').select('id').where('publisher_id', '=', publisherId).execute()
  return rows.map(({ id }) => id)
}

export interface PublisherFilter {
  /** Somewhere in the id, the name, or the address of a member, in any letter case. */
  search?: string | undefined
  status?: PublisherRow['status'] | undefined
}

export interface ListedPublisher extends PublisherRow {
  node_count: number
  token_count: number
}

/** Newest first, without the registry's own. */
export async function listFilteredPublishers(
  db: DbOrTx,
  filter: PublisherFilter,
  { limit, offset, now }: { limit: number; offset: number; now: Date },
): Promise<ListedPublisher[]> {
  const { rows } = await sql<ListedPublisher>`
    select p.*,
      (select count(*)::int from nodes n where n.publisher_id = p.id and n.status <> 'deleted') as node_count,
      (select count(*)::int from personal_access_tokens t
        where t.publisher_id = p.id and (t.expires_at is null or t.expires_at > ${now})) as token_count
    from publishers p where ${matches(filter)}
    order by p.created_at desc, p.id limit ${limit}::bigint offset ${offset}::bigint`.execute(db)
  return rows
}

/** Of those whom the text finds, whichever status is shown. */
export async function countPublishers(
  db: DbOrTx,
  { search }: PublisherFilter,
): Promise<Record<PublisherRow['status'], number>> {
  const { rows } = await sql<{ status: PublisherRow['status']; count: number }>`
    select p.status, count(*)::int as count from publishers p where ${matches({ search })} group by p.status`.execute(
    db,
  )
  return { active: 0, banned: 0, ...Object.fromEntries(rows.map(({ status, count }) => [status, count])) }
}

function matches({ search, status }: PublisherFilter): RawBuilder<boolean> {
  const conditions = [sql`p.id <> ${unclaimedPublisherId}`]
  if (status) conditions.push(sql`p.status = ${status}`)
  if (search) {
    const pattern = contains(search)
    conditions.push(sql`p.id in (
      select id from publishers where (id || ' ' || lower(name)) like lower(${pattern})
      union all
      select m.publisher_id from users join publisher_permissions m on m.user_id = users.id
      where lower(users.id || ' ' || users.email || ' ' || users.name) like lower(${pattern}))`)
  }
  return sql`${sql.join(conditions, sql` and `)}`
}

/** Of several publishers, in the order in which they joined. */
export async function listMembersOf(
  db: DbOrTx,
  publisherIds: readonly string[],
): Promise<(MemberRow & { publisher_id: string })[]> {
  return db
    .selectFrom('publisher_permissions as permission')
    .innerJoin('users', 'users.id', 'permission.user_id')
    .select([
      'permission.id',
      'permission.publisher_id',
      'permission.user_id',
      'permission.role',
      'users.name',
      'users.email',
    ])
    .where('permission.publisher_id', 'in', [...publisherIds])
    .orderBy('permission.id')
    .execute()
}

export interface EffectsRow {
  nodes: number
  versions: number
  installs: number
  installs_last_month: number
  tokens: number
  members: number
  admins: number
  other_publishers: number
  staying_nodes: number
  staying_members: number
}

/** What a ban of a publisher would take along, or its end give back. */
export async function countEffects(
  db: DbOrTx,
  { publisherId, act, namedAdmins, now }: EffectsOf,
): Promise<EffectsRow> {
  const isReached =
    act === 'ban'
      ? {
          node: sql`u.publisher_id = ${publisherId} and u.status in ('draft', 'active')`,
          member: isActiveMember(publisherId),
        }
      : { node: isNodeBannedWith(publisherId), member: isMemberBannedWith(publisherId) }
  const month = new Date(now.getTime() - 30 * 86_400_000)
  const { rows } = await sql<EffectsRow>`
    with own as materialized (select u.id, u.downloads from nodes u where ${isReached.node}),
    people as materialized (
      select users.id, ${isAdminRow(namedAdmins)} as is_admin from users
      where users.id in (select u.id from users u where ${isReached.member}))
    select
      (select count(*)::int from own) as nodes,
      (select count(*)::int from node_versions v where v.node_id in (select id from own)
        and v.status in ('active', 'pending', 'flagged')) as versions,
      (select coalesce(sum(downloads), 0)::bigint from own) as installs,
      (select coalesce(sum(d.count), 0)::bigint from node_downloads d
        where d.node_id in (select id from own) and d.day > ${month}::date) as installs_last_month,
      (select count(*)::int from personal_access_tokens t
        where t.publisher_id = ${publisherId} and (t.expires_at is null or t.expires_at > ${now})) as tokens,
      (select count(*)::int from people) as members,
      (select count(*)::int from people where is_admin) as admins,
      (select count(distinct m.publisher_id)::int from publisher_permissions m
        where m.user_id in (select id from people) and m.publisher_id <> ${publisherId}) as other_publishers,
      (select count(*)::int from nodes where publisher_id = ${publisherId} and status = 'banned'
        and id not in (select id from own)) as staying_nodes,
      (select count(*)::int from users where status = 'banned' and id not in (select id from people)
        and id in (select user_id from publisher_permissions where publisher_id = ${publisherId})) as staying_members
  `.execute(db)
  return rows[0] as EffectsRow
}

export interface EffectsOf {
  publisherId: string
  act: 'ban' | 'unban'
  namedAdmins: readonly string[]
  now: Date
}

const isActiveMember = (publisherId: string) => sql`(u.status = 'active'
  and u.id in (select user_id from publisher_permissions where publisher_id = ${publisherId}))`
