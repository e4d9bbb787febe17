import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { hasPostgres, startPostgres } from '../../../test/postgres.ts'
import { untilTrue } from '../../../test/until-true.ts'
import { violations } from '../../invariants.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { openEmbedded, openPostgres } from './open.ts'

const folder = new URL('../../../migrations/', import.meta.url)
const names = (await readdir(folder)).map((name) => name.replace(/\.sql$/, '')).sort()
const [schema = ''] = names
const sqlOf = (name: string) => readFile(new URL(`${name}.sql`, folder), 'utf8')
const isMissing = !hasPostgres() && 'PostgreSQL is not installed'

/** SHA-256 of the migrations that a release contains. Registries have applied them, so a change would reach only new ones. */
const released: Record<string, string> = {
  '0001_schema': '7cfd222f8dfa80f3affec6a3a2d5fccdafe31f1ee7124fcdc1f76ceebb7302d4',
}

describe('a released migration', () => {
  for (const [name, digest] of Object.entries(released))
    it(`does not change: ${name}`, async () => {
      const found = createHash('sha256')
        .update(await sqlOf(name))
        .digest('hex')
      assert.equal(found, digest, 'write a new migration instead')
    })
})

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
      assert.deepEqual(await applied(database), [...names, '9999_newer'])
    } finally {
      await database.close()
    }
  })
})

describe('migrating a filled 1.0.0', () => {
  it('treats addresses with two readings as no repository', async () => {
    await on100(async ({ query, migrated }) => {
      const hostile = [
        'https://github.com/attacker/x/../../victim/tool',
        'https://github.com\\victim\\tool\\wiki\\@github.com/attacker/x',
        'https://user@github.com/attacker/y',
        'https://github.com/attacker/z/tree/main/%2E%2e/a',
        'https://github.com/attacker/w/tree/main/ä',
      ]
      const kept = [
        'https://github.com/Acme/Tool.git',
        'git@github.com:acme/two.git',
        'https://github.com/a/b?x=@/../',
      ]
      const rows = [...hostile, ...kept].map(
        (url, at) => `('n${at}', 'n${at}', 'a', 'active', true, '${url}', 'github.com/k/${at}', 'claim', 5)`,
      )
      await query(`insert into publishers (id, name) values ('a', 'A')`)
      await query(`insert into nodes (id, name, publisher_id, status, was_public, repository_url, repository_key,
        repository_proof, github_stars) values ${rows.join()},
        ('port', 'p', 'a', 'active', true, 'http://git.test:3000/a/b', 'git.test/a/b', null, 0)`)
      await migrated()
      const { rows: found } = await query(
        `select id, repository_url as url, repository_key as key from nodes order by id`,
      )
      assert.deepEqual(
        found.map(({ url, key }) => [url, key]),
        [
          ...hostile.map(() => ['', null]),
          ...kept.map((url, at) => [url, `github.com/k/${hostile.length + at}`]),
          ['http://git.test:3000/a/b', 'git.test:3000/a/b'],
        ],
      )
    })
  })

  it('marks the accounts of the demo, also under another address', async () => {
    await on100(async ({ query, migrated }) => {
      const users = [
        ['demo-publisher', 'publisher@demo.test', true, 'Demo Publisher', '12:00:01'],
        ['demo-admin', 'me@example.org', true, 'Demo Admin', '12:00:03'],
        ['claims-address', 'admin@demo.test', false, 'A', '13:00:00'],
        ['claims-name', 'b@example.org', true, 'Demo Admin', '14:00:00'],
      ]
      for (const [id, email, isVerified, name, time] of users)
        await query(`insert into users (id, issuer, subject, email, email_verified, name, created_at)
          values ('${id}', 'nodeyard', '${id}', '${email}', ${isVerified}, '${name}', '2026-01-01 ${time}')`)
      await query(
        `insert into users (id, issuer, subject, name) values ('hosted', 'nodeyard-demo', 'hosted', 'H')`,
      )
      await migrated()
      const { rows } = await query('select id from users where is_demo order by id')
      assert.deepEqual(
        rows.map(({ id }) => id),
        ['demo-admin', 'demo-publisher', 'hosted'],
      )
    })
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
        assert.deepEqual(results.flat(), names)
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
        for (const name of names) await newer.query(await sqlOf(name))
        await newer.query(
          `insert into kysely_migration (name, timestamp) select unnest($1::text[]), '2030-01-01'`,
          [[...names, '9999_newer']],
        )
        await newer.query('select pg_advisory_unlock_all()')
        assert.deepEqual(await waiting, [])
        assert.deepEqual(await applied(database), [...names, '9999_newer'])
      } finally {
        await newer.end()
      }
    }))
})

interface Release {
  query(text: string): Promise<{ rows: { id: string; url: string; key: string | null }[] }>
  migrated(): Promise<unknown>
}

/** Creates a database of release 1.0.0. */
async function on100(work: (release: Release) => Promise<void>): Promise<void> {
  const database = await openEmbedded({})
  const query: Release['query'] = (text) => sql.raw<never>(text).execute(database.db)
  try {
    await query(await sqlOf(schema))
    await query(`create table kysely_migration (name text primary key, timestamp text not null);
      insert into kysely_migration values ('${schema}', '2026-01-01')`)
    await work({ query, migrated: () => migrate(database.patient) })
  } finally {
    await database.close()
  }
}

async function assertMigratesOnce(database: Database): Promise<void> {
  assert.deepEqual(await migrate(database.patient), names)
  assert.deepEqual(await Promise.all([migrate(database.patient), migrate(database.patient)]), [[], []])
  assert.deepEqual(await applied(database), names)
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
