import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { DbOrTx, Tx } from '../../ground/db/database.ts'
import { nodeKey } from '../../ground/db/node-key.ts'
import type { Schema } from '../../ground/db/schema.ts'
import type { Loss } from '../../people/rights/credentials.ts'
import { lossOf } from '../../people/rights/sql.ts'
import type { MadeBy } from '../../people/tokens/sql.ts'

export type TrustedPublisherRow = Selectable<Schema['trusted_publishers']>

export type TrustedPublisherValues = Insertable<Schema['trusted_publishers']>

/** Includes the name of the member who saved the settings, while the user exists. */
export interface ListedTrustedPublisher extends TrustedPublisherRow {
  creator: string | null
  /** Why the settings do not work: their creator cannot publish. */
  loss: Loss | null
}

const loss = (alias: 'trusted' | 'trusted_publishers') =>
  lossOf('trusted-publisher', {
    person: sql.ref(`${alias}.created_by`),
    publisher: sql.ref(`${alias}.publisher_id`),
  })

/** Lists the settings of a publisher, newest first. */
export function listTrustedPublishersOf(db: DbOrTx, publisherId: string): Promise<ListedTrustedPublisher[]> {
  return db
    .selectFrom('trusted_publishers as trusted')
    .leftJoin('users', 'users.id', 'trusted.created_by')
    .selectAll('trusted')
    .select(['users.name as creator', loss('trusted').as('loss')])
    .where('trusted.publisher_id', '=', publisherId)
    .orderBy('trusted.created_at', 'desc')
    .orderBy('trusted.id')
    .execute()
}

/** Inserts settings. Returns undefined when the publisher already has the same ones. */
export function insertTrustedPublisher(
  tx: Tx,
  values: TrustedPublisherValues,
): Promise<TrustedPublisherRow | undefined> {
  return tx
    .insertInto('trusted_publishers')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function countTrustedPublishersOf(tx: Tx, publisherId: string): Promise<number> {
  const row = await tx
    .selectFrom('trusted_publishers')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('publisher_id', '=', publisherId)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Locks settings of this publisher. Blocks token exchanges until the transaction ends. */
export function lockTrustedPublisher(
  tx: Tx,
  publisherId: string,
  id: string,
): Promise<TrustedPublisherRow | undefined> {
  return tx
    .selectFrom('trusted_publishers')
    .selectAll()
    .where('id', '=', id)
    .where('publisher_id', '=', publisherId)
    .forUpdate()
    .executeTakeFirst()
}

/** Locks all settings of a publisher, or those of one user, in a fixed order. */
export function lockTrustedPublishersOf(
  tx: Tx,
  { publisherId, madeBy, since }: MadeBy,
): Promise<TrustedPublisherRow[]> {
  return tx
    .selectFrom('trusted_publishers')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .$if(madeBy !== undefined, (query) => query.where('created_by', '=', madeBy ?? ''))
    .$if(since !== undefined, (query) => query.where('created_at', '>=', since ?? new Date(0)))
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Lists the settings of a user in all publishers. */
export function listTrustedPublishersBy(tx: Tx, userId: string): Promise<TrustedPublisherRow[]> {
  return tx
    .selectFrom('trusted_publishers')
    .selectAll()
    .where('created_by', '=', userId)
    .orderBy('id')
    .execute()
}

/** Finds other settings with the same values. */
export function findSameTrustedPublisher(
  tx: Tx,
  {
    publisher_id,
    node_id,
    issuer,
    repository,
    workflow,
    environment = '',
    ref = '',
    id,
  }: TrustedPublisherValues,
): Promise<{ id: string } | undefined> {
  return tx
    .selectFrom('trusted_publishers')
    .select('id')
    .where('publisher_id', '=', publisher_id)
    .where('normalized_node_id', '=', nodeKey(node_id))
    .where('issuer', '=', issuer)
    .where('normalized_repository', '=', repository.toLowerCase())
    .where('workflow', '=', workflow)
    .where('environment', '=', environment)
    .where('ref', '=', ref)
    .where('id', '<>', id)
    .executeTakeFirst()
}

export function changeTrustedPublisher(
  tx: Tx,
  id: string,
  change: Updateable<Schema['trusted_publishers']>,
): Promise<TrustedPublisherRow> {
  return tx
    .updateTable('trusted_publishers')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deleteTrustedPublisherRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('trusted_publishers').where('id', '=', id).execute()
}

/** Locks the settings of one node and one issuer in a fixed order. */
export function lockTrustedPublishersFor(
  tx: Tx,
  { publisherId, nodeId, issuer }: { publisherId: string; nodeId: string; issuer: string },
): Promise<(TrustedPublisherRow & { loss: Loss | null })[]> {
  return tx
    .selectFrom('trusted_publishers')
    .selectAll()
    .select(loss('trusted_publishers').as('loss'))
    .where('publisher_id', '=', publisherId)
    .where('normalized_node_id', '=', nodeKey(nodeId))
    .where('issuer', '=', issuer)
    .orderBy('created_at')
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Marks a CI token as exchanged. Returns false when it already was. Concurrent calls wait for each other. */
export async function spendCiToken(
  tx: Tx,
  spent: { issuer: string; token_hash: string; expires_at: Date },
): Promise<boolean> {
  const row = await tx
    .insertInto('spent_ci_tokens')
    .values(spent)
    .onConflict((conflict) => conflict.doNothing())
    .returning('token_hash')
    .executeTakeFirst()
  return row !== undefined
}

/** Counts the tokens issued for these settings since a time. */
export async function countTrustedTokensSince(
  tx: Tx,
  trustedPublisherId: string,
  since: Date,
): Promise<number> {
  const row = await tx
    .selectFrom('trusted_tokens')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('trusted_publisher_id', '=', trustedPublisherId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export async function insertTrustedToken(tx: Tx, token: Insertable<Schema['trusted_tokens']>): Promise<void> {
  await tx.insertInto('trusted_tokens').values(token).execute()
}

export interface TrustedTokenRow extends Selectable<Schema['trusted_tokens']> {
  publisher_id: string
  node_id: string
  created_by: string | null
}

/** Locks a token and its settings. Concurrent users of the token, and changes of the settings, wait. */
export async function lockTrustedToken(tx: Tx, hash: string): Promise<TrustedTokenRow | undefined> {
  const { rows } = await sql<TrustedTokenRow>`
    select token.*, trusted.publisher_id, trusted.node_id, trusted.created_by
    from trusted_tokens token join trusted_publishers trusted on trusted.id = token.trusted_publisher_id
    where token.token_hash = ${hash}
    for update of token for share of trusted`.execute(tx)
  return rows[0]
}

export async function markTrustedTokenUsed(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.updateTable('trusted_tokens').set({ used_at: now }).where('id', '=', id).execute()
}

/** Deletes unused tokens of deleted settings, or expired ones. */
export async function deleteUnusedTrustedTokens(
  db: DbOrTx,
  of: { trustedPublisherId: string } | { expiredBefore: Date },
): Promise<void> {
  const unused = db.deleteFrom('trusted_tokens').where('used_at', 'is', null)
  await ('expiredBefore' in of
    ? unused.where('expires_at', '<', of.expiredBefore)
    : unused.where('trusted_publisher_id', '=', of.trustedPublisherId)
  ).execute()
}

/** Forgets exchanged CI tokens that have expired and cannot be used again anyway. */
export async function deleteSpentCiTokens(db: DbOrTx, expiredBefore: Date): Promise<void> {
  await db.deleteFrom('spent_ci_tokens').where('expires_at', '<', expiredBefore).execute()
}
