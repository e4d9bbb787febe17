import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { testEnvironment } from '../../../scripts/set-up.mjs'
import { issueCatalogue } from '../../test/catalogue.ts'
import { publish } from '../../test/command-line-client.ts'
import { IdentityClient } from '../../test/identity-client.ts'
import { buildPack } from '../../test/pack.ts'
import { hasPostgres, type RunningPostgres, startPostgres } from '../../test/postgres.ts'
import { testPublisher } from '../../test/publishing.ts'
import { untilTrue } from '../../test/until-true.ts'
import { World } from '../../test/world.ts'
import { checkCommand, runCommand } from '../commands.ts'
import { readConfig } from '../config.ts'
import { assertUsedAlone } from '../ground/db/copy.ts'
import type { Database, Db } from '../ground/db/database.ts'
import { lockFolder } from '../ground/db/folder-lock.ts'
import { migrate } from '../ground/db/migrate.ts'
import { openPostgres } from '../ground/db/open.ts'
import { inTransaction } from '../ground/db/transactions.ts'
import { createTokenFor } from './publishers.ts'

/** A table that a future migration could add, with every column type and rows that reference each other. */
const laterTable = `
  create type mood as enum ('glad', 'it''s "odd"');
  create table later (
    id bigint generated always as identity primary key,
    next bigint not null unique references later (id),
    word text, doubled text generated always as (word || word) stored,
    bytes bytea, flag boolean, day date, at timestamptz, clock time, span interval, mood mood, moods mood[],
    number numeric, small real, large double precision, big bigint, id_of uuid, document tsvector, short char(4),
    facts jsonb, as_written json, texts text[], grid integer[]
  )`

const oddRows = String.raw`
  insert into later (next, word, bytes, flag, day, at, clock, span, mood, moods, number, small, large, big, id_of, document,
    short, facts, as_written, texts, grid) values
  (2, E'\\N "quoted" ''single'' \n\t\r\u0001 \u2028 \U0001F600 , { } é e\u0301 %s $1', '\x0001ff5c0a', true, '0044-03-15 BC',
    '2026-01-02 03:04:05.678901+05:30', '23:59:59.999999', '1 year -2 days 00:00:00.000001', 'it''s "odd"', '{glad,NULL}',
    12345678901234567890.123456789012345678901234567890, 1.1754944e-38, 0.1::double precision + 0.2, 9223372036854775807,
    'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', '''it''''s'':1A,2 ''\\a'':3', 'a',
    '{"n": 123456789012345678901234567890.000000000000000000001, "z": null, "a": "\u263a \" \\"}',
    '{"b" : 1,  "a": 1.0, "a": 2}', array['', 'null', null, 'a,b', '{"x"}', '\'], '{{1,2},{3,null}}'),
  (1, '', '\x', false, 'infinity', '-infinity', '00:00', '0', null, '{}', 'NaN', '-0', '-Infinity', -9223372036854775808,
    null, '', '', 'null', 'null', '{}', '[-1:0]={7,8}'),
  (3, null, null, null, null, '1999-12-31 23:59:59.999999Z', null, null, null, null, 1.10, 'NaN', 1e-320, 0,
    null, null, null, null, null, null, null)`

