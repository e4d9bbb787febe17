import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db, DbOrTx, Tx } from '../../ground/db/database.ts'
import type { Schema } from '../../ground/db/schema.ts'
import type { Loss } from '../rights/credentials.ts'
import { isAdminRow, lossOf } from '../rights/sql.ts'

export type UserRow = Selectable<Schema['users']>

/** Finds a user by issuer and subject of the sign-in. */
export function findUser(
  db: DbOrTx,
  { issuer, subject }: Pick<UserRow, 'issuer' | 'subject'>,
): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
}

/** A hosted project tells about second factors only at a sign-in, so an older one proves nothing. */
const provenMs = 30 * 86_400_000

/**
 * Whether an account has a second factor: one that is enrolled here, or one that a hosted project confirmed at a recent
 * sign-in.
 */
export async function hasSecondFactor(db: DbOrTx, userId: string, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - provenMs)
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from identity_factors where uid = ${userId})
      or exists (select from users where id = ${userId} and second_factor_at > ${since}) as has`.execute(db)
  return rows[0]?.has === true
}

/** Finds a user of any status by id. */
export function findUserById(db: DbOrTx, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
}

/** A user, and why their credential stopped working. */
export type Holder = UserRow & { loss: Loss | null }

/** Finds the user of an API key by the key's hash. */
export function findHolderOfApiKey(db: DbOrTx, keyHash: string): Promise<Holder | undefined> {
  return db
    .selectFrom('api_keys')
    .innerJoin('users as holder', 'holder.id', 'api_keys.customer_id')
    .selectAll('holder')
    .select(lossOf('api-key', { person: sql.ref('api_keys.customer_id') }).as('loss'))
    .where('key_hash', '=', keyHash)
    .executeTakeFirst()
}

/** Finds the user of an admin token. */
export function findHolderOfAdminToken(
  db: DbOrTx,
  id: string,
  namedAdmins: readonly string[],
): Promise<Holder | undefined> {
  return db
    .selectFrom('users as holder')
    .selectAll()
    .select(lossOf('admin-token', { person: sql.ref('holder.id'), namedAdmins }).as('loss'))
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The user as reported by a sign-in. */
export type SignedInUser = Pick<UserRow, 'issuer' | 'subject' | 'email' | 'email_verified' | 'name'> & {
  /** Set when an external service verified the email, so that the registry cannot know who proved it. */
  confirmed_elsewhere?: true
  /** When the sign-in passed a second factor; omitted if it did not. */
  second_factor_at?: Date
  claims_issued_at?: Date
  now: Date
}

/** Updates a user from a sign-in. Returns undefined for an unknown user. */
export function changeSignedInUser(tx: Tx, user: SignedInUser): Promise<UserRow | undefined> {
  const { issuer, subject, now, ...shown } = user
  return tx
    .updateTable('users')
    .set({ ...shown, updated_at: now })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .returningAll()
    .executeTakeFirst()
}

/** Inserts a user. Returns undefined if the id is taken or a concurrent request inserted the user. */
export function insertSignedInUser(
  db: DbOrTx,
  { id, now, ...user }: SignedInUser & { id: string; is_demo?: boolean },
): Promise<UserRow | undefined> {
  return db
    .insertInto('users')
    .values({ id, ...user, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Lists publishers whose responses name the user as a member or as publisher of versions. */
export async function listPublisherIdsShowing(tx: Tx, userId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    (select publisher_id as id from publisher_permissions where user_id = ${userId} limit ${limit})
    union
    (select distinct published_by_publisher from node_versions
      where published_by_user = ${userId} and published_by_publisher is not null limit ${limit})`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Lists the publishers of a user in id order. */
export async function listPublisherIdsOf(db: DbOrTx, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('publisher_permissions')
    .select('publisher_id')
    .where('user_id', '=', userId)
    .orderBy('publisher_id')
    .execute()
  return rows.map(({ publisher_id }) => publisher_id)
}

/** Serializes concurrent removals of admins until the transaction ends. */
export async function lockAdmins(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('admins', 2))`.execute(tx)
}

/** Whether an active admin exists, by role or by configuration. */
export async function isAnyAdminLeft(tx: Tx, namedAdmins: readonly string[]): Promise<boolean> {
  const admin = await tx
    .selectFrom('users')
    .select('id')
    .where('status', '=', 'active')
    .where(isAdminRow(namedAdmins))
    .limit(1)
    .executeTakeFirst()
  return admin !== undefined
}

/** Reads a secret of the registry, creating it on first use. All processes get the same value. */
export async function readOrMakeSecret(db: Db, name: string, make: () => Promise<string>): Promise<string> {
  const find = () => db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst()
  const known = await find()
  if (known) return known.value
  await db
    .insertInto('secrets')
    .values({ name, value: await make() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const stored = await find()
  if (!stored) throw new Error(`The secret ${name} could not be stored.`)
  return stored.value
}

/** Inserts the registry user of a new account, which the account's row references. */
export async function insertUserOfAccount(tx: Tx, user: Insertable<Schema['users']>): Promise<void> {
  await tx.insertInto('users').values(user).execute()
}

export async function updateUserOfAccount(
  tx: Tx,
  uid: string,
  changes: Updateable<Schema['users']>,
): Promise<void> {
  await tx.updateTable('users').set(changes).where('id', '=', uid).execute()
}

export async function setUserStatus(tx: Tx, id: string, status: UserRow['status'], now: Date): Promise<void> {
  await tx.updateTable('users').set({ status, updated_at: now }).where('id', '=', id).execute()
}

export function setAdmin(tx: Tx, id: string, isAdmin: boolean, now: Date): Promise<UserRow> {
  return tx
    .updateTable('users')
    .set({ is_admin: isAdmin, updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function setTrustedReporterSince(tx: Tx, id: string, since: Date | null): Promise<void> {
  await tx.updateTable('users').set({ trusted_reporter_since: since }).where('id', '=', id).execute()
}

/** Bans all members of the publisher. Returns the ids of those not banned before. */
export async function banMembers(tx: Tx, publisherId: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with members as materialized (
      select id from users where id in (select user_id from publisher_permissions where publisher_id = ${publisherId})
      order by id for update)
    update users set status = 'banned', updated_at = ${now} from members
    where users.id = members.id and users.status <> 'banned' returning users.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Lifts the ban of members who are not banned for another reason. Returns their ids. */
export async function unbanMembers(tx: Tx, publisherId: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with members as materialized (
      select u.id from users u where ${isMemberBannedWith(publisherId)} order by u.id for update)
    update users set status = 'active', updated_at = ${now} from members
    where users.id = members.id returning users.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Selects users `u` banned only by the ban of this publisher. */
export const isMemberBannedWith = (publisherId: string) => sql`(u.status = 'banned'
  and u.id in (select user_id from publisher_permissions where publisher_id = ${publisherId})
  and not exists (
    select from publisher_permissions m join publishers p on p.id = m.publisher_id
    where m.user_id = u.id and p.id <> ${publisherId} and p.status = 'banned')
  and ${isNotBannedByName('user')})`

/** Whether the latest decision about `u` itself is not a ban. */
export const isNotBannedByName = (kind: 'user' | 'node') => sql`coalesce((
  select e.action from audit_events e
  where e.subject_kind = ${kind} and e.subject_id = u.id and e.action in (${`${kind}.ban`}, ${`${kind}.unban`})
  order by e.id desc limit 1), '') <> ${`${kind}.ban`}`
