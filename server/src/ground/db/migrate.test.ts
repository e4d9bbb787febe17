import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { hasPostgres, startPostgres } from '../../../test/postgres.ts'
import { openTestDatabase } from '../../../test/test-database.ts'
import { untilTrue } from '../../../test/until-true.ts'
import { violations } from '../../invariants.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { openEmbedded, openPostgres } from './open.ts'
import { inTransaction } from './transactions.ts'

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

/** Of a database as the release before left it. */
async function beforeMigration(number: string): Promise<{ older: Database; migrateOn(): Promise<void> }> {
  const folder = new URL('../../../migrations/', import.meta.url)
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const older = await openEmbedded({})
  const run = async (chosen: string[]) => {
    for (const name of chosen) {
      const text = await readFile(new URL(name, folder), 'utf8')
      await inTransaction(older.db, (tx) => sql.raw(text).execute(tx))
    }
  }
  await run(names.filter((name) => name < number))
  return { older, migrateOn: () => run(names.filter((name) => name >= number)) }
}

test('nodes that nothing was ever released of become drafts, and claimed ones keep their repositories', async () => {
  const { older, migrateOn } = await beforeMigration('0079')
  try {
    const unclaimed = 'admin-11338bd3-f081-43cf-b3f9-295c829826f7'
    await sql
      .raw(`
        insert into users (id, issuer, subject) values ('ada', 'test', 'ada');
        insert into publishers (id, name) values ('acme', 'Acme');
        insert into publisher_permissions (publisher_id, user_id, role) values ('acme', 'ada', 'owner');
        insert into nodes (id, publisher_id, name, status, repository_url, repository_key, github_stars) values
          ('announced', 'acme', 'a', 'active', 'https://github.com/acme/a', 'github.com/acme/a', 7),
          ('banned-early', 'acme', 'b', 'banned', '', null, 0),
          ('released', 'acme', 'c', 'active', 'https://github.com/acme/c', 'github.com/acme/c', 7),
          ('claimed', 'acme', 'd', 'active', 'https://github.com/acme/d', 'github.com/acme/d', 7),
          ('hinted', 'acme', 'e', 'active', '', null, 0),
          ('imported', '${unclaimed}', 'f', 'active', 'https://github.com/acme/f', 'github.com/acme/f', 7),
          ('gone', 'acme', 'g', 'deleted', '', null, 0);
        insert into comfy_node_hints (node_id, name) values ('hinted', 'Blur');
        insert into audit_events (at, actor_kind, actor_id, action, subject_kind, subject_id, before, after) values
          (now(), 'user', 'u', 'node.claim', 'node', 'claimed', '{"publisher":"${unclaimed}"}', '{"publisher":"acme"}');
        insert into archives (digest, size_bytes) values (repeat('a', 64), 1);
        insert into node_versions (id, node_id, version, status, archive_digest, first_active_at) values
          (gen_random_uuid(), 'released', '1.0.0', 'active', repeat('a', 64), now()),
          (gen_random_uuid(), 'announced', '1.0.0', 'flagged', repeat('a', 64), null);
        update nodes set latest_version_id = (select id from node_versions where node_id = 'released') where id = 'released';
        insert into node_search (node_id, repository, document, popularity, changed_at)
          values ('announced', '', '', 0, now());`)
      .execute(older.db)
    await migrateOn()
    const nodes = await older.db
      .selectFrom('nodes')
      .select(['id', 'status', 'was_public', 'repository_key', 'repository_proof', 'github_stars'])
      .orderBy('id')
      .execute()
    assert.deepEqual(
      nodes.map((node) => Object.values(node)),
      [
        ['announced', 'draft', false, null, null, 0],
        ['banned-early', 'banned', false, null, null, 0],
        ['claimed', 'active', true, 'github.com/acme/d', 'claim', 7],
        ['gone', 'deleted', true, null, null, 0],
        ['hinted', 'active', true, null, null, 0],
        ['imported', 'active', true, 'github.com/acme/f', null, 7],
        ['released', 'active', true, 'github.com/acme/c', null, 7],
      ],
    )
    assert.deepEqual(await violations(older), [])
    assert.deepEqual(await older.db.selectFrom('node_search').select('node_id').execute(), [])
  } finally {
    await older.close()
  }
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
