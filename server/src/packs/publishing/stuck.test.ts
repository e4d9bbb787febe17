import assert from 'node:assert/strict'
import { before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { testPublisher } from '../../../test/publishing.ts'
import { useWorld } from '../../../test/world.ts'
import { getDuties } from '../../safety/oversight/numbers.ts'
import { findVersion } from '../nodes/versions/sql.ts'
import type { Analyst } from './analyst.ts'
import { processVersion, retryStuckVersions } from './jobs.ts'

const holder = useWorld()
const hourMs = 3600_000
let honest: Analyst['read']
let runs = 0

beforeEach(() => {
  const { analyst } = holder.world.deps
  honest ??= analyst.read
  analyst.read = async () => {
    runs++
    throw new Error('out of order')
  }
})

const publishStuck = async (id: string) => (await testPublisher(holder.world)).publish({ id })
const retry = () => retryStuckVersions.run(holder.world.deps, {}, new AbortController().signal)

/** Whether the version is retried after this many hours. */
async function isTriedAfter(hours: number): Promise<boolean> {
  const { world } = holder
  world.advance(hours * hourMs)
  runs = 0
  await retry()
  await world.runJobs()
  assert.ok(runs === 0 || runs === processVersion.attempts, String(runs))
  return runs > 0
}

describe('a stuck version', () => {
  before(() => holder.world.allowFailedJobs(/out of order/))

  it('is retried at doubling intervals for a week', async () => {
    const { world } = holder
    const { id } = await publishStuck('stuck-for-long')
    assert.equal(await isTriedAfter(1), true)
    assert.equal(await isTriedAfter(0.5), false)
    assert.equal(await isTriedAfter(1), true)
    assert.equal(await isTriedAfter(2), false)
    assert.equal(await isTriedAfter(1), true)
    assert.equal(await isTriedAfter(7 * 24), false)
    assert.equal((await findVersion(world.deps.db, id))?.status, 'pending')
    const { duties } = await getDuties(world.deps)
    assert.equal(duties.find(({ name }) => name === 'stuck')?.count, 1, 'moderators are told')
  })

  it('runs after new versions, one attempt at a time', async () => {
    const { world } = holder
    const { analyst, db } = world.deps
    const stuck = await publishStuck('stuck-before')
    world.advance(hourMs)
    await retry()
    await retry()
    const { rows } = await sql`select from jobs.job where name = ${processVersion.name} and state = 'created'
    and data->>'versionId' = ${stuck.id}`.execute(db)
    assert.equal(rows.length, 1)
    const publisher = await testPublisher(world)
    const sent: string[] = []
    for (const version of ['1.0.0', '1.0.1'])
      sent.push((await publisher.publish({ id: 'sent-later', version, waiting: true })).id)
    analyst.read = honest
    await world.runJobs()
    const events = await db
      .selectFrom('audit_events')
      .select('subject_id')
      .where('action', '=', 'version.activate')
      .orderBy('id')
      .execute()
    assert.deepEqual(
      events.map(({ subject_id }) => subject_id),
      [...sent, stuck.id],
    )
  })
})
