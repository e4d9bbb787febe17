import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { hasPostgres, startPostgres } from '../../../test/postgres.ts'
import { untilTrue } from '../../../test/until-true.ts'
import { violations } from '../../invariants.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { openEmbedded, openPostgres } from './open.ts'

const schema = '0001_schema'
const isMissing = !hasPostgres() && 'PostgreSQL is not installed'

describe('migrating the embedded database', () => {
  it('creates the schema once', async () => {
    const database = await openEmbedded({})
    await assertMigratesOnce(database).finally(() => database.close())
  })

  it('ignores the migrations of a newer release', async () => {
    const database = await openEmbedded({})
    try {
      await migrate(database.patient)
      await sql`insert into kysely_migration (name, timestamp) values ('9999_newer', '2030-01-01')`.execute(
        database.db,
      )
      assert.deepEqual(await migrate(database.patient), [])
      assert.deepEqual(await applied(database), [schema, '9999_newer'])
    } finally {
      await database.close()
    }
  })
})

describe('migrating a database from before 1.0.0', () => {
  it('refuses it and says what to do', async () => {
    const database = await openEmbedded({})
    try {
      await sql`create table kysely_migration (name text primary key, timestamp text not null)`.execute(
        database.db,
      )
      await sql`insert into kysely_migration values ('0001_base', '2026-01-01')`.execute(database.db)
      await assert.rejects(migrate(database.patient), /from before release 1\.0\.0.*DATA_DIR/)
    } finally {
      await database.close()
    }
  })
})

describe('migrating PostgreSQL', { skip: isMissing }, () => {
  it('creates the schema once', () => onNewServer(async ({ database }) => assertMigratesOnce(database)))

  it('lets one of several processes that start together apply it', () =>
    onNewServer(async ({ url, database }) => {
      const others = await Promise.all([openPostgres(url, 2), openPostgres(url, 2)])
      try {
        const results = await Promise.all([database, ...others].map(({ patient }) => migrate(patient)))
        assert.deepEqual(results.flat(), [schema])
        assert.deepEqual(await violations(database), [])
      } finally {
        await Promise.all(others.map((other) => other.close()))
      }
    }))

  it('succeeds after a newer release migrated the database in the meantime', () =>
    onNewServer(async ({ url, database }) => {
      const newer = new pg.Pool({ connectionString: url, max: 1 })
      try {
        await newer.query(`select pg_advisory_lock(${lockOfMigrations})`)
        const waiting = migrate(database.patient)
        await untilTrue(() => waitsForLock(newer))
        await newer.query(
          await readFile(new URL(`../../../migrations/${schema}.sql`, import.meta.url), 'utf8'),
        )
        await newer.query(
          `insert into kysely_migration (name, timestamp)
           values ('${schema}', '2030-01-01'), ('9999_newer', '2030-01-01')`,
        )
        await newer.query('select pg_advisory_unlock_all()')
        assert.deepEqual(await waiting, [])
        assert.deepEqual(await applied(database), [schema, '9999_newer'])
      } finally {
        await newer.end()
      }
    }))
})

async function assertMigratesOnce(database: Database): Promise<void> {
  assert.deepEqual(await migrate(database.patient), [schema])
  assert.deepEqual(await Promise.all([migrate(database.patient), migrate(database.patient)]), [[], []])
  assert.deepEqual(await applied(database), [schema])
  assert.deepEqual(await violations(database), [])
}

async function applied({ db }: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

async function onNewServer(work: (own: { url: string; database: Database }) => Promise<void>): Promise<void> {
  const server = await startPostgres()
  if ('unavailable' in server) throw new Error(server.unavailable)
  const database = await openPostgres(server.url, 2)
  try {
    await work({ url: server.url, database })
  } finally {
    await database.close()
    await server.stop()
  }
}

async function waitsForLock(pool: pg.Pool): Promise<boolean> {
  const { rowCount } = await pool.query(`select from pg_locks where locktype = 'advisory' and not granted`)
  return rowCount === 1
}

/** The id of the lock that Kysely's migrator takes. */
const lockOfMigrations = '3853314791062309107'
