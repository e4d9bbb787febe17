import type { DbOrTx } from '../db/database.ts'
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
