import type { DbOrTx } from '../db/database.ts'
import type { UserRow } from '../identity/sql.ts'

/** The user with an e-mail address in any letter case; the oldest of several. */
export function findUserByEmail(db: DbOrTx, email: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where(({ eb, fn }) => eb(fn('lower', ['email']), '=', email.toLowerCase()))
    .orderBy('created_at')
    .executeTakeFirst()
}

export function setAdmin(db: DbOrTx, userId: string, now: Date): Promise<UserRow> {
  return db
    .updateTable('users')
    .set({ is_admin: true, updated_at: now })
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

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

export function getUser(db: DbOrTx, id: string): Promise<UserRow> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** Of an account of the embedded service its own word counts, of other sign-ins what the last one said. */
export async function hasVerifiedEmail(db: DbOrTx, user: UserRow): Promise<boolean> {
  const account = await db
    .selectFrom('identity_accounts')
    .select(['email', 'email_verified'])
    .where('uid', '=', user.id)
    .executeTakeFirst()
  return account ? account.email_verified && account.email === user.email.toLowerCase() : user.email_verified
}
