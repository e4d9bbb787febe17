import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getNode, getNodeVersion, listNodeVersions } from '@nodeyard/contract/packs'
import { useWorld } from '../../../../test/world.ts'

const holder = useWorld()

describe('a yanked version', () => {
  it('shows when and why it was yanked on every read', async () => {
    const { world } = holder
    const node = await world.given.node()
    const yankedAt = new Date('2026-01-02T03:04:05.000Z')
    await world.given.version({ node_id: node.id, yanked_at: yankedAt, yank_reason: 'Loses masks.' })
    await world.given.version({ node_id: node.id, version: '0.9.0' })
    const params = { nodeId: node.id }
    const [yanked, sound] = await world.anonymous.call(listNodeVersions, { params, query: {} })
    assert.deepEqual([yanked?.yankedAt, yanked?.yankReason], [yankedAt.toISOString(), 'Loses masks.'])
    assert(sound && !('yankedAt' in sound) && !('yankReason' in sound))
    const single = await world.anonymous.call(getNodeVersion, { params: { ...params, version: '1.0.0' } })
    assert.equal(single.yankReason, 'Loses masks.')
  })

  it('is not the latest of its node, even if it is the only one', async () => {
    const { world } = holder
    const latestOf = async (nodeId: string) =>
      (await world.anonymous.call(getNode, { params: { nodeId }, query: {} })).latest_version?.version
    const { id: node_id } = await world.given.node()
    const yanked = { node_id, yanked_at: world.now(), yank_reason: 'Loses masks.' }
    await world.given.version({ ...yanked, version: '2.0.0' })
    assert.equal(await latestOf(node_id), undefined)
    await world.given.version({ node_id, version: '1.0.0' })
    assert.equal(await latestOf(node_id), '1.0.0')
  })
})
