import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getCompatibility } from '@nodeyard/contract/packs'
import { useWorld } from '../../../../test/world.ts'

const holder = useWorld()

async function givenPack(downloads: number, ...dependencies: string[]): Promise<string> {
  const { id } = await holder.world.given.node({ downloads })
  await holder.world.given.version({ node_id: id, dependencies })
  return id
}

const find = (nodeId: string) => holder.world.anonymous.call(getCompatibility, { params: { nodeId } })

describe('the compatibility of a node', () => {
  it('names conflicts with the most installed nodes, most installed first', async () => {
    const old = await givenPack(10, 'numpy<2')
    const older = await givenPack(1000, 'numpy<1.20')
    await givenPack(500, 'pillow')
    const own = await givenPack(0, 'numpy>=2')
    const { conflicts, compared, unknown, is_exhausted } = await find(own.toUpperCase())
    assert.deepEqual(
      conflicts.map(({ node_id }) => node_id),
      [older, old],
    )
    assert.deepEqual(
      conflicts[0]?.conflict.parties.map(({ node_id, lines }) => [node_id, lines[0]?.text]),
      [
        [own, 'numpy>=2'],
        [older, 'numpy<1.20'],
      ],
    )
    assert.deepEqual({ compared, unknown }, { compared: 3, unknown: 1 }, 'there is no package index')
    assert.equal(is_exhausted, false)
  })

  it('names versions of Python that cannot work, with the line', async () => {
    const own = await givenPack(0, 'a==1; python_version < "3.12"', 'a==2')
    const { pythons } = await find(own)
    const broken = pythons.filter(({ verdict }) => verdict === 'conflict')
    assert.deepEqual(
      broken.map(({ python }) => python),
      ['3.10', '3.11'],
    )
    assert.equal(broken[0]?.conflicts[0]?.subject, 'a')
  })

  it('is found for a version that is not listed yet, for its editors', async () => {
    const old = await givenPack(2000, 'scipy<1')
    const own = await givenPack(0, 'pillow')
    await holder.world.given.version({
      node_id: own,
      version: '1.1.0',
      status: 'pending',
      dependencies: ['scipy>=1'],
    })
    const admin = holder.world.as(await holder.world.given.user({ is_admin: true }))
    const ask = (query: { version?: string }) =>
      admin.call(getCompatibility, { params: { nodeId: own }, query })
    const nodesOf = async (query: { version?: string }) =>
      (await ask(query)).conflicts.map(({ node_id }) => node_id)
    assert.deepEqual([await nodesOf({}), await nodesOf({ version: '1.1.0' })], [[], [old]])
    await assert.rejects(ask({ version: '9.9.9' }), { status: 404 })
    const { anonymous } = holder.world
    const asked = anonymous.call(getCompatibility, { params: { nodeId: own }, query: { version: '1.1.0' } })
    await assert.rejects(asked, { status: 403 })
  })

  it('is empty for a node without versions, and refused for one that is unknown', async () => {
    const { id } = await holder.world.given.node()
    assert.deepEqual(await find(id), {
      pythons: [],
      conflicts: [],
      compared: 0,
      unknown: 0,
      is_exhausted: false,
    })
    await assert.rejects(find('no-such-node'), { status: 404 })
  })
})
