import type { Insertable, Selectable } from 'kysely'
import type { DbOrTx, Tx } from '../../ground/db/database.ts'
import type { Schema } from '../../ground/db/schema.ts'
import { offsetOf, type Page } from '../../ground/http/paging.ts'

/** A customer joined with its user. */
export type CustomerRow = Selectable<Schema['customers']> & { user_is_admin: boolean }
export type ApiKeyRow = Selectable<Schema['api_keys']>
export type EventRow = Selectable<Schema['customer_events']>
export type LedgerRow = Selectable<Schema['ledger_entries']>

const customers = (db: DbOrTx) =>
  db
    .selectFrom('customers')
    .innerJoin('users', 'users.id', 'customers.id')
    .selectAll('customers')
    .select('users.is_admin as user_is_admin')

/** Finds a customer by id, which is the user's id. */
export function findCustomer(db: DbOrTx, id: string): Promise<CustomerRow | undefined> {
  return customers(db).where('customers.id', '=', id).executeTakeFirst()
}

/** Locks the customer, so that its balance and key count stay true until the transaction ends. */
export async function lockCustomer(tx: Tx, id: string): Promise<CustomerRow | undefined> {
  return customers(tx).where('customers.id', '=', id).forUpdate('customers').executeTakeFirst()
}

/** Returns false if the customer exists already. */
export async function insertCustomer(tx: Tx, customer: Insertable<Schema['customers']>): Promise<boolean> {
  const inserted = await tx
    .insertInto('customers')
    .values(customer)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Updates email and name. */
export async function setContact(
  db: DbOrTx,
  { id, email, name, now }: { id: string; email: string; name: string; now: Date },
): Promise<void> {
  await db.updateTable('customers').set({ email, name, updated_at: now }).where('id', '=', id).execute()
}

export interface CustomerFilter {
  email?: string | undefined
  name?: string | undefined
  stripe_id?: string | undefined
  metronome_id?: string | undefined
}

const filtered = (db: DbOrTx, { email, name, stripe_id, metronome_id }: CustomerFilter) => {
  let query = customers(db)
  if (email !== undefined)
    query = query.where(({ eb, fn }) => eb(fn('lower', ['customers.email']), '=', email.toLowerCase()))
  if (name !== undefined)
    query = query.where(({ eb, fn }) =>
      eb(fn('strpos', [fn('lower', ['customers.name']), eb.val(name.toLowerCase())]), '>', 0),
    )
  if (stripe_id !== undefined) query = query.where('stripe_id', '=', stripe_id)
  if (metronome_id !== undefined) query = query.where('metronome_id', '=', metronome_id)
  return query
}

/** Lists customers, newest first. */
export async function listCustomersBy(
  db: DbOrTx,
  filter: CustomerFilter,
  page: Page,
): Promise<CustomerRow[]> {
  return filtered(db, filter)
    .orderBy('customers.created_at', 'desc')
    .orderBy('customers.id')
    .limit(page.limit)
    .offset(offsetOf(page))
    .execute()
}

/** Counts customers across all pages. */
export async function countCustomersBy(db: DbOrTx, filter: CustomerFilter): Promise<number> {
  const { count } = await filtered(db, filter)
    .clearSelect()
    .select((from) => from.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Lists API keys, newest first. */
export function listApiKeysOf(db: DbOrTx, customerId: string): Promise<ApiKeyRow[]> {
  return db
    .selectFrom('api_keys')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

export async function countApiKeysOf(db: DbOrTx, customerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('api_keys')
    .select((from) => from.fn.countAll<number>().as('count'))
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow()
  return count
}

export function insertApiKey(tx: Tx, key: Insertable<Schema['api_keys']>): Promise<ApiKeyRow> {
  return tx.insertInto('api_keys').values(key).returningAll().executeTakeFirstOrThrow()
}

/** Deletes and returns a key, or returns undefined if this customer has no such key. */
export function deleteApiKeyRow(tx: Tx, customerId: string, id: string): Promise<ApiKeyRow | undefined> {
  return tx
    .deleteFrom('api_keys')
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** Deletes and returns the API keys created at or after `since`. */
export function deleteApiKeyRowsOf(tx: Tx, customerId: string, since: Date): Promise<ApiKeyRow[]> {
  return tx
    .deleteFrom('api_keys')
    .where('customer_id', '=', customerId)
    .where('created_at', '>=', since)
    .returningAll()
    .execute()
}

export interface EventFilter {
  customerId: string
  type?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
}

const eventsBy = (db: DbOrTx, { customerId, type, from, to }: EventFilter) => {
  let query = db.selectFrom('customer_events').where('customer_id', '=', customerId)
  if (type !== undefined) query = query.where('event_type', '=', type)
  if (from !== undefined) query = query.where('created_at', '>=', from)
  if (to !== undefined) query = query.where('created_at', '<=', to)
  return query
}

/** Lists events, newest first. */
export function listEventsBy(db: DbOrTx, filter: EventFilter, page: Page): Promise<EventRow[]> {
  return eventsBy(db, filter)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(page.limit)
    .offset(offsetOf(page))
    .execute()
}

/** Counts events across all pages. */
export async function countEventsBy(db: DbOrTx, filter: EventFilter): Promise<number> {
  const { count } = await eventsBy(db, filter)
    .select((from) => from.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function insertEvents(
  db: DbOrTx,
  events: readonly Insertable<Schema['customer_events']>[],
): Promise<void> {
  if (events.length > 0) await db.insertInto('customer_events').values(events).execute()
}

/** Returns false if the event exists already. */
export async function insertEventOnce(
  tx: Tx,
  event: Insertable<Schema['customer_events']>,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('customer_events')
    .values(event)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export function findEvent(db: DbOrTx, id: string): Promise<EventRow | undefined> {
  return db.selectFrom('customer_events').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Finds a ledger entry of any customer. */
export function findLedgerEntry(db: DbOrTx, transactionId: string): Promise<LedgerRow | undefined> {
  return db
    .selectFrom('ledger_entries')
    .selectAll()
    .where('transaction_id', '=', transactionId)
    .executeTakeFirst()
}

/** Returns false if the transaction id was used before. A trigger updates the balance and refuses one below zero. */
export async function insertLedgerEntry(
  tx: Tx,
  entry: Insertable<Schema['ledger_entries']>,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('ledger_entries')
    .values(entry)
    .onConflict((conflict) => conflict.column('transaction_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}
