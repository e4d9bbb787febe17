import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { EmbeddedDatabase } from './pglite.ts'

let database: EmbeddedDatabase

before(async () => {
  database = await EmbeddedDatabase.open({})
  await database.exec('create table words (word text primary key)')
})
after(() => database.close())

const runs = async () => {
  const { rows } = await database.query(
    'select sum(generic_plans + custom_plans)::int as runs from pg_prepared_statements',
  )
  return rows[0]?.['runs']
}

it('keeps a statement with parameters', async () => {
  for (const word of ['kept', 'parsed', 'once']) await database.query('insert into words values ($1)', [word])
  assert.equal(await runs(), 3)
})

it('plans a statement for each long list', async () => {
  for (const length of [20, 21])
    await database.query('select * from words where word = any($1::text[])', [Array(length).fill('kept')])
  assert.equal(await runs(), 4)
})

it('runs a kept statement after its table got a column', async () => {
  const all = () => database.query('select * from words where word = $1', ['kept'])
  assert.deepEqual((await all()).rows, [{ word: 'kept' }])
  await database.exec('alter table words add column length int not null default 4')
  assert.deepEqual((await all()).rows, [{ word: 'kept', length: 4 }])
})

it('keeps at most 400 plans', async () => {
  for (let length = 1; length <= 450; length++) {
    const places = Array.from({ length }, (_, index) => `$${index + 1}`)
    await database.query(`select $${length}::text in (${places})`, places)
  }
  const { rows } = await database.query('select count(*)::int as kept from pg_prepared_statements')
  assert.ok(Number(rows[0]?.['kept']) <= 400)
})

it('says which columns and values an error is about', async () => {
  await assert.rejects(database.query('insert into words values ($1)', ['kept']), {
    code: '23505',
    constraint: 'words_pkey',
  })
})

it('counts the rows that a statement changed, and none that it read', async () => {
  const read = await database.query('select * from words where word = $1', ['kept'])
  const changed = await database.query('delete from words where word > $1', ['l'])
  assert.deepEqual([read.affectedRows, changed.affectedRows], [undefined, 2])
})

it('counts the callers that it has not answered', async () => {
  assert.equal(database.callers, 0)
  const waiting = [database.query('select 1'), database.query('select broken'), database.exec('select 2')]
  assert.equal(database.callers, 3)
  await Promise.allSettled(waiting)
  assert.equal(database.callers, 0)
})