describe('copying a registry', { skip: !hasPostgres() && 'PostgreSQL is not installed' }, () => {
  let postgres: RunningPostgres
  let world: World
  const lines: string[] = []

  before(async () => {
    const started = await startPostgres()
    if ('unavailable' in started) throw new Error(started.unavailable)
    postgres = started
    await onDatabase(postgres.url, (db) => sql`create role operator login`.execute(db))
    world = await World.open()
  })
  after(async () => {
    await world?.close()
    await postgres?.stop()
  })

  const copyTo = (url: string, from = world) =>
    runCommand(from.deps, ['copy-to', url], (line) => lines.push(line))

  /** Creates a database whose owner has no other rights. */
  async function newDatabase(
    name: string,
    form = "encoding 'UTF8' lc_collate 'C' lc_ctype 'C.UTF-8'",
  ): Promise<string> {
    await onDatabase(postgres.url, (db) =>
      sql.raw(`create database ${name} owner operator template template0 ${form}`).execute(db),
    )
    return Object.assign(new URL(postgres.url), { pathname: `/${name}`, username: 'operator' }).href
  }

  it('leaves nothing behind after a failure and can be repeated', async () => {
    await world.given.publisher()
    const url = await newDatabase('broken')
    await onDatabase(url, async (db) => {
      await migrate(db)
      await sql`alter table version_steps add constraint none check (false)`.execute(db)
      await sql`alter table users add constraint no_users check (false)`.execute(db)
    })
    const form = await onDatabase(url, formOf)
    await assert.rejects(copyTo(url), /no_users/)
    const rows = await onDatabase(url, allRows)
    assert.deepEqual(
      [...rows].filter(([, inTable]) => inTable.length > 0).map(([name]) => name),
      ['jobs.queue', 'jobs.schedule', 'jobs.version', 'public.publishers'],
    )
    const inPublic = (await onDatabase(url, formOf)).filter((line) => !line.startsWith('jobs.'))
    assert.deepEqual(inPublic, form)
    await onDatabase(url, (db) =>
      sql`alter table users drop constraint no_users, add check (email <> 'changed')`.execute(db),
    )
    assert.equal(await copyTo(url), 0)
  })

  it('rolls back if the copied rows differ', async () => {
    const url = await newDatabase('changing')
    await onDatabase(url, async (db) => {
      await migrate(db)
      // Rules also apply while the product's triggers are disabled.
      await sql`create rule other_name as on insert to users do also update users set name = 'changed'`.execute(
        db,
      )
    })
    await assert.rejects(copyTo(url), /public\.users differs between the databases/)
    assert.deepEqual((await onDatabase(url, allRows)).get('public.users'), [])
  })

  it('copies everything unchanged, and the registry works on the copy', async () => {
    const publisher = await testPublisher(world)
    await publisher.publish({ id: `${publisher.id}-blur` })
    await issueCatalogue(world)
    const email = 'carried@example.test'
    const password = 'right-horse-9'
    await new IdentityClient(world).post('accounts:signUp', { email, password })
    const user = await world.given.user()
    await runCommand(world.deps, ['grant-credit', user.email, '7000000', '--reason', 'A gift'], () => {})
    const token = await createTokenFor(world.deps, publisher.id, 'carried')
    const waiting = await publisher.publish({ id: `${publisher.id}-waits`, waiting: true })
    const url = await newDatabase('whole')
    await sql.raw(`${laterTable}; ${oddRows}`).execute(world.deps.db)
    await onDatabase(url, (db) => sql.raw(laterTable).execute(db))

    assert.equal(await copyTo(url), 0)
    assert.match(lines.join('\n'), /Copied and compared [\d,]+ rows of \d+ tables/)
    const [theirs, ours] = [await allRows(world.deps.db), await onDatabase(url, allRows)]
    assert(theirs.get('public.later')?.length === 3)
    assert((theirs.get('jobs.job')?.length ?? 0) > 0)
    for (const [name, rows] of theirs) assert.deepEqual(ours.get(name), rows, name)
    assert.deepEqual(await onDatabase(url, formOf), await formOf(world.deps.db))

    const there = await World.open({ blobs: world.deps.blobs }, {}, () => openPostgres(url, 5))
    try {
      assert.equal(await runCommand(there.deps, ['verify'], (line) => lines.push(line)), 0, lines.at(-1))
      const signIn = await new IdentityClient(there).post('accounts:signInWithPassword', { email, password })
      assert.equal(signIn.status, 200)
      const apiUrl = await there.listen()
      const pack = { id: `${publisher.id}-blur`, version: '1.1.0' }
      const sent = { apiUrl, publisherId: publisher.id, token, nodeId: pack.id, version: pack.version }
      const next = await publish({ ...sent, archive: buildPack(pack) })
      await there.runJobs()
      const versions = await there.deps.db
        .selectFrom('node_versions')
        .select('status')
        .where('id', 'in', [next.node_version.id, waiting.id])
        .execute()
      assert.deepEqual(versions, [{ status: 'active' }, { status: 'active' }])
      await sql`insert into later (next) values (4)`.execute(there.deps.db)
    } finally {
      await there.close()
    }
    await assert.rejects(copyTo(url), /not empty\. These tables have rows: .*public\.users/)
  })

  it('refuses an invalid URL or database', async () => {
    await assert.rejects(copyTo('mysql://somewhere'), /must start with postgres/)
    await assert.rejects(
      copyTo('postgres://127.0.0.1:1/none'),
      /^SettingError: URL with 127\.0\.0\.1:1\/none: nothing accepts/,
    )
    const url = await newDatabase('bytes', "encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C'")
    await assert.rejects(copyTo(url), /URL: the encoding of the database must be UTF8/)
    assert.equal(await runCommand(world.deps, ['copy-to'], () => {}), 2)
    const config = readConfig({ DATABASE_URL: url })
    assert.throws(
      () => checkCommand(config, ['copy-to', url]),
      /DATABASE_URL must be the database to copy from/,
    )
  })

  it('refuses a database that another registry uses', async () => {
    const url = await newDatabase('used')
    await onDatabase(url, async (db) => {
      await sql`create table users (id text)`.execute(db)
      await sql`insert into users values ('somebody')`.execute(db)
    })
    await assert.rejects(copyTo(url), /not empty\. These tables have rows: public\.users/)
    assert.deepEqual([...(await onDatabase(url, allRows)).keys()], ['public.users'])
  })

  it('refuses to copy a database in use', async () => {
    const [mine, theirs] = [await openPostgres(postgres.url, 2), await openPostgres(postgres.url, 2)]
    await assert.rejects(assertUsedAlone(mine), /Stop it first/)
    await assert.rejects(assertUsedAlone(theirs), /Stop it first/)
    await theirs.close()
    // Its own connections do not count.
    const listening = await mine.raw.listen('anything', () => {})
    await untilTrue(() =>
      assertUsedAlone(mine).then(
        () => true,
        () => false,
      ),
    )
    await listening.stop()
    await mine.close()
  })
})

