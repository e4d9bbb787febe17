import type { Insertable, Selectable } from 'kysely'
import type { DbOrTx } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'

export type OutboxRow = Selectable<Schema['outbox_messages']>

export async function insertMessage(
  db: DbOrTx,
  message: Insertable<Schema['outbox_messages']>,
): Promise<void> {
  await db.insertInto('outbox_messages').values(message).execute()
}

/** Lists messages, newest first. */
export function listMessages(db: DbOrTx, limit: number): Promise<OutboxRow[]> {
  return db.selectFrom('outbox_messages').selectAll().orderBy('id', 'desc').limit(limit).execute()
}

export async function deleteMessagesBefore(db: DbOrTx, before: Date): Promise<void> {
  await db.deleteFrom('outbox_messages').where('created_at', '<', before).execute()
}
