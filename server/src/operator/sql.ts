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
