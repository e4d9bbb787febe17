import type { Insertable, Selectable } from 'kysely'
import type { DbOrTx, Tx } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'

export type TokenRow = Selectable<Schema['personal_access_tokens']>

export function findTokenByHash(db: DbOrTx, hash: string): Promise<TokenRow | undefined> {
  return db.selectFrom('personal_access_tokens').selectAll().where('token_hash', '=', hash).executeTakeFirst()
}

/** Sets the time of last use, unless it is already later than `unlessAfter`. */
export async function setLastUsed(db: DbOrTx, id: string, now: Date, unlessAfter: Date): Promise<void> {
  await db
    .updateTable('personal_access_tokens')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .where((is) => is.or([is('last_used_at', 'is', null), is('last_used_at', '<=', unlessAfter)]))
    .execute()
}

/** Newest first. */
export function listTokensOf(db: DbOrTx, publisherId: string): Promise<TokenRow[]> {
  return db
    .selectFrom('personal_access_tokens')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

export async function insertToken(
  tx: Tx,
  token: Insertable<Schema['personal_access_tokens']>,
): Promise<void> {
  await tx.insertInto('personal_access_tokens').values(token).execute()
}

/** Locks the token, so that of two who delete it at once one finds it gone. */
export function lockToken(tx: Tx, id: string): Promise<TokenRow | undefined> {
  return tx
    .selectFrom('personal_access_tokens')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function deleteTokenRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('personal_access_tokens').where('id', '=', id).execute()
}
