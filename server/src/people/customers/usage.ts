import type { BodyOf } from '@nodeyard/contract/ground'
import type { recordUsage as route } from '@nodeyard/contract/people'
import { inTransaction } from '../../ground/db/transactions.ts'
import { RegistryError } from '../../ground/errors.ts'
import type { Actor } from '../../ground/permissions.ts'
import { getCustomer } from './customer.ts'
import type { Deps } from './deps.ts'
import { chargeCustomer } from './ledger.ts'
import { findEvent, insertEventOnce } from './sql.ts'

/** Records the use of a service and charges its cost. Each transaction id counts once. */
export async function recordUsage(
  deps: Pick<Deps, 'db' | 'now' | 'newId'>,
  actor: Actor,
  customerId: string,
  { transaction_id: transactionId, params, timestamp }: BodyOf<typeof route>,
): Promise<void> {
  const { db, now } = deps
  await getCustomer(db, customerId)
  await inTransaction(db, async (tx) => {
    const { amount_micros: amountMicros, api_name: apiName = '' } = params
    if (amountMicros !== undefined) {
      await chargeCustomer(tx, deps, actor, { customerId, transactionId, amountMicros, reason: apiName })
    }
    const isNew = await insertEventOnce(tx, {
      id: transactionId,
      customer_id: customerId,
      event_type: 'api_usage_completed',
      params: JSON.stringify(params),
      created_at: timestamp === undefined ? now() : new Date(timestamp),
    })
    if (isNew) return
    const known = await findEvent(tx, transactionId)
    if (known?.customer_id !== customerId) throw new RegistryError('charge_differs')
  })
}
