import { recordEvent } from '../../ground/audit/sql.ts'
import type { DbOrTx } from '../../ground/db/database.ts'
import { inTransaction } from '../../ground/db/transactions.ts'
import { RegistryError } from '../../ground/errors.ts'
import { assertMayWrite, type UserActor } from '../../ground/permissions.ts'
import type { Deps } from './deps.ts'
import { type CustomerRow, findCustomer, insertCustomer, insertEvents, setContact } from './sql.ts'

type Parts = Pick<Deps, 'db' | 'now' | 'newId'>

/** Returns a customer, or throws `customer_not_found`. Users become customers only by `ensureCustomer`. */
export async function getCustomer(db: DbOrTx, id: string): Promise<CustomerRow> {
  const customer = await findCustomer(db, id)
  if (!customer) throw new RegistryError('customer_not_found')
  return customer
}

/** Returns the user's customer, creating it on first use. Email and name are copied from the user. */
export async function ensureCustomer(
  deps: Parts,
  user: UserActor,
): Promise<{ customer: CustomerRow; isNew: boolean }> {
  assertMayWrite(user)
  const { db, now } = deps
  const known = await findCustomer(db, user.id)
  if (known?.email === user.email && known.name === user.name) return { customer: known, isNew: false }
  if (known) await setContact(db, { id: user.id, email: user.email, name: user.name, now: now() })
  const isNew = !known && (await createCustomer(deps, user))
  return { customer: await getCustomer(db, user.id), isNew }
}

/** Returns false if a concurrent request created the customer first. */
function createCustomer({ db, now, newId }: Parts, user: UserActor): Promise<boolean> {
  const at = now()
  return inTransaction(db, async (tx) => {
    const { id, email, name } = user
    const isNew = await insertCustomer(tx, { id, email, name, created_at: at, updated_at: at })
    if (!isNew) return false
    await insertEvents(tx, [
      { id: newId(), customer_id: id, event_type: 'account_created', params: '{}', created_at: at },
    ])
    await recordEvent(tx, { actor: user, action: 'customer.create', subject: { kind: 'customer', id }, at })
    return true
  })
}
