import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pino from 'pino'
import Type from 'typebox'
import { openTestDatabase } from '../../../test/test-database.ts'
import type { Database } from '../db/database.ts'
import { inTransaction } from '../db/transactions.ts'
import { silentTelemetry } from '../telemetry/telemetry.ts'
import { defineJob } from './job.ts'
import { openJobs } from './jobs.ts'

let database: Database
before(async () => {
  database = await openTestDatabase()
})
after(() => database.close())

const witness = { log: pino({ level: 'silent' }), telemetry: silentTelemetry }

describe('stored jobs', () => {
  it('run all work that one transaction stored, and retry failures', { timeout: 60_000 }, async () => {
    const ran: number[] = []
    const { promise: allRan, resolve } = Promise.withResolvers<void>()
    const note = defineJob({
      name: 'note',
      payload: Type.Object({ number: Type.Integer() }),
      concurrency: 2,
      attempts: 2,
      retrySeconds: 0,
      async run(_deps: object, { number }) {
        const isFirst = !ran.includes(number)
        ran.push(number)
        if (number === 3 && isFirst) throw new Error('Not yet.')
        if (new Set(ran).size === 12 && ran.length === 13) resolve()
      },
    })
    const jobs = await openJobs<object>(database, [note], witness, { works: true })
    await jobs.work({})
    await inTransaction(database.db, async (tx) => {
      for (let number = 0; number < 12; number++) await jobs.send(tx, note, { number })
    })
    await allRan
    await jobs.stop()
    assert.deepEqual(
      ran.toSorted((a, b) => a - b),
      [0, 1, 2, 3, 3, 4, 5, 6, 7, 8, 9, 10, 11],
    )
  })

  it('run the work of a process that died, even after the clock was set back', {
    timeout: 60_000,
    skip: process.env['TEST_DATABASE'] === 'postgres' ? false : 'the embedded database has one process',
  }, async (t) => {
    const { promise: hasRun, resolve } = Promise.withResolvers<void>()
    const note = defineJob({
      name: 'note-again',
      payload: Type.Object({}),
      retrySeconds: 0,
      run: async () => resolve(),
    })
    const jobs = await openJobs<object>(database, [note], witness, { works: true })
    const now = Date.now
    t.mock.method(Date, 'now', () => now() - 3_600_000)
    await inTransaction(database.db, (tx) => jobs.send(tx, note, {}))
    await database.raw.query(
      `update jobs.job set state = 'active', started_on = now(), heartbeat_on = now() - interval '1 minute'
     where name = 'note-again'`,
    )
    await jobs.work({})
    await hasRun
    await jobs.stop()
  })

  it('repeat a failed run after its delay', { timeout: 60_000 }, async () => {
    const { promise: hasRun, resolve } = Promise.withResolvers<void>()
    let runs = 0
    const note = defineJob({
      name: 'note-later',
      payload: Type.Object({}),
      retrySeconds: 1,
      async run() {
        if (++runs === 1) throw new Error('Not yet.')
        resolve()
      },
    })
    const jobs = await openJobs<object>(database, [note], witness, { works: true })
    await jobs.work({})
    await inTransaction(database.db, (tx) => jobs.send(tx, note, {}))
    await hasRun
    await jobs.stop()
  })

  it('run delayed work on time, also after a restart', { timeout: 60_000 }, async () => {
    const { promise: allRan, resolve } = Promise.withResolvers<void>()
    let runs = 0
    const note = defineJob({
      name: 'note-at-a-time',
      payload: Type.Object({}),
      run: async () => void (++runs === 2 && resolve()),
    })
    const before = await openJobs<object>(database, [note], witness, { works: false })
    const startAfter = new Date(Date.now() + 2000)
    await inTransaction(database.db, (tx) => before.send(tx, note, {}, { startAfter }))
    await before.stop()
    const jobs = await openJobs<object>(database, [note], witness, { works: true })
    await jobs.work({})
    await inTransaction(database.db, (tx) => jobs.send(tx, note, {}, { startAfter }))
    await allRan
    await jobs.stop()
  })

  it('run one job of a group at a time, and other groups in parallel', { timeout: 60_000 }, async () => {
    const { promise: firstRuns, resolve: noteFirst } = Promise.withResolvers<void>()
    const { promise: otherRan, resolve: noteOther } = Promise.withResolvers<void>()
    const { promise: allRan, resolve: noteAll } = Promise.withResolvers<void>()
    let running = 0
    let maxRunning = 0
    let left = 5
    const grouped = defineJob({
      name: 'grouped',
      payload: Type.Object({ isOther: Type.Boolean() }),
      concurrency: 3,
      async run(_deps: object, { isOther }) {
        if (isOther) noteOther()
        else {
          maxRunning = Math.max(maxRunning, ++running)
          noteFirst()
          // Occupies its worker until a job of another group runs.
          await otherRan
          running--
        }
        if (--left === 0) noteAll()
      },
    })
    const jobs = await openJobs<object>(database, [grouped], witness, { works: true })
    const send = (group: string, count: number) =>
      inTransaction(database.db, async (tx) => {
        for (let number = 0; number < count; number++)
          await jobs.send(tx, grouped, { isOther: group === 'other' }, { group })
      })
    await jobs.work({})
    await send('one', 1)
    await firstRuns
    await send('one', 3)
    await send('other', 1)
    await allRan
    await jobs.stop()
    assert.equal(maxRunning, 1)
  })
})

describe('existing queues', () => {
  const jobWith = (part: { attempts: number; schedule: string }) =>
    defineJob({ name: 'kept-queue', payload: Type.Object({}), run: async (_deps: object) => {}, ...part })
  const stored = async () => {
    const { rows } = await database.raw.query(
      `select queue.retry_limit, queue.updated_on, schedule.cron
       from jobs.queue queue join jobs.schedule schedule on schedule.name = queue.name where queue.name = 'kept-queue'`,
    )
    return rows[0]
  }
  const start = async (part: { attempts: number; schedule: string }) => {
    const jobs = await openJobs<object>(database, [jobWith(part)], witness, { works: false })
    await jobs.stop()
    return stored()
  }

  it('remain unchanged if their jobs have not changed', async () => {
    const settings = { attempts: 3, schedule: '5 * * * *' }
    assert.deepEqual(await start(settings), await start(settings))
  })

  it('get the retry limits and schedules of this release', async () => {
    const changed = await start({ attempts: 7, schedule: '9 * * * *' })
    assert.deepEqual([changed?.['retry_limit'], changed?.['cron']], [6, '9 * * * *'])
  })
})
