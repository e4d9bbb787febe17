import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import pino from 'pino'
import { hasPostgres, type RunningPostgres, startPostgres, startReplica } from '../../test/postgres.ts'
import { untilTrue } from '../../test/until-true.ts'
import { World } from '../../test/world.ts'
import { createChanges } from './changes.ts'
import { openPostgres } from './database.ts'
import { migrate } from './migrate.ts'
import { openReplicas } from './replicas.ts'

const settings = { wal_receiver_status_interval: 1, wal_retrieve_retry_interval: 100 }
const waitsForItsLog = { synchronous_commit: 'on' }

describe('a replica', { skip: !hasPostgres() && 'PostgreSQL is not installed' }, () => {
  let primary: RunningPostgres
  let replica: RunningPostgres
  let onReplica: pg.Pool
  let world: World

  before(async () => {
    primary = started(await startPostgres(waitsForItsLog))
    replica = started(await startReplica(primary, settings))
    onReplica = new pg.Pool({ connectionString: replica.url, max: 2 })
    onReplica.on('error', () => {})
    world = await World.open({}, { DATABASE_URL: primary.url, DATABASE_READ_URL: replica.url }, () =>
      openPostgres(primary.url, 5),
    )
    await untilTrue(() => world.deps.replicas.pick() !== undefined)
  })
  after(async () => {
    await world?.close()
    await onReplica?.end()
    await replica?.stop()
    await primary?.stop()
  })

  const pause = () => onReplica.query('select pg_wal_replay_pause()')
  const resume = () => onReplica.query('select pg_wal_replay_resume()')
  const isRead = () => world.deps.replicas.pick() !== undefined
  const nameOf = async (id: string) =>
    (await world.inject({ url: `/publishers/${id}` })).json<{ name: string }>().name

  test('is read from', async () => {
    const { id } = await world.given.publisher({ name: 'Before' })
    await untilTrue(isRead)
    const reader = world.deps.replicas.pick()
    assert.ok(reader)
    const { rows } = await sql<{ is_standby: boolean }>`select pg_is_in_recovery() as is_standby`.execute(
      reader,
    )
    assert.deepEqual(rows, [{ is_standby: true }])
    assert.equal(await nameOf(id), 'Before')
  })

  test('that has not replayed a change is not asked, so that nothing from before it is kept', async () => {
    const { id } = await world.given.publisher({ name: 'Before' })
    await untilTrue(isRead)
    await pause()
    try {
      await rename(id, 'After')
      assert.equal(await nameOf(id), 'After')
      assert.equal(isRead(), false)
      assert.equal(await nameOf(id), 'After')
    } finally {
      await resume()
    }
    await untilTrue(isRead)
    assert.equal(await nameOf(id), 'After')
  })

  test('has an answer that was begun from it before a change not kept', async () => {
    const { id } = await world.given.publisher({ name: 'Before' })
    await untilTrue(isRead)
    const lock = new pg.Client({ connectionString: primary.url })
    await lock.connect()
    // The reader waits on the replica for a lock that it replays, and reads what was there before.
    await lock.query('begin')
    await lock.query('lock table publishers in access exclusive mode')
    await untilTrue(async () => (await locksOnReplica()) > 0)
    await untilTrue(isRead)
    const reading = nameOf(id)
    await untilTrue(async () => (await waitingOnReplica()) > 0)
    await lock.query("update publishers set name = 'After' where id = $1", [id])
    await lock.query("select pg_notify('nodeyard_changes', $1)", [`publisher:${id}`])
    await lock.query('commit')
    await lock.end()
    await reading
    await untilTrue(async () => (await nameOf(id)) === 'After')
  })

  test('that is gone is left aside, and taken back when it is there again', async () => {
    const { id } = await world.given.publisher({ name: 'Still there' })
    await untilTrue(isRead)
    await replica.halt('kill')
    assert.equal(await nameOf(id), 'Still there')
    await rename(id, 'Renamed')
    assert.equal(await nameOf(id), 'Renamed')
    await replica.start()
    await untilTrue(isRead)
    assert.equal(await nameOf(id), 'Renamed')
  })

  test('named beside the primary takes no writes: an address of several hosts leads to the one that does', async () => {
    const hosts = [replica, primary].map(({ url }) => new URL(url).host)
    const database = await openPostgres(`postgresql://postgres@${hosts}/postgres`, 2)
    try {
      const { rows } = await database.raw.query('select pg_is_in_recovery() as is_standby')
      assert.deepEqual(rows, [{ is_standby: false }])
    } finally {
      await database.close()
    }
  })

  async function rename(id: string, name: string): Promise<void> {
    await sql`update publishers set name = ${name} where id = ${id}`.execute(world.deps.db)
    world.deps.changes.announce([`publisher:${id}`])
  }

  const countOn = async (query: string) =>
    Number((await onReplica.query<{ count: string }>(query)).rows[0]?.count ?? 0)
  const locksOnReplica = () =>
    countOn("select count(*) from pg_locks where mode = 'AccessExclusiveLock' and granted")
  const waitingOnReplica = () =>
    countOn("select count(*) from pg_stat_activity where wait_event_type = 'Lock'")
})

