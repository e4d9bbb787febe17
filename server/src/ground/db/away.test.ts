import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { issueCatalogue } from '../../../test/catalogue.ts'
import { hasPostgres, type RunningPostgres, startPostgres } from '../../../test/postgres.ts'
import { receivedChanges } from '../../../test/received-changes.ts'
import { type StallingProxy, stallingProxy } from '../../../test/stalling-proxy.ts'
import { untilTrue } from '../../../test/until-true.ts'
import { World } from '../../../test/world.ts'
import { openPostgres } from './open.ts'
import { inTransaction } from './transactions.ts'

describe('an unavailable database', { skip: !hasPostgres() && 'PostgreSQL is not installed' }, () => {
  let postgres: RunningPostgres
  let network: StallingProxy
  let world: World
  let other: pg.Pool

  before(async () => {
    // Committed data must survive the crash below.
    const started = await startPostgres({ synchronous_commit: 'on' })
    if ('unavailable' in started) throw new Error(started.unavailable)
    postgres = started
    network = await stallingProxy({ port: Number(new URL(postgres.url).port) })
    const url = Object.assign(new URL(postgres.url), { port: network.port }).href
    world = await World.open({}, { DATABASE_URL: url }, () => openPostgres(url, 5))
    other = new pg.Pool({ connectionString: postgres.url, max: 1 })
    other.on('error', () => {})
  })
  after(async () => {
    await world?.close()
    await other?.end()
    await network?.close()
    await postgres?.stop()
  })

  const get = (path: string) => world.inject({ url: path })
  const givenCached = async () => {
    const { id } = await world.given.publisher({ name: 'Before' })
    await receivedChanges(world.deps)
    const path = `/publishers/${id}`
    assert.equal(await nameAt(path), 'Before')
    return { id, path }
  }
  const nameAt = async (path: string) => (await get(path)).json<{ name: string }>().name
  /** Renames a publisher like another process would, invisible to this one. */
  const renameElsewhere = (id: string) =>
    other.query("update publishers set name = 'After' where id = $1", [id])
  const isCurrent = () => world.deps.changes.isCurrent()

  it('does not delay a change when the notification connection was ended', async () => {
    const { id, path } = await givenCached()
    await other.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'nodeyard % listener'",
    )
    await untilTrue(() => !isCurrent())
    await renameElsewhere(id)
    assert.equal(await nameAt(path), 'After')
    await untilTrue(isCurrent)
    assert.equal(await nameAt(path), 'After')
  })

  it('fails only the transaction whose connection was ended', async () => {
    const { db } = world.deps
    await assert.rejects(
      inTransaction(db, async (tx) => {
        await other.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'nodeyard%' and state = 'idle in transaction'",
        )
        await tx.selectFrom('publishers').select('id').limit(1).execute()
      }),
    )
    await givenCached()
  })

  it('leaves cached responses with their age while the network is silent, and fresh ones afterwards', async () => {
    const { id, path } = await givenCached()
    network.stall()
    try {
      await untilTrue(() => !isCurrent())
      await renameElsewhere(id)
      world.advance(5000)
      const answer = await get(path)
      assert.equal(answer.json<{ name: string }>().name, 'Before')
      assert.deepEqual(
        [answer.statusCode, answer.headers['warning'], Number(answer.headers['age']) >= 5],
        [200, '111 - "Revalidation Failed"', true],
      )
      assert.match(String(answer.headers['cache-control']), /no-cache/)
    } finally {
      network.flow()
    }
    await untilTrue(async () => (await nameAt(path)) === 'After')
    await untilTrue(isCurrent)
    assert.equal((await get(path)).headers['warning'], undefined)
  })

  it('leaves a cached sync page with its age, whichever manager requested it before', async () => {
    await world.given.node()
    await issueCatalogue(world)
    await receivedChanges(world.deps)
    await world.deps.syncPages.refresh()
    // Managers request each page like this.
    const sync = (version: string) =>
      world.inject({
        url: `/nodes?page=1&limit=30&form_factor=git-linux&comfyui_version=${version}`,
        headers: { 'cache-control': 'no-cache' },
      })
    const { payload } = await sync('v0.3.40')
    await postgres.halt('immediate')
    try {
      await untilTrue(() => !isCurrent())
      world.advance(5000)
      const answer = await sync('v0.3.41')
      assert.deepEqual([answer.statusCode, answer.payload], [200, payload])
      assert.equal(answer.headers['warning'], '111 - "Revalidation Failed"')
      assert.ok(Number(answer.headers['age']) >= 5)
    } finally {
      await postgres.start()
      await untilTrue(isCurrent)
    }
    await untilTrue(async () => (await sync('v0.3.40')).headers['warning'] === undefined)
  })

  it('leaves cached responses for an hour, and errors for uncached ones', async () => {
    const { path } = await givenCached()
    const authorization = `Bearer ${await world.tokenOf(await world.given.user())}`
    await postgres.halt('immediate')
    try {
      await untilTrue(() => !isCurrent())
      assert.equal(await nameAt(path), 'Before')
      const signedIn = await world.inject({ url: path, headers: { authorization } })
      assert.deepEqual(
        [signedIn.statusCode, signedIn.headers['warning']],
        [200, '111 - "Revalidation Failed"'],
      )
      const refused = await get('/publishers/never-requested')
      assert.deepEqual([refused.statusCode, refused.json<{ error: string }>().error], [503, 'unavailable'])
      world.advance(3_600_000)
      assert.equal((await get(path)).statusCode, 503)
    } finally {
      await postgres.start()
    }
    await untilTrue(async () => (await get(path)).statusCode === 200)
    await untilTrue(isCurrent)
  })
})
