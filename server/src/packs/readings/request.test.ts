import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { getNode, listReadings, requestReading, setReadingOptOut } from '@nodeyard/contract/packs'
import { RepositoryHost } from '../../../test/fakes/repository-host.ts'
import { World } from '../../../test/world.ts'
import { HostTurns } from './host-turns.ts'
import { readingLimits } from './limits.ts'
import { packFiles, readAll, readingOf, turnOf, unclaimedNode } from './readings.test-support.ts'
import { CodeHostSource } from './sources/code-host.ts'
import { listDue } from './turns/sql.ts'

const host = new RepositoryHost()
const minuteMs = 60_000
let world: World
let url: string
let count = 0

before(async () => {
  url = await host.listen()
  const networks = { isAny: false, has: () => false }
  world = await World.open({
    repositorySources: [
      new CodeHostSource({ url, apiUrl: `${url}/api`, token: '' }, { networks }, readingLimits),
    ],
    hostTurns: new HostTurns(0),
  })
})
after(async () => {
  await world.close()
  await host.close()
})
beforeEach(() => world.deps.db.updateTable('nodes').set({ repository_key: null }).execute())

async function readNode(part: object = {}) {
  const name = `ann/asked-${++count}`
  host.put(name, packFiles(name.slice(4)))
  const { id } = await unclaimedNode(world, `${url}/${name}`, part)
  await readAll(world)
  return { name, nodeId: id }
}

const request = (nodeId: string) => world.anonymous.call(requestReading, { params: { nodeId } })

describe('asking for a reading', () => {
  it('honors a file that opts out within an hour, also right after a turn', async () => {
    const { name, nodeId } = await readNode()
    host.put(name, packFiles('kept', { '.nodeyard-opt-out': '' }))
    const tried = (await turnOf(world, nodeId))?.tried_at?.getTime() ?? 0
    const { is_due, due_at } = await request(nodeId)
    assert.deepEqual([is_due, due_at], [false, new Date(tried + 60 * minuteMs).toISOString()])
    world.advance(59 * minuteMs)
    assert.deepEqual(await readAll(world), {})
    world.advance(minuteMs)
    assert.deepEqual(await readAll(world), { failed: 1 })
    assert.equal((await turnOf(world, nodeId))?.failure, 'opted_out')
    assert.equal(await readingOf(world, nodeId), undefined)
  })

  it('comes before repositories that more people want', async () => {
    const { nodeId } = await readNode()
    world.advance(2 * 60 * minuteMs)
    for (const stars of [9000, 100])
      await unclaimedNode(world, `${url}/ann/famous-${stars}-${count}`, { github_stars: stars })
    assert.equal((await request(nodeId)).is_due, true)
    const [first] = await listDue(world.deps.db, { now: world.now(), notIds: [], limit: 1 })
    assert.equal(first?.id, nodeId)
  })

  it('does nothing for a node that has a version or an opt-out', async () => {
    const { nodeId } = await readNode()
    await world.given.version({ node_id: nodeId })
    assert.deepEqual(await request(nodeId), { is_due: false })
  })
})

describe('opting out as the owner', () => {
  it('removes the readings at once, until the owner opts in again', async () => {
    const user = await world.given.user()
    const publisher = await world.given.publisher({ owner: user })
    const { nodeId } = await readNode({ publisher_id: publisher.id })
    const owner = world.as(user)
    const params = { publisherId: publisher.id, nodeId }
    const count = async () => {
      const query = { include_counts: true }
      return (await world.anonymous.call(getNode, { params: { nodeId }, query })).reading_count
    }
    assert.equal(await count(), 1)
    await owner.call(setReadingOptOut, { params, body: { opted_out: true } })
    assert.equal(await count(), 0)
    const { readings } = await world.anonymous.call(listReadings, { params: { nodeId } })
    assert.deepEqual(readings, [])
    assert.equal((await world.anonymous.call(getNode, { params: { nodeId } })).reading, undefined)
    assert.deepEqual(await request(nodeId), { is_due: false })
    world.advance(8 * 24 * 60 * minuteMs)
    assert.deepEqual(await readAll(world), {})
    await owner.call(setReadingOptOut, { params, body: { opted_out: false } })
    assert.deepEqual(await readAll(world), { read: 1 })
  })
})
