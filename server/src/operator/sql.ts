import type { DbOrTx } from '../ground/db/database.ts'
import type { UserRow } from '../people/identity/sql.ts'

/** Finds a user by email, ignoring case. Prefers a verified email, then the oldest user. */
export function findUserByEmail(db: DbOrTx, email: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where(({ eb, fn }) => eb(fn('lower', ['email']), '=', email.toLowerCase()))
    .orderBy('email_verified', 'desc')
    .orderBy('created_at')
    .executeTakeFirst()
}

/** Whether the account has had no sign-in yet, like those that the operator creates. */
export async function isUnused(db: DbOrTx, uid: string): Promise<boolean> {
  const account = await db
    .selectFrom('identity_accounts')
    .select('uid')
    .where('uid', '=', uid)
    .where('last_sign_in_at', 'is', null)
    .executeTakeFirst()
  return account !== undefined
}

/** Finds the earliest owner of a publisher. */
export async function findFirstOwner(db: DbOrTx, publisherId: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('publisher_permissions')
    .innerJoin('users', 'users.id', 'publisher_permissions.user_id')
    .selectAll('users')
    .where('publisher_id', '=', publisherId)
    .where('role', '=', 'owner')
    .orderBy('publisher_permissions.id')
    .executeTakeFirst()
}

/** Returns a user by id. */
export function getUser(db: DbOrTx, id: string): Promise<UserRow> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** Lists the publishers that keep a user because they have no other owner. */
export async function listOwnerless(db: DbOrTx, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('publisher_permissions')
    .select('publisher_id')
    .where('user_id', '=', userId)
    .orderBy('publisher_id')
    .execute()
  return rows.map(({ publisher_id }) => publisher_id)
}
