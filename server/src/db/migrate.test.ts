import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { hasPostgres, startPostgres } from '../../test/postgres.ts'
import { openTestDatabase } from '../../test/test-database.ts'
import { untilTrue } from '../../test/until-true.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import type { Schema } from './schema.ts'

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

const isMissing = !hasPostgres() && 'PostgreSQL is not installed'

test('a process waits for another one that migrates for longer than any statement may take', {
  skip: isMissing,
}, async () => {
  await besideAnother(async ({ pool, other, migrating }) => {
    await other.query(`select pg_advisory_lock(${lockOfMigrations})`)
    const waiting = migrating()
    await Promise.race([waiting, untilTrue(() => waitsForLock(other, '600 ms'))])
    await other.query('select pg_advisory_unlock_all()')
    assert.deepEqual(await waiting, [])
    const { rows } = await pool.query('show statement_timeout')
    assert.deepEqual(rows, [{ statement_timeout: '300ms' }])
  })
})

test('a release that waits while a newer one migrates starts all the same', { skip: isMissing }, async () => {
  await besideAnother(async ({ other, migrating }) => {
    await other.query(`select pg_advisory_lock(${lockOfMigrations})`)
    const waiting = migrating()
    await Promise.race([waiting, untilTrue(() => waitsForLock(other, '0 ms'))])
    await other.query(`insert into kysely_migration (name, timestamp) values ('9999_newer', '2030-01-01')`)
    await other.query('select pg_advisory_unlock_all()')
    assert.deepEqual(await waiting, [])
  })
})

interface Beside {
  /** Whose statements may take no longer than 300 ms. */
  pool: pg.Pool
  other: pg.Pool
  migrating(): Promise<string[]>
}

/** On a server of its own with a migrated database. */
async function besideAnother(work: (beside: Beside) => Promise<void>): Promise<void> {
  const server = await startPostgres()
  if ('unavailable' in server) throw new Error(server.unavailable)
  const pool = new pg.Pool({ connectionString: server.url, max: 2, statement_timeout: 300 })
  const other = new pg.Pool({ connectionString: server.url, max: 1 })
  try {
    const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
    await migrate(db)
    await work({ pool, other, migrating: () => migrate(db) })
  } finally {
    await Promise.all([pool.end(), other.end()])
    await server.stop()
  }
}

async function waitsForLock(pool: pg.Pool, since: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from pg_locks
      where locktype = 'advisory' and not granted and clock_timestamp() - waitstart > $1::interval`,
    [since],
  )
  return rowCount === 1
}

/** Kysely's own. */
const lockOfMigrations = '3853314791062309107'
