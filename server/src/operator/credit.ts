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
  /** A UUID that names the grant, so that it may be sent again; a fresh one when there is none. */
  transaction?: string | undefined
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Gives credit to the user with an e-mail address, who becomes a customer by it. */
export async function grantCredit(
  deps: Deps,
  { email, amountMicros, reason, transaction }: CreditGrant,
): Promise<{ isNew: boolean; balanceMicros: number; transactionId: string }> {
  const transactionId = transaction?.toLowerCase() ?? deps.newId()
  const most = { micros: limits.ledgerAmountMicros, reason: limits.ledgerReasonLength }
  if (!Number.isInteger(amountMicros) || amountMicros < 1 || amountMicros > most.micros) {
    throw refusal(`MICROS must be a whole number from 1 to ${most.micros}`)
  }
  if (reason.length > most.reason) throw refusal(`TEXT must be at most ${most.reason} characters`)
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
