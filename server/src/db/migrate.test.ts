import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { openTestDatabase } from '../../test/test-database.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'

let database: Database

before(async () => {
  database = await openTestDatabase()
})
after(() => database.close())

const applied = async () =>
  (
    await sql<{ name: string }>`select name from kysely_migration order by name`.execute(database.db)
  ).rows.map(({ name }) => name)

test('a database that is up to date is left as it is, also by several at once', async () => {
  const names = await applied()
  assert.deepEqual(await Promise.all([migrate(database.db), migrate(database.db)]), [[], []])
  assert.deepEqual(await applied(), names)
})

test('a release starts on a database that a newer one has migrated, and still adds what is missing', async () => {
  await sql`insert into kysely_migration (name, timestamp) values ('9999_newer', '2030-01-01')`.execute(
    database.db,
  )
  await sql`delete from kysely_migration where name = '0015_status'`.execute(database.db)
  await sql`drop table probe_results, probe_days`.execute(database.db)
  assert.deepEqual(await migrate(database.db), ['0015_status'])
  assert.ok((await applied()).includes('9999_newer'))
})