describe('a process with the embedded database open', () => {
  it('is not asked to copy it', {
    timeout: 60_000,
  }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'nodeyard-copy-'))
    const unlock = lockFolder(folder)
    let requests = 0
    const control = createServer((_request, response) => {
      requests++
      response.end()
    }).listen(0, '127.0.0.1')
    await once(control, 'listening')
    const { port } = control.address() as AddressInfo
    await writeFile(join(folder, 'control.json'), JSON.stringify({ port, secret: 'known' }))
    const command = spawn(
      process.execPath,
      [join(import.meta.dirname, '../command.ts'), 'copy-to', 'postgres://127.0.0.1:1/none'],
      { env: { ...testEnvironment(), DATA_DIR: folder }, stdio: ['ignore', 'ignore', 'pipe'] },
    )
    let refusal = ''
    command.stderr.setEncoding('utf8').on('data', (text: string) => {
      refusal += text
    })
    const [code] = await once(command, 'close')
    control.close()
    unlock()
    await rm(folder, { recursive: true, force: true })
    assert.deepEqual([code, requests], [1, 0])
    assert.match(refusal, /Stop it first/)
  })
})

async function onDatabase<T>(url: string, work: (db: Database['patient']) => Promise<T>): Promise<T> {
  const database = await openPostgres(url, 2)
  return work(database.patient).finally(() => database.close())
}

/** Reads each table's rows as PostgreSQL text, in a stable order. */
async function allRows(db: Db): Promise<Map<string, string[]>> {
  return inTransaction(db, async (tx) => {
    await sql`set local timezone = 'UTC'`.execute(tx)
    const tables = await sql<{ name: string }>`
      select schemaname || '.' || tablename as name from pg_tables
      where schemaname in ('public', 'jobs') and tablename not like 'kysely%' and tablename not like 'queue_stats_%'
    `.execute(tx)
    const all = new Map<string, string[]>()
    for (const { name } of tables.rows.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(tx)
      all.set(name, rows.map(({ row }) => row).sort())
    }
    return all
  })
}

/** Lists foreign keys and triggers with their enabled state. */
async function formOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as line from pg_constraint
    where contype = 'f'
    union all
    select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
  `.execute(db)
  return rows.map(({ line }) => line).sort()
}
