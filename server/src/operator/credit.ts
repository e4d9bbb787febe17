import { limits } from '@nodeyard/contract/limits'
import type { Deps } from '../deps.ts'
import { RegistryError } from '../ground/errors.ts'
import { ensureCustomer, getCustomer } from '../people/customers/customer.ts'
import { creditCustomer } from '../people/customers/ledger.ts'
import { userWithEmail } from './users.ts'

export interface CreditGrant {
  email: string
  /** Millionths of the currency unit. */
  amountMicros: number
  reason: string
  /** A UUID that makes the grant idempotent. Defaults to a new one. */
  transaction?: string | undefined
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Grants credit to the user with an email, who becomes a customer. */
export async function grantCredit(
  deps: Deps,
  { email, amountMicros, reason, transaction }: CreditGrant,
): Promise<{ isNew: boolean; balanceMicros: number; transactionId: string }> {
  const transactionId = transaction?.toLowerCase() ?? deps.newId()
  const { ledgerAmountMicros: maxMicros, ledgerReasonLength: maxReason } = limits
  if (!Number.isInteger(amountMicros) || amountMicros < 1 || amountMicros > maxMicros) {
    throw refusal(`MICROS must be an integer from 1 to ${maxMicros}`)
  }
  if (reason.length > maxReason) throw refusal(`TEXT must be at most ${maxReason} characters`)
  if (!uuid.test(transactionId)) throw refusal('--transaction must be a UUID')
  const { customer } = await ensureCustomer(deps, await userWithEmail(deps, email))
  const isNew = await creditCustomer(deps, operator, {
    customerId: customer.id,
    transactionId,
    amountMicros,
    reason,
  })
  const { balance_micros } = await getCustomer(deps.db, customer.id)
  return { isNew, balanceMicros: balance_micros, transactionId }
}

const refusal = (message: string) => new RegistryError('invalid_request', { message })
const operator = { kind: 'operator', id: 'operator' } as const
