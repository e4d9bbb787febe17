import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { receivedChanges } from '../../../../test/received-changes.ts'
import { useWorld } from '../../../../test/world.ts'
import { transact } from '../../../ground/db/changes.ts'
import { refreshLatestVersion } from './latest.ts'

const holder = useWorld()

describe('the latest version', () => {
  it('selects the highest active version and copies its compatibility to the node', async () => {
    const { world } = holder
    const { db } = world.deps
    const { id } = await world.given.node()
    const read = () => db.selectFrom('nodes').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const low = await world.given.version({ node_id: id, version: '1.9.0', supported_os: ['MacOS'] })
    const high = await world.given.version({
      node_id: id,
      version: '1.10.0',
      supported_os: ['POSIX :: Linux'],
      supported_comfyui_version: '>=0.3.0',
    })
    await world.given.version({ node_id: id, version: '2.0.0', status: 'flagged' })
    assert.equal((await read()).latest_version_id, high.id)
    assert.deepEqual((await read()).supported_os, ['POSIX :: Linux'])

    const ban = (versionId: string, at: Date) =>
      transact(world.deps, async (tx) => {
        await tx.updateTable('node_versions').set({ status: 'banned' }).where('id', '=', versionId).execute()
        await refreshLatestVersion(tx, id, at)
      })
    const at = new Date('2030-01-01T00:00:00Z')
    await ban(high.id, at)
    const after = await read()
    assert.equal(after.latest_version_id, low.id)
    assert.deepEqual([after.supported_os, after.supported_comfyui_version], [['MacOS'], ''])
    assert.deepEqual(after.updated_at, at)

    await ban(low.id, at)
    assert.equal((await read()).latest_version_id, null)
    assert.deepEqual((await read()).supported_os, ['MacOS'])
  })

  it('reports no change when the latest version stays the same', async () => {
    const { world } = holder
    const { node_id } = await world.given.version()
    await receivedChanges(world.deps)
    const heard: string[] = []
    world.deps.changes.onChange((tags) => void heard.push(...tags))
    await transact(world.deps, (tx) => refreshLatestVersion(tx, node_id, world.now()))
    await receivedChanges(world.deps)
    assert.deepEqual(
      heard.filter((tag) => !tag.startsWith('test:')),
      [],
    )
  })
})
