import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { hasPostgres, type RunningPostgres, startPostgres } from '../../../test/postgres.ts'
import { type StallingProxy, stallingProxy } from '../../../test/stalling-proxy.ts'
import { connectionTo, noLimits, openPool } from './postgres.ts'
import { isUnavailable } from './unavailable.ts'

describe('a PostgreSQL connection', { skip: !hasPostgres() && 'PostgreSQL is not installed' }, () => {
  let postgres: RunningPostgres
  let network: StallingProxy
  let url: string

  before(async () => {
    const started = await startPostgres()
    if ('unavailable' in started) throw new Error(started.unavailable)
    postgres = started
    network = await stallingProxy({ port: Number(new URL(postgres.url).port) })
    url = Object.assign(new URL(postgres.url), { port: network.port }).href
  })
  after(async () => {
    await network?.close()
    await postgres?.stop()
  })

  it('gives up on a server that stops responding', async () => {
    const pool = openPool(url, {
      connections: 1,
      applicationName: 'test',
      limits: { ...noLimits, silence: 2000 },
    })
    await pool.query('select')
    network.stall()
    try {
      await assert.rejects(pool.query('select'), isUnavailable)
    } finally {
      network.flow()
    }
    await pool.query('select')
    await pool.end()
  })

  it('waits for a slow statement when it has no limits', async () => {
    const client = new pg.Client(connectionTo(url, 'test', noLimits))
    await client.connect()
    await client.query('select pg_sleep(0.5)')
    await client.end()
  })

  it('has the server cancel a statement that exceeds its limit', async () => {
    const client = new pg.Client(connectionTo(url, 'test', { ...noLimits, statement: 50 }))
    await client.connect()
    await assert.rejects(client.query('select pg_sleep(60)'), { code: '57014' })
    await client.end()
  })
})
