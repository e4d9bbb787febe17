import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { useWorld } from '../../../test/world.ts'
import { inTransaction } from '../../ground/db/transactions.ts'
import { RegistryError } from '../../ground/errors.ts'
import { chargeCustomer, creditCustomer } from './ledger.ts'

const registry = useWorld()
const operator = { kind: 'operator', id: 'operator' } as const

async function newCustomer(): Promise<string> {
  const { given, deps } = registry.world
  const { id } = await given.user()
  await deps.db.insertInto('customers').values({ id }).execute()
  return id
}

const movement = (customerId: string, amountMicros: number, transactionId = registry.world.deps.newId()) => ({
  customerId,
  amountMicros,
  transactionId,
  reason: 'test',
})

type Movement = ReturnType<typeof movement>
const credit = (one: Movement) => creditCustomer(registry.world.deps, operator, one)
const charge = (one: Movement) => {
  const { deps } = registry.world
  return inTransaction(deps.db, (tx) => chargeCustomer(tx, deps, operator, one))
}

async function balanceOf(id: string): Promise<number> {
  const { db } = registry.world.deps
  const row = await db
    .selectFrom('customers')
    .select('balance_micros')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.balance_micros ?? Number.NaN
}

async function entriesOf(id: string): Promise<number[]> {
  const { db } = registry.world.deps
  const rows = await db
    .selectFrom('ledger_entries')
    .select('amount_micros')
    .where('customer_id', '=', id)
    .execute()
  return rows.map(({ amount_micros }) => amount_micros)
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

/** Resolves to whether a charge succeeded. */
const wasMade = async (made: Promise<boolean>): Promise<boolean> =>
  made.catch((error: unknown) => {
    if (error instanceof RegistryError && error.code === 'insufficient_balance') return false
    throw error
  })

describe('the ledger of a customer', () => {
  it('keeps the balance exact under concurrent credits and charges', async () => {
    const step = fc.record({
      kind: fc.constantFrom('credit', 'charge', 'charge'),
      amount: fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 1_000_000_000_000 })),
      again: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 1000 }),
        fc.array(step, { minLength: 1, maxLength: 12 }),
        async (first, steps) => {
          const id = await newCustomer()
          await credit(movement(id, first))
          const results = await Promise.all(
            steps.flatMap(({ kind, amount, again }) => {
              const one = movement(id, amount)
              const make = async () => {
                const made = await wasMade(kind === 'credit' ? credit(one) : charge(one))
                return made ? (kind === 'credit' ? amount : -amount) : 0
              }
              return again ? [make(), make()] : [make()]
            }),
          )
          const entries = await entriesOf(id)
          assert.equal(await balanceOf(id), first + sum(results))
          assert.equal(sum(entries), first + sum(results))
          assert.ok((await balanceOf(id)) >= 0)
        },
      ),
      { numRuns: 25, endOnFailure: true },
    )
  })

  it('accepts only as many concurrent charges as the balance covers', async () => {
    const id = await newCustomer()
    await credit(movement(id, 100))
    const made = await Promise.all(Array.from({ length: 12 }, () => wasMade(charge(movement(id, 30)))))
    assert.equal(made.filter((one) => one).length, 3)
    assert.equal(await balanceOf(id), 10)
  })

  it('applies a charge once when it is sent many times concurrently', async () => {
    const id = await newCustomer()
    await credit(movement(id, 100))
    const one = movement(id, 30)
    const made = await Promise.all(Array.from({ length: 8 }, () => charge(one)))
    assert.equal(made.filter((made) => made).length, 1)
    assert.equal(await balanceOf(id), 70)
  })

  it('refuses the transaction id of another customer', async () => {
    const [one, other] = [await newCustomer(), await newCustomer()]
    const first = movement(one, 30)
    await credit(first)
    await assert.rejects(credit({ ...first, customerId: other }), { code: 'charge_differs' })
    assert.deepEqual([await balanceOf(one), await balanceOf(other)], [30, 0])
  })
})

describe('the database constraints on balances', () => {
  const refusedByIt = (statement: Promise<unknown>) =>
    assert.rejects(statement, ({ code }: { code?: string }) => ['23001', '23514'].includes(code ?? ''))

  it('refuse to set a balance directly, or on insert', async () => {
    const { db } = registry.world.deps
    const id = await newCustomer()
    await refusedByIt(db.updateTable('customers').set({ balance_micros: 5 }).where('id', '=', id).execute())
    const { id: userId } = await registry.world.given.user()
    await refusedByIt(db.insertInto('customers').values({ id: userId, balance_micros: 5 }).execute())
  })

  it('refuse to change, delete or overdraw ledger entries', async () => {
    const { db, newId, now } = registry.world.deps
    const id = await newCustomer()
    await credit(movement(id, 5))
    await refusedByIt(sql`update ledger_entries set amount_micros = 6 where customer_id = ${id}`.execute(db))
    await refusedByIt(sql`delete from ledger_entries where customer_id = ${id}`.execute(db))
    await refusedByIt(
      db
        .insertInto('ledger_entries')
        .values({
          id: newId(),
          customer_id: id,
          amount_micros: -6,
          kind: 'charge',
          transaction_id: newId(),
          created_at: now(),
        })
        .execute(),
    )
    assert.equal(await balanceOf(id), 5)
  })
})
