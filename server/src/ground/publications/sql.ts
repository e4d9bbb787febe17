import type { Insertable, Selectable } from 'kysely'
import type { DbOrTx, Tx } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'

export type KeyRow = Selectable<Schema['kill_list_keys']>

/** Lists the signing keys in use, newest first. */
export function listSigningKeys(db: DbOrTx): Promise<KeyRow[]> {
  return db
    .selectFrom('kill_list_keys')
    .selectAll()
    .where('retired_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('kid')
    .execute()
}

/** The ids of the signing keys in use, in a fixed order. */
export const listKids = async (db: DbOrTx): Promise<string[]> =>
  (await listSigningKeys(db)).map(({ kid }) => kid).sort()

export async function insertKey(tx: Tx, key: Insertable<Schema['kill_list_keys']>): Promise<void> {
  await tx.insertInto('kill_list_keys').values(key).execute()
}

export async function retireKey(tx: Tx, kid: string, now: Date): Promise<void> {
  await tx.updateTable('kill_list_keys').set({ retired_at: now }).where('kid', '=', kid).execute()
}
