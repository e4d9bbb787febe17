import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { openTestDatabase } from '../../../test/test-database.ts'
import type { Database } from './database.ts'
import { withoutTransaction } from './transaction-scope.ts'
import { inTransaction } from './transactions.ts'

describe('a transaction', () => {
  let database: Database
  before(async () => {
    database = await openTestDatabase()
  })
  after(() => database?.close())

  const onlyTx = /Only `tx` can be used/

  it('refuses any other handle of the database', async () => {
    const { db, raw } = database
    await inTransaction(db, async (tx) => {
      await assert.rejects(sql`select 1`.execute(db), onlyTx)
      await assert.rejects(raw.query('select 1'), onlyTx)
      await assert.rejects(
        inTransaction(db, async () => {}),
        onlyTx,
      )
      await sql`select 1`.execute(tx)
    })
  })

  it('lets its work use the database again once it has ended', async () => {
    const { db } = database
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const later = await inTransaction(db, async () => ({ read: ended.then(() => sql`select 1`.execute(db)) }))
    end()
    await later.read
  })

  it('lets its work open a transaction in another database', async () => {
    const other = await openTestDatabase()
    await inTransaction(database.db, () =>
      withoutTransaction(() => inTransaction(other.db, (tx) => sql`select 1`.execute(tx))),
    )
    await other.close()
  })
})
