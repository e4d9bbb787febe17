import { unclaimedPublisherId } from '@nodeyard/contract/ground'
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import { actingToken, actorIsAdmin } from '../../ground/audit/sql.ts'
import type { DbOrTx, Tx } from '../../ground/db/database.ts'
import { contains } from '../../ground/db/like.ts'
import type { Schema } from '../../ground/db/schema.ts'
import type { Role } from '../../ground/permissions.ts'
import { lossOf } from '../rights/sql.ts'

export type PublisherRow = Selectable<Schema['publishers']>

export type PublisherChange = Updateable<Schema['publishers']>

export interface MemberRow {
  id: number
  user_id: string
  role: 'owner' | 'member'
  name: string
  email: string
  deleted_at: Date | null
}

/** Finds a publisher of any status. */
export function findPublisher(db: DbOrTx, id: string): Promise<PublisherRow | undefined> {
  return db.selectFrom('publishers').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Reads a publisher and locks its row until the transaction ends, which also blocks new nodes. */
export function lockPublisher(tx: Tx, id: string): Promise<PublisherRow | undefined> {
  return tx.selectFrom('publishers').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Lists all publishers, oldest first. */
export function listAllPublishers(db: DbOrTx, withBanned: boolean): Promise<PublisherRow[]> {
  return db
    .selectFrom('publishers')
    .selectAll()
    .$if(!withBanned, (query) => query.where('status', '=', 'active'))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Lists owners and members in joining order. */
export function listMembers(db: DbOrTx, publisherId: string): Promise<MemberRow[]> {
  return db
    .selectFrom('publisher_permissions as permission')
    .innerJoin('users', 'users.id', 'permission.user_id')
    .select([
      'permission.id',
      'permission.user_id',
      'permission.role',
      'users.name',
      'users.email',
      'users.deleted_at',
    ])
    .where('permission.publisher_id', '=', publisherId)
    .orderBy('permission.id')
    .execute()
}

/** Finds the role of a user in a publisher. */
export async function findRole(db: DbOrTx, publisherId: string, userId: string): Promise<Role> {
  const permission = await db
    .selectFrom('publisher_permissions')
    .select('role')
    .where('publisher_id', '=', publisherId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return permission?.role
}

/** Serializes a user's concurrent requests until the transaction ends. */
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

/** Returns undefined if the id is taken. */
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

/** Deletes a publisher with its permissions and tokens. Fails while it owns a node. */
export async function deletePublisherRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('publishers').where('id', '=', id).execute()
}

/** Hands the deleted nodes of a publisher to the registry, so that their ids stay taken. Returns the ids. */
export async function keepDeletedNodes(tx: Tx, publisherId: string, now: Date): Promise<string[]> {
  const nodes = await tx
    .updateTable('nodes')
    .set({ publisher_id: unclaimedPublisherId, updated_at: now })
    .where('publisher_id', '=', publisherId)
    .where('status', '=', 'deleted')
    .returning('id')
    .execute()
  return nodes.map(({ id }) => id).sort()
}

/** Whether the publisher has nodes that are not deleted. */
export async function ownsAnyNode(db: DbOrTx, publisherId: string): Promise<boolean> {
  const node = await db
    .selectFrom('nodes')
    .select('id')
    .where('publisher_id', '=', publisherId)
    .where('status', '<>', 'deleted')
    .limit(1)
    .executeTakeFirst()
  return node !== undefined
}

/** Whether the node belongs to the publisher and is not deleted. */
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

/** Reads a publisher and blocks its ban, change or deletion until the transaction ends. */
export function sharePublisher(tx: Tx, id: string): Promise<PublisherRow | undefined> {
  return tx.selectFrom('publishers').selectAll().where('id', '=', id).forShare().executeTakeFirst()
}

/** Finds a member by user id. */
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

/** Lowercases both sides in the database, because JavaScript's rules for lowercase differ. */
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

/** Whether the creator of invitation `i` still is an owner and not banned. */
export const canInviterInvite = sql<boolean>`(${lossOf('invitation', {
  person: sql`i.created_by`,
  publisher: sql`i.publisher_id`,
})} is null)`

/** Lists open invitations, newest first. */
export function listInvitations(db: DbOrTx, publisherId: string, now: Date): Promise<InvitationRow[]> {
  return db
    .selectFrom('publisher_invitations as i')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .where('expires_at', '>', now)
    .where(canInviterInvite)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

/** Finds an open invitation by the hash of its secret, or of the one sent by mail. */
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
    .where(canInviterInvite)
    .executeTakeFirst()
}

/** Deletes the invitations that a user created since a time, including expired ones. */
export function deleteInvitationsBy(tx: Tx, userId: string, since: Date): Promise<InvitationRow[]> {
  return tx
    .deleteFrom('publisher_invitations')
    .where('created_by', '=', userId)
    .where('created_at', '>=', since)
    .returningAll()
    .execute()
}

/** Lists publishers for which a user created a token or trusted publisher, in locking order. */
export async function listPublishersWithKeysOf(tx: Tx, userId: string): Promise<string[]> {
  const { rows } = await sql<{ publisher_id: string }>`
    select publisher_id from personal_access_tokens where created_by = ${userId} and revoked_at is null
    union select publisher_id from trusted_publishers where created_by = ${userId}
    order by publisher_id`.execute(tx)
  return rows.map(({ publisher_id }) => publisher_id)
}

/** Deletes and returns an invitation. A concurrent second use gets undefined. */
export function takeInvitation(tx: Tx, id: string): Promise<InvitationRow | undefined> {
  return tx.deleteFrom('publisher_invitations').where('id', '=', id).returningAll().executeTakeFirst()
}

export interface EventRow extends Selectable<Schema['audit_events']> {
  actor_name: string | null
  actor_is_admin: boolean | null
  /** The name of a subject known by a number; undefined in queries that do not select it. */
  subject_name?: string | null
}

/** Selects a readable name for the subject of event `e`, while the subject exists. */
export const subjectName = sql<string | null>`
  case when e.subject_kind = 'user' then (select s.name from users s where s.id = e.subject_id)
  when e.subject_id !~ '^[0-9a-f]{8}-[0-9a-f-]{27}$' then null
  when e.subject_kind = 'version' then
    (select s.node_id || '@' || s.version from node_versions s where s.id = e.subject_id::uuid)
  when e.subject_kind = 'token' then
    (select s.name from personal_access_tokens s where s.id = e.subject_id::uuid)
  end as subject_name`

/** Lists events, newest first, with the names of users and tokens that still exist. */
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

/** Lists the events of one subject, oldest first. */
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

/** Lists all nodes of a publisher, of any status. */
export async function listNodeIdsOf(tx: Tx, publisherId: string): Promise<string[]> {
  const rows = await tx.selectFrom('nodes').select('id').where('publisher_id', '=', publisherId).execute()
  return rows.map(({ id }) => id)
}

export interface PublisherFilter {
  /** Matches any part of the id, name, or a member's email, ignoring case. */
  search?: string | undefined
  status?: PublisherRow['status'] | undefined
}

export interface ListedPublisher extends PublisherRow {
  node_count: number
  token_count: number
}

/** Lists publishers, newest first, without the registry's own. */
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

/** Counts the publishers that match the search text, by status. */
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

/** Lists the members of several publishers, in joining order. */
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
      'users.deleted_at',
    ])
    .where('permission.publisher_id', 'in', [...publisherIds])
    .orderBy('permission.id')
    .execute()
}

/** Stores the hash of the mailed secret. */
export async function setMailedSecret(db: DbOrTx, id: string, hash: string): Promise<void> {
  await db
    .updateTable('publisher_invitations')
    .set({ mailed_secret_hash: hash })
    .where('id', '=', id)
    .execute()
}
