import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { useWorld } from '../test/world.ts'
import { givePast, installsOf } from './history.ts'

const holder = useWorld()
const now = new Date('2026-03-04T12:00:00Z')

describe('the demo history', () => {
  it('grow from the first to the last day, with fewer on weekends', () => {
    const days = installsOf({ daysAgo: 28, installsADay: [10, 200] }, now)
    const weekOf = (first: number) => days.slice(first, first + 7).reduce((sum, { count }) => sum + count, 0)
    assert.equal(days.length, 29)
    assert.deepEqual(days.at(-1)?.day, now)
    assert.ok(weekOf(0) < weekOf(7) && weekOf(7) < weekOf(14) && weekOf(14) < weekOf(21))
    assert.deepEqual(installsOf({ daysAgo: 0, installsADay: [0, 0] }, now), [])
  })

  it('adds tags, stars and past installs once', async () => {
    const { world } = holder
    const version = await world.given.version({ version: '1.0.0' })
    const node = await world.deps.db
      .selectFrom('nodes')
      .selectAll()
      .where('id', '=', version.node_id)
      .executeTakeFirstOrThrow()
    const past = {
      nodeId: node.id,
      tags: ['colour'],
      stars: 12,
      ratings: [],
      versions: [{ version: '1.0.0', daysAgo: 30, installsADay: [10, 10] satisfies [number, number] }],
    }
    const read = () =>
      world.deps.db.selectFrom('nodes').selectAll().where('id', '=', node.id).executeTakeFirstOrThrow()
    await givePast(world.deps, past)
    const given = await read()
    await givePast(world.deps, past)
    assert.deepEqual([given.tags, given.github_stars], [['colour'], 12])
    assert.ok(Number(given.downloads) > 200)
    assert.ok(given.created_at < world.now() && given.created_at < node.created_at)
    assert.deepEqual(given.updated_at, given.created_at)
    assert.equal((await read()).downloads, given.downloads)
  })
})
