import { type Selectable, sql } from 'kysely'
import type { Db, DbOrTx, Tx } from '../../ground/db/database.ts'
import type { Schema } from '../../ground/db/schema.ts'
import type { Loss } from '../rights/credentials.ts'
import { isAdminRow, lossOf } from '../rights/sql.ts'

export type UserRow = Selectable<Schema['users']>

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

export function findUserById(db: DbOrTx, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
}

/** A user, and why a credential of theirs counts no more. */
export type Holder = UserRow & { loss: Loss | null }

export function findHolderOfApiKey(db: DbOrTx, keyHash: string): Promise<Holder | undefined> {
  return db
    .selectFrom('api_keys')
    .innerJoin('users as holder', 'holder.id', 'api_keys.customer_id')
    .selectAll('holder')
    .select(lossOf('api-key', { person: sql.ref('api_keys.customer_id') }).as('loss'))
    .where('key_hash', '=', keyHash)
    .executeTakeFirst()
}

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

/** What a sign-in says of its user. */
export type SignedInUser = Pick<UserRow, 'issuer' | 'subject' | 'email' | 'email_verified' | 'name'> & {
  /** Present when the address became the user's, proved, where the registry could not see by whom. */
  confirmed_elsewhere?: true
  now: Date
}

/** Undefined where the user of this sign-in is not known yet. */
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

/** Undefined where somebody has this id, or the user is known by now. */
export function insertSignedInUser(
  db: DbOrTx,
  { id, now, ...user }: SignedInUser & { id: string },
): Promise<UserRow | undefined> {
  return db
    .insertInto('users')
    .values({ id, ...user, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** The publishers that show the name of a user: as a member, or as who brought versions out for them. */
export async function listPublisherIdsShowing(tx: Tx, userId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    (select publisher_id as id from publisher_permissions where user_id = ${userId} limit ${limit})
    union
    (select distinct published_by_publisher from node_versions
      where published_by_user = ${userId} and published_by_publisher is not null limit ${limit})`.execute(tx)
  return rows.map(({ id }) => id)
}

export async function listPublisherIdsOf(db: DbOrTx, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('publisher_permissions')
    .select('publisher_id')
    .where('user_id', '=', userId)
    .orderBy('publisher_id')
    .execute()
  return rows.map(({ publisher_id }) => publisher_id)
}

/** Makes all who take admins away wait for each other until the transaction ends. */
export async function lockAdmins(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('admins', 2))`.execute(tx)
}

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

/** A secret that the registry made for itself, the same in all its processes. */
export async function readOrMakeSecret(db: Db, name: string, make: () => Promise<string>): Promise<string> {
  const find = () => db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst()
  const known = await find()
  if (known) return known.value
  await db
    .insertInto('secrets')
    .values({ name, value: await make() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const kept = await find()
  if (!kept) throw new Error(`The secret ${name} could not be stored.`)
  return kept.value
}

export async function replaceSecret(db: Db, name: string, value: string): Promise<void> {
  await db.updateTable('secrets').set({ value }).where('name', '=', name).execute()
}
