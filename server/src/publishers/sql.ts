import type { Insertable, Selectable, Updateable } from 'kysely'
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
