import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { markChanged } from '../../../ground/db/changes.ts'
import type { DbOrTx, Tx } from '../../../ground/db/database.ts'
import type { Schema } from '../../../ground/db/schema.ts'
import { updateUserOfAccount } from '../sql.ts'

export type AccountRow = Selectable<Schema['identity_accounts']>

export type LinkRow = Selectable<Schema['identity_links']>

export type FactorRow = Selectable<Schema['identity_factors']>

export type SessionRow = Selectable<Schema['identity_sessions']>

export type CodeRow = Selectable<Schema['identity_codes']>

export type KeyRow = Selectable<Schema['identity_keys']>

export type NewCode = Insertable<Schema['identity_codes']>

/** Lists signing keys, newest first. */
export function listKeys(db: DbOrTx, limit: number): Promise<KeyRow[]> {
  return db
    .selectFrom('identity_keys')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('kid')
    .limit(limit)
    .execute()
}

export async function insertKey(db: DbOrTx, key: Insertable<Schema['identity_keys']>): Promise<void> {
  await db.insertInto('identity_keys').values(key).execute()
}

/** Deletes all but the newest keys. */
export async function deleteKeysBut(db: DbOrTx, count: number): Promise<void> {
  const newest = db
    .selectFrom('identity_keys')
    .select('kid')
    .orderBy('created_at', 'desc')
    .orderBy('kid')
    .limit(count)
  await db.deleteFrom('identity_keys').where('kid', 'not in', newest).execute()
}

/** Reads an account and locks it until the transaction ends. */
export function lockAccount(tx: Tx, uid: string): Promise<AccountRow | undefined> {
  return tx.selectFrom('identity_accounts').selectAll().where('uid', '=', uid).forUpdate().executeTakeFirst()
}

export function findAccount(db: DbOrTx, uid: string): Promise<AccountRow | undefined> {
  return db.selectFrom('identity_accounts').selectAll().where('uid', '=', uid).executeTakeFirst()
}

export function findAccountByEmail(db: DbOrTx, email: string): Promise<AccountRow | undefined> {
  return db.selectFrom('identity_accounts').selectAll().where('email', '=', email).executeTakeFirst()
}

export function findAccountByPhone(db: DbOrTx, phone: string): Promise<AccountRow | undefined> {
  return db.selectFrom('identity_accounts').selectAll().where('phone_number', '=', phone).executeTakeFirst()
}

