import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getReview, moderateVersion, undoDecision } from '@nodeyard/contract/safety'
import { asAdmin } from '../../../test/admin.ts'
import { buildPack } from '../../../test/pack.ts'
import { testPublisher } from '../../../test/publishing.ts'
import { useWorld } from '../../../test/world.ts'
import { findVersion } from '../nodes/versions/sql.ts'

const holder = useWorld()

async function reopen(nodeId: string): Promise<void> {
  const admin = await asAdmin(holder.world)
  const pending = { status: 'NodeVersionStatusPending' as const }
  await admin.call(moderateVersion, { params: { nodeId, version: '1.0.0' }, body: pending })
  await holder.world.runJobs()
}

describe('a released version', () => {
  it('passes the pipeline again and keeps its release time', async () => {
    const { world } = holder
    const { id, nodeId } = await (await testPublisher(world)).publish({ id: 'released-twice' })
    const before = await findVersion(world.deps.db, id)
    world.advance(60_000)
    await reopen(nodeId)
    const after = await findVersion(world.deps.db, id)
    assert.equal(after?.status, 'active')
    assert.deepEqual(after.first_active_at, before?.first_active_at)
  })

  it('passes the pipeline without a moderator after its approval is reverted', async () => {
    const { world } = holder
    const publisher = await testPublisher(world)
    const { id, nodeId } = await publisher.publish({ id: 'approved-early', waiting: true })
    const admin = await asAdmin(world)
    const path = { params: { nodeId, version: '1.0.0' } }
    await admin.call(moderateVersion, { ...path, body: { status: 'NodeVersionStatusActive' } })
    await admin.call(undoDecision, path)
    await world.runJobs()
    assert.equal((await findVersion(world.deps.db, id))?.status, 'active')
  })

  it('waits for a moderator with its archive kept when the archive is no longer accepted', async () => {
    const { world } = holder
    const pack = buildPack({ id: 'released-before', files: { 'install.py.': 'import os\n' } })
    const digest = await world.given.archive(pack)
    const version = await world.given.version({ archive_digest: digest })
    await reopen(version.node_id)
    const after = await findVersion(world.deps.db, version.id)
    assert.deepEqual([after?.status, after?.archive_digest], ['flagged', digest])
    const params = { nodeId: version.node_id, version: '1.0.0' }
    const { findings } = await (await asAdmin(world)).call(getReview, { params })
    assert.deepEqual(
      findings.map(({ rule, file }) => [rule, file]),
      [['archive-refused', 'install.py.']],
    )
  })
})
