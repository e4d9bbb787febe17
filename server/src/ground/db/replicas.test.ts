import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { hasPostgres, type RunningPostgres, startPostgres, startReplica } from '../../../test/postgres.ts'
import { untilTrue } from '../../../test/until-true.ts'
import { World } from '../../../test/world.ts'
import { openPostgres } from './open.ts'

const settings = { wal_receiver_status_interval: 1, wal_retrieve_retry_interval: 100 }
const durable = { synchronous_commit: 'on' }

describe('a replica', { skip: !hasPostgres() && 'PostgreSQL is not installed' }, () => {
  let primary: RunningPostgres
  let replica: RunningPostgres
  let onReplica: pg.Pool
  let world: World

  before(async () => {
    primary = started(await startPostgres(durable))
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

  it('serves reads', async () => {
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

  it('is not used before it has replayed a change, so that caches stay current', async () => {
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

  it('never fills the cache from a read that started before a change', async () => {
    const { id } = await world.given.publisher({ name: 'Before' })
    await untilTrue(isRead)
    const lock = new pg.Client({ connectionString: primary.url })
    await lock.connect()
    // The read waits for a lock that the replica replays, and then sees the data before it.
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

  it('is skipped while unreachable, and used again afterwards', async () => {
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

function started(server: RunningPostgres | { unavailable: string }): RunningPostgres {
  if ('unavailable' in server) throw new Error(server.unavailable)
  return server
}