/** Returns undefined if another account has the email or number. */
export async function insertAccount(
  tx: Tx,
  account: Insertable<Schema['identity_accounts']>,
): Promise<AccountRow | undefined> {
  return tx
    .insertInto('identity_accounts')
    .values(account)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Updates an account. Its user gets a changed email at once, because mails depend on it. */
export async function updateAccount(
  tx: Tx,
  uid: string,
  changes: Updateable<Schema['identity_accounts']>,
): Promise<AccountRow> {
  const account = await tx
    .updateTable('identity_accounts')
    .set(changes)
    .where('uid', '=', uid)
    .returningAll()
    .executeTakeFirstOrThrow()
  if ('email' in changes || 'email_verified' in changes) {
    const { email, email_verified } = account
    await updateUserOfAccount(tx, uid, { email: email ?? '', email_verified })
    markChanged(tx, `user:${uid}`)
  }
  return account
}

export async function deleteAccountRow(tx: Tx, uid: string): Promise<void> {
  await tx.deleteFrom('identity_accounts').where('uid', '=', uid).execute()
}

/** Returns the time before which sign-ins are invalid, or null. */
export async function findValidSince(db: DbOrTx, uid: string): Promise<Date | null> {
  const user = await db.selectFrom('users').select('valid_since').where('id', '=', uid).executeTakeFirst()
  return user?.valid_since ?? null
}

export function listLinks(db: DbOrTx, uid: string): Promise<LinkRow[]> {
  return db.selectFrom('identity_links').selectAll().where('uid', '=', uid).orderBy('linked_at').execute()
}

export function findLink(
  db: DbOrTx,
  provider: LinkRow['provider'],
  subject: string,
): Promise<LinkRow | undefined> {
  return db
    .selectFrom('identity_links')
    .selectAll()
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst()
}

/** Returns false if the account already links this provider, or another account has this link. */
export async function insertLink(tx: Tx, link: Insertable<Schema['identity_links']>): Promise<boolean> {
  const inserted = await tx
    .insertInto('identity_links')
    .values(link)
    .onConflict((conflict) => conflict.doNothing())
    .returning('uid')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function updateLink(
  tx: Tx,
  { provider, subject }: Pick<LinkRow, 'provider' | 'subject'>,
  changes: Updateable<Schema['identity_links']>,
): Promise<void> {
  await tx
    .updateTable('identity_links')
    .set(changes)
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .execute()
}

export async function deleteLink(tx: Tx, { uid, provider }: LinkRow): Promise<void> {
  await tx.deleteFrom('identity_links').where('uid', '=', uid).where('provider', '=', provider).execute()
}

export async function deleteLinksSince(tx: Tx, uid: string, since: Date): Promise<void> {
  await tx.deleteFrom('identity_links').where('uid', '=', uid).where('linked_at', '>=', since).execute()
}

export function listFactors(db: DbOrTx, uid: string): Promise<FactorRow[]> {
  return db
    .selectFrom('identity_factors')
    .selectAll()
    .where('uid', '=', uid)
    .orderBy('enrolled_at')
    .orderBy('id')
    .execute()
}

/** Returns false if the account already has this factor. */
export async function insertFactor(tx: Tx, factor: Insertable<Schema['identity_factors']>): Promise<boolean> {
  const inserted = await tx
    .insertInto('identity_factors')
    .values(factor)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Returns false if the account has no such factor. */
export async function deleteFactor(tx: Tx, uid: string, id: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('identity_factors')
    .where('uid', '=', uid)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

export async function deleteFactorsSince(tx: Tx, uid: string, since: Date): Promise<void> {
  await tx.deleteFrom('identity_factors').where('uid', '=', uid).where('enrolled_at', '>=', since).execute()
}

/** Records a used TOTP step. Returns false if it or a later one was used before. */
export async function takeStep(tx: Tx, factorId: string, step: number): Promise<boolean> {
  const taken = await tx
    .updateTable('identity_factors')
    .set({ last_step: step })
    .where('id', '=', factorId)
    .where('last_step', '<', step)
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

export async function insertSession(
  tx: Tx,
  session: Insertable<Schema['identity_sessions']>,
): Promise<SessionRow> {
  return tx.insertInto('identity_sessions').values(session).returningAll().executeTakeFirstOrThrow()
}

export function findSession(tx: Tx, id: string, uid: string): Promise<SessionRow | undefined> {
  return tx
    .selectFrom('identity_sessions')
    .selectAll()
    .where('id', '=', id)
    .where('uid', '=', uid)
    .executeTakeFirst()
}

export async function deleteSessions(tx: Tx, uid: string): Promise<void> {
  await tx.deleteFrom('identity_sessions').where('uid', '=', uid).execute()
}

export async function deleteSession(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('identity_sessions').where('id', '=', id).execute()
}

/** Deletes sessions last used before a time. */
export async function deleteIdleSessions(db: DbOrTx, before: Date): Promise<void> {
  await db.deleteFrom('identity_sessions').where('used_at', '<', before).execute()
}

export async function touchSession(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.updateTable('identity_sessions').set({ used_at: now }).where('id', '=', id).execute()
}

export async function insertRefreshToken(
  tx: Tx,
  token: Insertable<Schema['identity_refresh_tokens']>,
): Promise<void> {
  await tx.insertInto('identity_refresh_tokens').values(token).execute()
}

/** Finds the account of a refresh token. */
export async function findUidOfRefreshToken(tx: Tx, hash: string): Promise<string | undefined> {
  const found = await tx
    .selectFrom('identity_refresh_tokens as token')
    .innerJoin('identity_sessions as session', 'session.id', 'token.session_id')
    .select('session.uid')
    .where('token.hash', '=', hash)
    .executeTakeFirst()
  return found?.uid
}

/** Locks a refresh token with its session. The caller holds the account's lock. */
export function lockRefreshToken(tx: Tx, hash: string) {
  return tx
    .selectFrom('identity_refresh_tokens as token')
    .innerJoin('identity_sessions as session', 'session.id', 'token.session_id')
    .selectAll('session')
    .select('token.replaced_at')
    .where('token.hash', '=', hash)
    .forUpdate()
    .executeTakeFirst()
}

export async function markReplaced(tx: Tx, hash: string, now: Date): Promise<void> {
  await tx
    .updateTable('identity_refresh_tokens')
    .set({ replaced_at: now })
    .where('hash', '=', hash)
    .where('replaced_at', 'is', null)
    .execute()
}

export async function deleteReplacedTokens(db: DbOrTx, before: Date): Promise<void> {
  await db.deleteFrom('identity_refresh_tokens').where('replaced_at', '<', before).execute()
}

export async function insertCode(db: DbOrTx, code: NewCode): Promise<void> {
  await db.insertInto('identity_codes').values(code).execute()
}

/** Finds a code of one of these kinds without consuming it. */
export function findCode(db: DbOrTx, kinds: readonly string[], hash: string): Promise<CodeRow | undefined> {
  return db
    .selectFrom('identity_codes')
    .selectAll()
    .where('hash', '=', hash)
    .where('kind', 'in', kinds)
    .executeTakeFirst()
}

/** Deletes and returns a code. Only one of several concurrent callers gets it. */
export function takeCode(db: DbOrTx, kind: string, hash: string): Promise<CodeRow | undefined> {
  return db
    .deleteFrom('identity_codes')
    .where('hash', '=', hash)
    .where('kind', '=', kind)
    .returningAll()
    .executeTakeFirst()
}

/** Counts an attempt at the digits before they are compared. */
export function countAttempt(db: DbOrTx, kind: string, hash: string): Promise<CodeRow | undefined> {
  return db
    .updateTable('identity_codes')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1) }))
    .where('hash', '=', hash)
    .where('kind', '=', kind)
    .returningAll()
    .executeTakeFirst()
}

/** Sets the digits of a code. Returns false if the code is gone. */
export async function setDigits(db: DbOrTx, hash: string, digitsHash: string): Promise<boolean> {
  const updated = await db
    .updateTable('identity_codes')
    .set({ digits_hash: digitsHash })
    .where('hash', '=', hash)
    .returning('hash')
    .executeTakeFirst()
  return updated !== undefined
}

/** Deletes the codes of an account except those of one kind, if given. */
export async function deleteCodesBut(tx: Tx, uid: string, keptKind: string | null): Promise<void> {
  await tx
    .deleteFrom('identity_codes')
    .where('uid', '=', uid)
    .$if(keptKind !== null, (query) => query.where('kind', '<>', keptKind ?? ''))
    .execute()
}

/** Deletes the codes of an account and kind created after a time. */
export async function deleteCodesSince(
  tx: Tx,
  { uid, kind, since }: { uid: string; kind: string; since: Date },
): Promise<void> {
  await tx
    .deleteFrom('identity_codes')
    .where('uid', '=', uid)
    .where('kind', '=', kind)
    .where('created_at', '>', since)
    .execute()
}

export async function deleteExpiredCodes(db: DbOrTx, now: Date): Promise<void> {
  await db.deleteFrom('identity_codes').where('expires_at', '<', now).execute()
}

/** Increments a counter. The first count after a window ends starts a new window. */
export function countUp(
  db: DbOrTx,
  key: string,
  { now, endsAt }: { now: Date; endsAt: Date },
): Promise<{ count: number; ends_at: Date }> {
  const isOver = sql<boolean>`identity_attempts.ends_at <= ${now}`
  return db
    .insertInto('identity_attempts')
    .values({ key, count: 1, ends_at: endsAt })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql`case when ${isOver} then 1 else identity_attempts.count + 1 end`,
        ends_at: sql`case when ${isOver} then excluded.ends_at else identity_attempts.ends_at end`,
      }),
    )
    .returning(['count', 'ends_at'])
    .executeTakeFirstOrThrow()
}

/** Resets a counter. */
export async function deleteAttempts(db: DbOrTx, key: string): Promise<void> {
  await db.deleteFrom('identity_attempts').where('key', '=', key).execute()
}

/** Deletes the counters of past windows. */
export async function deleteOldAttempts(db: DbOrTx, now: Date): Promise<void> {
  await db.deleteFrom('identity_attempts').where('ends_at', '<', now).execute()
}
