import { type Insertable, type Selectable, sql } from 'kysely'
import type { DbOrTx, Tx } from '../../ground/db/database.ts'
import type { Schema } from '../../ground/db/schema.ts'
import type { Loss } from '../rights/credentials.ts'
import { lossOf } from '../rights/sql.ts'

export type TokenRow = Selectable<Schema['personal_access_tokens']>

/** Finds a token that is not revoked, and blocks its revocation until the transaction ends. */
export function shareTokenByHash(tx: Tx, hash: string): Promise<TokenRow | undefined> {
  return tx
    .selectFrom('personal_access_tokens')
    .selectAll()
    .where('token_hash', '=', hash)
    .where('revoked_at', 'is', null)
    .forShare()
    .executeTakeFirst()
}

/** Finds a token that is not revoked, without a lock. */
export function findTokenByHash(db: DbOrTx, hash: string): Promise<TokenRow | undefined> {
  return db
    .selectFrom('personal_access_tokens')
    .selectAll()
    .where('token_hash', '=', hash)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
}

/** Finds when the token behind a secret was revoked and when it expires. Covers tokens of trusted publishing, too. */
export async function findEndOfSecret(
  db: DbOrTx,
  hash: string,
): Promise<{ revoked_at: Date | null; expires_at: Date | null } | undefined> {
  const { rows } = await sql<{ revoked_at: Date | null; expires_at: Date | null }>`
    select revoked_at, expires_at from personal_access_tokens where token_hash = ${hash}
    union all
    select null, expires_at from trusted_tokens where token_hash = ${hash}`.execute(db)
  return rows[0]
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

/** A token with the names of the users who created and revoked it, as far as their accounts still exist. */
export interface ListedToken extends TokenRow {
  creator: string | null
  revoker: string | null
  /** Why a token that is not revoked has stopped working. */
  loss: Loss | null
}

/** Lists a publisher's tokens, newest first. Revoked ones are included from `revokedSince` on. */
export function listTokensOf(
  db: DbOrTx,
  publisherId: string,
  revokedSince: Date | undefined,
): Promise<ListedToken[]> {
  return selectListed(db)
    .where('token.publisher_id', '=', publisherId)
    .where((is) =>
      is.or([
        is('token.revoked_at', 'is', null),
        ...(revokedSince ? [is('token.revoked_at', '>=', revokedSince)] : []),
      ]),
    )
    .orderBy('token.created_at', 'desc')
    .orderBy('token.id')
    .execute()
}

/** Finds a token that is not revoked. */
export function findListedToken(db: DbOrTx, hash: string): Promise<ListedToken | undefined> {
  return selectListed(db)
    .where('token.token_hash', '=', hash)
    .where('token.revoked_at', 'is', null)
    .executeTakeFirst()
}

function selectListed(db: DbOrTx) {
  return db
    .selectFrom('personal_access_tokens as token')
    .leftJoin('users', 'users.id', 'token.created_by')
    .leftJoin('users as revokers', 'revokers.id', 'token.revoked_by')
    .selectAll('token')
    .select(['users.name as creator', 'revokers.name as revoker'])
    .select(
      lossOf('publish-token', {
        person: sql.ref('token.created_by'),
        publisher: sql.ref('token.publisher_id'),
      }).as('loss'),
    )
}

export async function insertToken(
  tx: Tx,
  token: Insertable<Schema['personal_access_tokens']>,
): Promise<void> {
  await tx.insertInto('personal_access_tokens').values(token).execute()
}

/** Counts the tokens that are neither revoked nor expired. */
export async function countValidTokens(tx: Tx, publisherId: string, now: Date): Promise<number> {
  const row = await tx
    .selectFrom('personal_access_tokens')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('publisher_id', '=', publisherId)
    .where('revoked_at', 'is', null)
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', now)]))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Locks a token that is not revoked. A second, concurrent revocation finds none. */
export function lockToken(tx: Tx, id: string): Promise<TokenRow | undefined> {
  return tx
    .selectFrom('personal_access_tokens')
    .selectAll()
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Selects all tokens of a publisher, or those that one user created, optionally since a time. */
export interface MadeBy {
  publisherId: string
  madeBy?: string
  since?: Date
}

/** Locks the selected tokens that are not revoked, in a fixed order to avoid deadlocks. */
export function lockTokensOf(tx: Tx, { publisherId, madeBy, since }: MadeBy): Promise<TokenRow[]> {
  return tx
    .selectFrom('personal_access_tokens')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .$if(madeBy !== undefined, (query) => query.where('created_by', '=', madeBy ?? ''))
    .$if(since !== undefined, (query) => query.where('created_at', '>=', since ?? new Date(0)))
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Why the registry itself revoked a token: its creator lost the right to publish. */
export type RevocationReason = NonNullable<TokenRow['revoked_because']>

/** Lists the valid tokens that a user created, for any publisher. */
export function listValidTokensBy(tx: Tx, userId: string, now: Date): Promise<TokenRow[]> {
  return tx
    .selectFrom('personal_access_tokens')
    .selectAll()
    .where('created_by', '=', userId)
    .where('revoked_at', 'is', null)
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', now)]))
    .orderBy('id')
    .execute()
}

export async function markRevoked(
  tx: Tx,
  id: string,
  by: { userId: string | null; at: Date; because: RevocationReason | undefined },
): Promise<void> {
  await tx
    .updateTable('personal_access_tokens')
    .set({ revoked_at: by.at, revoked_by: by.userId, revoked_because: by.because ?? null })
    .where('id', '=', id)
    .execute()
}

/** Expires the upload URLs of versions that were announced with this token. */
export async function expireUploadsOf(tx: Tx, tokenId: string, now: Date): Promise<void> {
  await tx
    .updateTable('node_versions')
    .set({ upload_expires_at: now })
    .where('announced_by_token', '=', tokenId)
    .where('archive_digest', 'is', null)
    .where('upload_expires_at', '>', now)
    .execute()
}

/** Finds the publisher of a stored or CI token, unless it was revoked or is too old. */
export async function findPublisherOfSecret(
  db: DbOrTx,
  hash: string,
  now: Date,
): Promise<{ publisher_id: string; loss: Loss | null } | undefined> {
  const { rows } = await sql<{ publisher_id: string; loss: Loss | null }>`
    select made.publisher_id, ${lossOf('publish-token', madeBy)} as loss from personal_access_tokens made
    where token_hash = ${hash} and revoked_at is null and (expires_at is null or expires_at > ${now}::timestamptz)
    union all
    select made.publisher_id, ${lossOf('trusted-token', madeBy)} as loss
    from trusted_tokens token join trusted_publishers made on made.id = token.trusted_publisher_id
    where token.token_hash = ${hash} and token.expires_at > ${now}::timestamptz`.execute(db)
  return rows[0]
}

const madeBy = { person: sql`made.created_by`, publisher: sql`made.publisher_id` }

export interface EndingToken {
  id: string
  publisher_id: string
  name: string
  expires_at: Date
}

/** Returns tokens that expire within `days` and were not reported yet, and marks them as reported. */
export async function takeEndingTokens(tx: Tx, days: number, now: Date): Promise<EndingToken[]> {
  const { rows } = await sql<EndingToken>`
    update personal_access_tokens set expiry_notice_days = ${days}
    where revoked_at is null and expires_at > ${now}::timestamptz
      and expires_at <= ${now}::timestamptz + make_interval(days => ${days})
      and created_at < expires_at - make_interval(days => ${days})
      and (expiry_notice_days is null or expiry_notice_days > ${days})
    returning id, publisher_id, name, expires_at`.execute(tx)
  return rows
}
