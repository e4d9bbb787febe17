import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { hasPostgres, type RunningPostgres, startPostgres } from '../../test/postgres.ts'
import { PreparingClient } from './prepared.ts'
import { endWhenSilent, Silent } from './silence.ts'

describe('a statement that takes long', { skip: !hasPostgres() && 'PostgreSQL is not installed' }, () => {
  let postgres: RunningPostgres
  let client: PreparingClient

  before(async () => {
    const started = await startPostgres()
    if ('unavailable' in started) throw new Error(started.unavailable)
    postgres = started
    client = new PreparingClient({ connectionString: postgres.url })
    client.on('error', () => {})
    await client.connect()
    endWhenSilent(client, async () => true, { silenceMs: 20, longestSilenceMs: 100 })
  })
  after(() => postgres?.stop())

  const run = (statement: string): Promise<unknown> => client.query(statement)

  test('goes on where its transaction has set a limit of its own', async () => {
    for (const statement of ['begin', "set local statement_timeout = '1min'", 'select pg_sleep(0.5)'])
      await run(statement)
    assert.ok(client.mayTakeLong)
    await run('commit')
    assert.ok(!client.mayTakeLong)
  })

  test('goes on where the connection has, in each of its transactions', async () => {
    await run('set statement_timeout = 0')
    for (let times = 0; times < 2; times++)
      for (const statement of ['begin', 'select pg_sleep(0.5)', 'commit']) await run(statement)
    assert.ok(client.mayTakeLong)
  })

  test('is cut off once that is taken back', async () => {
    await run('reset statement_timeout')
    await assert.rejects(run('select pg_sleep(600)'), Silent)
  })
})
