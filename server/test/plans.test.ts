import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CompiledQuery, sql } from 'kysely'
import { sizeFor } from '../../bench/data/size.ts'
import { writeData } from '../../bench/data/write.ts'
import { hotReads } from '../../bench/hot-reads.ts'
import { answerRead } from '../../bench/in-process.ts'
import { findFaults } from '../../bench/plans.ts'
import type { RanQuery } from '../src/db/database.ts'
import { silentTelemetry } from '../src/telemetry/telemetry.ts'
import { useWorld } from './world.ts'

let ran: RanQuery[] = []
const holder = useWorld({ telemetry: { ...silentTelemetry, ranQuery: (query) => void ran.push(query) } })

/** Small tables are read whole, rightly. Where that is forbidden, a plan that does so all the same lacks an index. */
const dearWays = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin']

/** Of a table in which an index pays for the planner. */
const leastRows = 500

// Which of its indexes the planner takes on a large registry is looked at by `npm run bench -- plans`.
const isPostgres = process.env['TEST_DATABASE'] === 'postgres'
const skip = isPostgres ? false : 'the embedded database is for small registries'

test('no hot read has to go over a whole table', { skip }, async () => {
  const { deps, app } = holder.world
  await writeData(deps.db, sizeFor(60, { now: new Date('2026-01-15T12:00:00Z') }), () => {})
  const reads = await hotReads({ query: (text, parameters) => deps.database.raw.query(text, parameters) })
  const ask = async (read: (typeof reads)[number]) => {
    ran = []
    await answerRead({ deps, handler: app.handler }, read)
    return ran
  }
  const explain = (query: RanQuery) =>
    deps.db.transaction().execute(async (tx) => {
      for (const way of dearWays) await sql`set local ${sql.ref(way)} = off`.execute(tx)
      const explained = CompiledQuery.raw(`explain (format json) ${query.sql}`, [...query.parameters])
      const { rows } = await tx.executeQuery<{ 'QUERY PLAN': unknown }>(explained)
      return rows[0]?.['QUERY PLAN']
    })
  const { rows } = await deps.database.raw.query(
    'select relname as name from pg_class where reltuples >= $1',
    [leastRows],
  )
  await app.fastify.ready()
  assert.deepEqual(await findFaults(reads, ask, explain, new Set(rows.map(({ name }) => String(name)))), [])
})
