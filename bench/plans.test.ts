import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CompiledQuery, sql } from 'kysely'
import type { Database, RanQuery } from '../server/src/ground/db/database.ts'
import { inTransaction } from '../server/src/ground/db/transactions.ts'
import { silentTelemetry } from '../server/src/ground/telemetry/telemetry.ts'
import { testPublisher } from '../server/test/publishing.ts'
import { useWorld } from '../server/test/world.ts'
import { sizeFor } from './data/size.ts'
import { writeData } from './data/write.ts'
import { hotReads } from './hot-reads.ts'
import { answerRead } from './in-process.ts'
import { findFaults } from './plans.ts'

let ran: RanQuery[] = []
const holder = useWorld({ telemetry: { ...silentTelemetry, ranQuery: (query) => void ran.push(query) } })

/** Small tables are read whole, rightly. Where that is forbidden, a plan that does so all the same lacks an index. */
const dearWays = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin']

/** Of a table in which an index pays for the planner. */
const leastRows = 300

// Which of its indexes the planner takes on a large registry is looked at by `npm run bench -- plans`.
const isPostgres = process.env['TEST_DATABASE'] === 'postgres'
const skip = isPostgres ? false : 'the embedded database is for small registries'

test('no hot read and no publish has to go over a whole table', { skip }, async () => {
  const { world } = holder
  const { deps, app } = world
  await writeData(deps.db, sizeFor(60, { now: new Date('2026-01-15T12:00:00Z') }), () => {})
  const reads = await hotReads({ query: (text, parameters) => deps.database.raw.query(text, parameters) })
  await app.fastify.ready()
  const works = reads.map((read) => ({
    says: read.says,
    run: () => statementsOf(() => answerRead({ deps, handler: app.handler }, read)),
  }))
  const publisher = await testPublisher(world, { owner: await world.given.user({ id: 'who-publishes' }) })
  // All that was written is new to the jobs, too.
  await world.runJobs()
  const publish = (version: string) => () =>
    statementsOf(() => publisher.publish({ id: 'published', version }))
  works.push({ says: 'publish a node', run: publish('1.0.0') })
  works.push({ says: 'publish a version', run: publish('1.0.1') })
  const tables = await tablesThatPay(deps.database)
  assert.deepEqual(await findFaults(works, explain, tables), [])
})

async function statementsOf(work: () => Promise<unknown>): Promise<RanQuery[]> {
  ran = []
  await work()
  return ran
}

function explain({ sql: text, parameters }: RanQuery): Promise<unknown> {
  return inTransaction(holder.world.deps.db, async (tx) => {
    for (const way of dearWays) await sql`set local ${sql.ref(way)} = off`.execute(tx)
    const explained = CompiledQuery.raw(`explain (verbose, format json) ${text}`, [...parameters])
    const { rows } = await tx.executeQuery<{ 'QUERY PLAN': unknown }>(explained)
    return rows[0]?.['QUERY PLAN']
  })
}

async function tablesThatPay({ raw }: Database): Promise<Set<string>> {
  const { rows } = await raw.query('select relname as name from pg_class where reltuples >= $1', [leastRows])
  return new Set(rows.map(({ name }) => String(name)))
}
