import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { limits } from '@nodeyard/contract/limits'
import { getNodeDownloads, getVersionDownloads } from '@nodeyard/contract/packs'
import { useWorld, type World } from '../../../test/world.ts'

const holder = useWorld()
const dayMs = 86_400_000

let installers = 0

/** Installs from a different client each time. */
async function install(world: World, nodeId: string, version: string): Promise<void> {
  const headers = { 'user-agent': `installer ${++installers}` }
  await world.inject({ url: `/nodes/${nodeId}/install`, query: { version }, headers })
  await world.deps.installs.flush()
}

describe('download counts', () => {
  beforeEach(() => holder.world.startDay())

  it('counts installs per day for all versions together, with zero for days without one', async () => {
    const { world } = holder
    const { id } = await world.given.node()
    for (const version of ['1.0.0', '1.1.0']) await world.given.version({ node_id: id, version })
    for (const version of ['1.0.0', '1.1.0']) await install(world, id, version)
    world.advance(2 * dayMs)
    await install(world, id, '1.1.0')
    const { from, counts } = await world.anonymous.call(getNodeDownloads, {
      params: { nodeId: id.toUpperCase() },
      query: { days: 4 },
    })
    assert.deepEqual(counts, [0, 2, 0, 1])
    assert.equal(from, new Date(world.now().getTime() - 3 * dayMs).toISOString().slice(0, 10))
  })

  it('counts an install on the day of the request, however late it is stored', async () => {
    const { world } = holder
    const { id } = await world.given.node()
    const version = await world.given.version({ node_id: id, version: '1.0.0' })
    const { installs } = world.deps
    installs.count(id, version.id)
    world.advance(dayMs)
    installs.count(id, version.id)
    installs.count(id, version.id)
    await installs.flush()
    const { counts } = await world.anonymous.call(getNodeDownloads, {
      params: { nodeId: id },
      query: { days: 2 },
    })
    assert.deepEqual(counts, [1, 2])
  })

  it('counts installs by version, most installed first, with the rest of many combined', async () => {
    const { world } = holder
    const { id } = await world.given.node()
    const numbers = Array.from({ length: limits.versionsOfDownloads + 2 }, (_, index) => `1.${index}.0`)
    for (const version of numbers) await world.given.version({ node_id: id, version })
    for (const version of [...numbers, '1.3.0']) await install(world, id, version)
    const { versions, others } = await world.anonymous.call(getVersionDownloads, {
      params: { nodeId: id },
      query: { days: 2 },
    })
    assert.deepEqual(versions[0], { version: '1.3.0', total: 2, counts: [0, 2] })
    assert.equal(versions.length, limits.versionsOfDownloads)
    assert.deepEqual(others, [0, 2])
  })

  it('shows a stored install at once to clients that read the count before', async () => {
    const { world } = holder
    const { id } = await world.given.node()
    await world.given.version({ node_id: id, version: '1.0.0' })
    const requested = { params: { nodeId: id }, query: { days: 1 } }
    const told = async () => {
      const { counts } = await world.anonymous.call(getNodeDownloads, requested)
      const { versions } = await world.anonymous.call(getVersionDownloads, requested)
      return [counts, versions[0]?.counts]
    }
    await install(world, id, '1.0.0')
    assert.deepEqual(await told(), [[1], [1]])
    await install(world, id, '1.0.0')
    assert.deepEqual(await told(), [[2], [2]])
  })

  it('covers ninety days by default and at most a year', async () => {
    const { world } = holder
    const { id } = await world.given.node()
    const { counts } = await world.anonymous.call(getNodeDownloads, { params: { nodeId: id } })
    assert.equal(counts.length, 90)
    for (const days of [0, 367]) {
      await assert.rejects(
        world.anonymous.call(getNodeDownloads, { params: { nodeId: id }, query: { days } }),
        { status: 400 },
      )
    }
  })

  it('hides the downloads of a node that the caller cannot see', async () => {
    const { world } = holder
    const { id } = await world.given.node({ status: 'banned' })
    await assert.rejects(world.anonymous.call(getNodeDownloads, { params: { nodeId: id } }), { status: 403 })
  })
})
