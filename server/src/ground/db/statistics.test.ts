import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { openTestDatabase } from '../../../test/test-database.ts'
import type { Database } from './database.ts'
import { refreshStatistics } from './statistics.ts'

describe('refreshing the statistics of tables', () => {
  let database: Database
  before(async () => {
    database = await openTestDatabase()
    await refreshStatistics(database)
  })
  after(() => database?.close())

  const run = (text: string) => database.raw.query(text)

  async function state(): Promise<{ rows: unknown; pages: unknown }> {
    const { rows } = await sql<{ rows: unknown; pages: unknown }>`
      select reltuples as rows, pg_relation_size(oid) / 8192 as pages from pg_class where relname = 'publishers'`.execute(
      database.db,
    )
    return rows[0] as { rows: unknown; pages: unknown }
  }

  it('counts the rows of a table that has grown', async () => {
    await run("insert into publishers (id, name) select 'p' || i, 'Name' from generate_series(1, 2000) as i")
    await refreshStatistics(database)
    assert.equal((await state()).rows, 2001)
  })

  const skip = process.env['TEST_DATABASE'] === 'postgres' && 'a PostgreSQL server has autovacuum'

  it('leaves tables alone that have hardly changed', { skip }, async () => {
    await run("update publishers set name = 'Other' where id = 'p1'")
    assert.deepEqual(await refreshStatistics(database), [])
  })

  it('makes the space of replaced rows available again', { skip }, async () => {
    const replaceAll = () => run('update publishers set name = upper(name)')
    await replaceAll()
    assert.deepEqual(await refreshStatistics(database), ['public.publishers'])
    const { pages } = await state()
    await replaceAll()
    assert.equal((await state()).pages, pages)
  })

  it('notices growth that a crash has left uncounted', { skip }, async () => {
    await run("insert into publishers (id, name) select 'q' || i, 'Name' from generate_series(1, 4000) as i")
    await run('select pg_stat_force_next_flush()')
    await run("select pg_stat_reset_single_table_counters('publishers'::regclass)")
    assert.deepEqual(await refreshStatistics(database), ['public.publishers'])
    assert.equal((await state()).rows, 6001)
  })
})