describe('of two replicas', { skip: !hasPostgres() && 'PostgreSQL is not installed' }, () => {
  const servers: RunningPostgres[] = []
  const pools: pg.Pool[] = []
  after(async () => {
    for (const pool of pools) await pool.end()
    for (const server of servers.reverse()) await server.stop()
  })

  const keep = (server: RunningPostgres | { unavailable: string }) => {
    const running = started(server)
    servers.push(running)
    return running
  }
  const ask = async (server: RunningPostgres, query: string) => {
    let pool = pools.find(({ options }) => options.connectionString === server.url)
    if (!pool) {
      pool = new pg.Pool({ connectionString: server.url, max: 1 })
      pool.on('error', () => {})
      pools.push(pool)
    }
    return (await pool.query(query)).rows[0]?.answer
  }

  test('the one that follows the promoted server is read from, not the one that has more than it', async () => {
    const lost = keep(await startPostgres(waitsForItsLog))
    const database = await openPostgres(lost.url, 2)
    await migrate(database.db)
    await database.close()
    const promoted = keep(await startReplica(lost, settings))
    const address = new URL(promoted.url)
    const upstream = `host=${address.hostname} port=${address.port} user=${address.username}`
    const following = keep(await startReplica(lost, { ...settings, primary_conninfo: upstream }))
    const left = keep(await startReplica(lost, settings))

    await promoted.halt('fast')
    await ask(lost, 'create table undone as select generate_series(1, 100000)')
    const undone = await ask(lost, 'select pg_current_wal_flush_lsn() as answer')
    await untilTrue(() => ask(left, `select pg_last_wal_replay_lsn() >= '${undone}' as answer`))
    await lost.halt('kill')
    await promoted.start()
    await promoted.promote()

    const primary = await openPostgres(promoted.url, 2)
    const hosts = [left, following].map(({ url }) => new URL(url).host)
    const replicas = openReplicas(`postgresql://postgres@${hosts}/postgres`, {
      primary,
      changes: createChanges(),
      connections: 2,
      onQuery: () => {},
      log: pino({ level: 'silent' }),
    })
    const isGood = (index: number) => Number.isFinite(replicas.ages()[index])
    const looks = new Set<unknown>()
    try {
      await untilTrue(() => isGood(1))
      // Looked at again and again by now.
      await untilTrue(async () => looks.add(await ask(left, lastLook)).size > 3)
      assert.equal(isGood(0), false)
    } finally {
      await replicas.close()
      await primary.close()
    }
  })

  const lastLook = `select query_start::text as answer from pg_stat_activity
    where application_name = 'nodeyard reader' order by query_start desc limit 1`
})

function started(server: RunningPostgres | { unavailable: string }): RunningPostgres {
  if ('unavailable' in server) throw new Error(server.unavailable)
  return server
}
