import { recordEvent } from '../../ground/audit/sql.ts'
import type { Tx } from '../../ground/db/database.ts'
import { inTransaction } from '../../ground/db/transactions.ts'
import { RegistryError } from '../../ground/errors.ts'
import type { Actor } from '../../ground/permissions.ts'
import type { Deps } from './deps.ts'
import { type CustomerRow, findLedgerEntry, insertEvents, insertLedgerEntry, lockCustomer } from './sql.ts'

type Parts = Pick<Deps, 'db' | 'now' | 'newId'>

/** A credit or charge. Each transaction id counts once. */
export interface Movement {
  customerId: string
  transactionId: string
  /** Positive, in millionths of the currency unit. */
  amountMicros: number
  reason: string
}

const microsInACent = 10_000

/** Adds to a balance. Returns false if this transaction was already counted. */
export function creditCustomer(deps: Parts, actor: Actor, movement: Movement): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    const customer = await lockedCustomer(tx, movement.customerId)
    if (!(await move(tx, deps, actor, 'credit', movement))) return false
    const { amountMicros, transactionId } = movement
    const params = { amount: amountMicros / microsInACent, transaction_id: transactionId }
    await insertEvents(tx, [
      {
        id: deps.newId(),
        customer_id: customer.id,
        event_type: 'credit_added',
        params: JSON.stringify(params),
        created_at: deps.now(),
      },
    ])
    return true
  })
}

/**
 * Takes from a balance, in the database transaction of the purchase. Throws `insufficient_balance` if the balance does
 * not cover the whole amount. Returns false if this transaction was already counted.
 */
export async function chargeCustomer(
  tx: Tx,
  deps: Parts,
  actor: Actor,
  movement: Movement,
): Promise<boolean> {
  const customer = await lockedCustomer(tx, movement.customerId)
  if (await wasCounted(tx, 'charge', movement)) return false
  if (customer.balance_micros < movement.amountMicros) throw new RegistryError('insufficient_balance')
  return move(tx, deps, actor, 'charge', movement)
}

async function lockedCustomer(tx: Tx, id: string): Promise<CustomerRow> {
  const customer = await lockCustomer(tx, id)
  if (!customer) throw new RegistryError('customer_not_found')
  return customer
}

const signed = (kind: 'credit' | 'charge', { amountMicros }: Movement) =>
  kind === 'credit' ? amountMicros : -amountMicros

async function wasCounted(tx: Tx, kind: 'credit' | 'charge', movement: Movement): Promise<boolean> {
  const known = await findLedgerEntry(tx, movement.transactionId)
  if (!known) return false
  if (known.customer_id !== movement.customerId || known.amount_micros !== signed(kind, movement)) {
    throw new RegistryError('charge_differs')
  }
  return true
}

async function move(
  tx: Tx,
  { now, newId }: Parts,
  actor: Actor,
  kind: 'credit' | 'charge',
  movement: Movement,
): Promise<boolean> {
  const { customerId, transactionId, reason } = movement
  const amount = signed(kind, movement)
  const isNew = await insertLedgerEntry(tx, {
    id: newId(),
    customer_id: customerId,
    amount_micros: amount,
    kind,
    transaction_id: transactionId,
    reason,
    created_at: now(),
  })
  // A concurrent request inserted it, possibly for another customer, whose row is not locked here.
  if (!isNew) return wasCounted(tx, kind, movement).then(() => false)
  await recordEvent(tx, {
    actor,
    action: `customer.${kind}`,
    subject: { kind: 'customer', id: customerId },
    after: { amount_micros: amount, transaction_id: transactionId, reason },
    at: now(),
  })
  return true
}
