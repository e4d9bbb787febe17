import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CompiledQuery, sql } from 'kysely'
import type { Database, RanQuery } from '../server/src/ground/db/database.ts'
import { inTransaction } from '../server/src/ground/db/transactions.ts'
import { silentTelemetry } from '../server/src/ground/telemetry/telemetry.ts'
import { testPublisher } from '../server/test/publishing.ts'
import { useWorld } from '../server/test/world.ts'
import { writeData } from './data/write.ts'
import { hotReads } from './hot-reads.ts'
import { answerRead } from './in-process.ts'
import { findFaults } from './plans.ts'

let ran: RanQuery[] = []
const holder = useWorld({ telemetry: { ...silentTelemetry, ranQuery: (query) => void ran.push(query) } })

/**
 * Sequential scans are right for small tables. With these methods disabled, a plan that still scans lacks an
 * index.
 */
const expensiveMethods = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin']

/** Rows from which on the planner prefers an index. */
const leastRows = 300

// `npm run bench -- plans` checks which index the planner chooses on a large registry.
const isPostgres = process.env['TEST_DATABASE'] === 'postgres'
const skip = isPostgres ? false : 'the embedded database is for small registries'

describe('hot reads and publishes', () => {
  it('run without a scan of a whole table', { skip }, async () => {
    const { world } = holder
    const { deps, app } = world
    await writeData(deps.db, { nodes: 60, seed: 1, now: new Date('2026-01-15T12:00:00Z') }, () => {})
    const reads = await hotReads({ query: (text, parameters) => deps.database.raw.query(text, parameters) })
    await app.fastify.ready()
    const works = reads.map((read) => ({
      label: read.label,
      run: () => statementsOf(() => answerRead({ deps, handler: app.handler }, read)),
    }))
    const publisher = await testPublisher(world, { owner: await world.given.user({ id: 'who-publishes' }) })
    // The jobs also process everything written above.
    await world.runJobs()
    const publish = (version: string) => () =>
      statementsOf(() => publisher.publish({ id: 'published', version }))
    works.push({ label: 'publish a node', run: publish('1.0.0') })
    works.push({ label: 'publish a version', run: publish('1.0.1') })
    const tables = await tablesThatPay(deps.database)
    assert.deepEqual(await findFaults(works, explain, tables), [])
  })
})

async function statementsOf(work: () => Promise<unknown>): Promise<RanQuery[]> {
  ran = []
  await work()
  return ran
}

function explain({ sql: text, parameters }: RanQuery): Promise<unknown> {
  return inTransaction(holder.world.deps.db, async (tx) => {
    for (const way of expensiveMethods) await sql`set local ${sql.ref(way)} = off`.execute(tx)
    const explained = CompiledQuery.raw(`explain (verbose, format json) ${text}`, [...parameters])
    const { rows } = await tx.executeQuery<{ 'QUERY PLAN': unknown }>(explained)
    return rows[0]?.['QUERY PLAN']
  })
}

async function tablesThatPay({ raw }: Database): Promise<Set<string>> {
  const { rows } = await raw.query('select relname as name from pg_class where reltuples >= $1', [leastRows])
  return new Set(rows.map(({ name }) => String(name)))
}
