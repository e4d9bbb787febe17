import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getNodeVersion, listNodeVersions } from '@nodeyard/contract/versions'
import { useWorld } from '../../../test/world.ts'

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
})
