import type { DbOrTx, Tx } from '../db/database.ts'
import type { UserRow } from '../identity/sql.ts'
import type { PublisherRow } from '../publishers/sql.ts'

/** The publishers in which a user has any role, oldest first. */
export function listPublishersOf(db: DbOrTx, userId: string): Promise<PublisherRow[]> {
  return db
    .selectFrom('publishers')
    .innerJoin('publisher_permissions as permission', 'permission.publisher_id', 'publishers.id')
    .selectAll('publishers')
    .where('permission.user_id', '=', userId)
    .orderBy('publishers.created_at')
    .orderBy('publishers.id')
    .execute()
}

export function lockUser(tx: Tx, id: string): Promise<UserRow | undefined> {
  return tx.selectFrom('users').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function setUserStatus(tx: Tx, id: string, status: UserRow['status'], now: Date): Promise<void> {
  await tx.updateTable('users').set({ status, updated_at: now }).where('id', '=', id).execute()
}
