import { type Insertable, type Selectable, sql } from 'kysely'
import type { DbOrTx, Tx } from '../../../ground/db/database.ts'
import type { Schema } from '../../../ground/db/schema.ts'
import { lossOf } from '../../../people/rights/sql.ts'

export type TransferRow = Selectable<Schema['node_transfers']>

/** Inserts an offer. Returns undefined when the node already has one. */
export function insertTransfer(
  tx: Tx,
  transfer: Insertable<Schema['node_transfers']>,
): Promise<TransferRow | undefined> {
  return tx
    .insertInto('node_transfers')
    .values(transfer)
    .onConflict((conflict) => conflict.column('node_id').doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function deleteTransferOf(tx: Tx, nodeId: string): Promise<void> {
  await tx.deleteFrom('node_transfers').where('node_id', '=', nodeId).execute()
}

/** Decides whether an offer is valid: until it expires, and while the user who made it can offer the node. */
export interface OfferTerms {
  now: Date
  namedAdmins: readonly string[]
}

const isOpen = ({ now, namedAdmins }: OfferTerms) =>
  sql<boolean>`(expires_at > ${now} and ${lossOf('transfer', {
    person: sql`requested_by`,
    publisher: sql`from_publisher_id`,
    namedAdmins,
  })} is null)`

/** Deletes an expired offer to make room for a new one. */
export async function deleteClosedTransferOf(tx: Tx, nodeId: string, terms: OfferTerms): Promise<void> {
  await tx
    .deleteFrom('node_transfers')
    .where('node_id', '=', nodeId)
    .where(sql<boolean>`not ${isOpen(terms)}`)
    .execute()
}

export function findOpenTransfer(
  db: DbOrTx,
  id: string,
  terms: OfferTerms,
): Promise<TransferRow | undefined> {
  return db
    .selectFrom('node_transfers')
    .selectAll()
    .where('id', '=', id)
    .where(isOpen(terms))
    .executeTakeFirst()
}

/** Deletes the offers that a user made since a time, open or not. */
export function deleteTransfersBy(tx: Tx, userId: string, since: Date): Promise<TransferRow[]> {
  return tx
    .deleteFrom('node_transfers')
    .where('requested_by', '=', userId)
    .where('created_at', '>=', since)
    .returningAll()
    .execute()
}

/** Lists offers by and to the publisher, newest first. */
export function listTransfersOf(db: DbOrTx, publisherId: string, terms: OfferTerms): Promise<TransferRow[]> {
  return db
    .selectFrom('node_transfers')
    .selectAll()
    .where((is) =>
      is.or([is('from_publisher_id', '=', publisherId), is('to_publisher_id', '=', publisherId)]),
    )
    .where(isOpen(terms))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}
