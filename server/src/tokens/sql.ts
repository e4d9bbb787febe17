import type { Insertable, Selectable } from 'kysely'
import type { DbOrTx, Tx } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'

export type TokenRow = Selectable<Schema['personal_access_tokens']>

/** Whoever revokes the token meanwhile waits until the transaction ends. */
export function shareTokenByHash(tx: Tx, hash: string): Promise<TokenRow | undefined> {
  return tx
    .selectFrom('personal_access_tokens')
    .selectAll()
    .where('token_hash', '=', hash)
    .forShare()
    .executeTakeFirst()
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

/** With the name of the member who made it, while there is such a user. */
export interface ListedToken extends TokenRow {
  creator: string | null
}

/** Newest first. */
export function listTokensOf(db: DbOrTx, publisherId: string): Promise<ListedToken[]> {
  return db
    .selectFrom('personal_access_tokens as token')
    .leftJoin('users', 'users.id', 'token.created_by')
    .selectAll('token')
    .select('users.name as creator')
    .where('token.publisher_id', '=', publisherId)
    .orderBy('token.created_at', 'desc')
    .orderBy('token.id')
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
