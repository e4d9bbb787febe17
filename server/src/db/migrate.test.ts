import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { hasPostgres, startPostgres } from '../../test/postgres.ts'
import { openTestDatabase } from '../../test/test-database.ts'
import { untilTrue } from '../../test/until-true.ts'
import { type Database, openPostgres } from './database.ts'
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
  assert.deepEqual(await Promise.all([migrate(database.patient), migrate(database.patient)]), [[], []])
  assert.deepEqual(await applied(), names)
})

test('a release starts on a database that a newer one has migrated, and still adds what is missing', async () => {
  await sql`insert into kysely_migration (name, timestamp) values ('9999_newer', '2030-01-01')`.execute(
    database.db,
  )
  await sql`delete from kysely_migration where name = '0015_status'`.execute(database.db)
  await sql`drop table probe_results, probe_days`.execute(database.db)
  assert.deepEqual(await migrate(database.patient), ['0015_status'])
  assert.ok((await applied()).includes('9999_newer'))
})

const isMissing = !hasPostgres() && 'PostgreSQL is not installed'

test('a release that waits while a newer one migrates starts all the same', { skip: isMissing }, async () => {
  await besideAnother(async (other, migrating) => {
    await other.query(`select pg_advisory_lock(${lockOfMigrations})`)
    const waiting = migrating()
    await Promise.race([waiting, untilTrue(() => waitsForLock(other, '0 ms'))])
    await other.query(`insert into kysely_migration (name, timestamp) values ('9999_newer', '2030-01-01')`)
    await other.query('select pg_advisory_unlock_all()')
    assert.deepEqual(await waiting, [])
  })
})

/** On a server of its own with a migrated database. */
async function besideAnother(work: (other: pg.Pool, migrating: () => Promise<string[]>) => Promise<void>) {
  const server = await startPostgres()
  if ('unavailable' in server) throw new Error(server.unavailable)
  const own = await openPostgres(server.url, 2)
  const other = new pg.Pool({ connectionString: server.url, max: 1 })
  try {
    await migrate(own.patient)
    await work(other, () => migrate(own.patient))
  } finally {
    await Promise.all([own.close(), other.end()])
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
