import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getNode, installNode } from '@nodeyard/contract/packs'
import { receivedChanges } from '../../../test/received-changes.ts'
import { useWorld, type World } from '../../../test/world.ts'
import { markChanged, transact } from '../../ground/db/changes.ts'
import { refreshLatestVersion } from './versions/latest.ts'

const holder = useWorld()

async function downloadsOf({ deps }: World, nodeId: string): Promise<number | undefined> {
  await deps.installs.flush()
  const node = await deps.db
    .selectFrom('nodes')
    .select('downloads')
    .where('id', '=', nodeId)
    .executeTakeFirst()
  return node?.downloads
}

const statusOf = async (world: World, path: string) =>
  (await world.fetch(`http://registry.test/nodes/${path}`)).status

describe('installing a node', () => {
  it('returns the highest active version by default, not the last published one', async () => {
    const { world } = holder
    const { id } = await world.given.node()
    await world.given.version({ node_id: id, version: '1.9.0' })
    await world.given.version({ node_id: id, version: '1.10.0', deprecated: true })
    await world.given.version({ node_id: id, version: '1.2.0' })
    await world.given.version({ node_id: id, version: '2.0.0', status: 'pending' })
    await world.given.version({ node_id: id, version: '3.0.0', status: 'flagged' })
    const version = await world.anonymous.call(installNode, { params: { nodeId: id.toUpperCase() } })
    assert.equal(version.version, '1.10.0')
    assert.equal(version.node_id, id)
    assert.equal(version.downloadUrl, `${world.deps.config.apiUrl}/nodes/${id}/versions/1.10.0/node.zip`)
    const { latest_version } = await world.anonymous.call(getNode, { params: { nodeId: id } })
    assert.equal(latest_version?.id, version.id)
  })

  it('reads numbers leniently', async () => {
    const { world } = holder
    const { id } = await world.given.node()
    await world.given.version({ node_id: id, version: '1.2.0' })
    await world.given.version({ node_id: id, version: '2.0.0' })
    const install = (version: string) =>
      world.anonymous.call(installNode, { params: { nodeId: id }, query: { version } })
    assert.equal((await install('v1.2')).version, '1.2.0')
    assert.equal((await install('2')).version, '2.0.0')
  })

  it('does not find versions that cannot be installed', async () => {
    const { world } = holder
    const { id } = await world.given.node()
    await world.given.version({
      node_id: id,
      version: '1.0.0',
      status: 'banned',
      first_active_at: world.now(),
    })
    await world.given.version({
      node_id: id,
      version: '1.1.0',
      status: 'deleted',
      first_active_at: world.now(),
    })
    await world.given.announcedVersion({ node_id: id, version: '1.2.0' })
    for (const path of [`${id}/install`, `nobody/install`, 'owner%2Fname/install?version=1.0.0']) {
      assert.equal(await statusOf(world, path), 404, path)
    }
    for (const version of ['1.0.0', '1.1.0', '1.2.0', '9.9.9']) {
      assert.equal(await statusOf(world, `${id}/install?version=${version}`), 404, version)
    }
    assert.equal(await downloadsOf(world, id), 0)
  })

  it('refuses a text that is not a version', async () => {
    const { world } = holder
    const { node_id } = await world.given.version()
    for (const version of ['nightly', '1.0.0-beta', '1.0.0rc1', '01.0.0', '1.0.0.0']) {
      assert.equal(await statusOf(world, `${node_id}/install?version=${version}`), 400, version)
    }
    assert.equal(await statusOf(world, `${node_id}/install?version=`), 200)
  })

  it('refuses a banned node, also for its owner', async () => {
    const { world } = holder
    const owner = await world.given.user()
    const publisher = await world.given.publisher({ owner })
    const { id } = await world.given.node({ publisher_id: publisher.id, status: 'banned' })
    await world.given.version({ node_id: id })
    for (const registry of [world.anonymous, world.as(owner)]) {
      await assert.rejects(registry.call(installNode, { params: { nodeId: id } }), { status: 403 })
    }
    assert.equal(await downloadsOf(world, id), 0)
  })

  it('counts every install once, cached or not, signed in or not, and skips bots, repeats and other reads', async () => {
    const { world } = holder
    const base = await world.listen()
    const owner = await world.given.user()
    const { node_id: id } = await world.given.version()
    const path = `/nodes/${id}/install`
    const installAs = (agent: string) =>
      fetch(base + path, { headers: { 'user-agent': agent } }).then((answer) => answer.json())
    await receivedChanges(world.deps)
    for (let count = 0; count < 5; count++) await installAs(`manager ${count}`)
    for (const agent of ['manager 0', 'Examplebot/1.0']) await installAs(agent)
    assert(world.deps.responseCache.get(path), 'the response is cached')
    await world.as(owner).call(installNode, { params: { nodeId: id }, query: { version: '1.0.0' } })
    await fetch(base + path, { method: 'HEAD' })
    await fetch(`${base}/nodes/${id}`).then((answer) => answer.json())
    assert.equal(await downloadsOf(world, id), 6)
    const days = await world.deps.db
      .selectFrom('node_downloads')
      .selectAll()
      .where('node_id', '=', id)
      .execute()
    assert.deepEqual(
      days.map(({ count }) => count),
      [6],
    )
  })

  it('forbids shared caches, which would hide installs from the count', async () => {
    const { world } = holder
    const { node_id } = await world.given.version()
    for (let n = 0; n < 2; n++) {
      const { headers } = await world.fetch(`http://registry.test/nodes/${node_id}/install`)
      assert.equal(headers.get('cache-control'), 'no-store')
    }
  })

  it('sends no ETag, and refuses the version as soon as it is refused elsewhere', async () => {
    const { world } = holder
    const base = await world.listen()
    const version = await world.given.version()
    const address = `${base}/nodes/${version.node_id}/install?version=1.0.0`
    for (let count = 0; count < 2; count++) {
      const answer = await fetch(address)
      assert.equal(answer.headers.get('etag'), null)
      await answer.json()
    }
    await transact(world.deps, async (tx) => {
      await tx.updateTable('node_versions').set({ status: 'banned' }).where('id', '=', version.id).execute()
      await refreshLatestVersion(tx, version.node_id, world.now())
      markChanged(tx, `node:${version.node_id}`)
    })
    const refused = await fetch(address)
    assert.equal(refused.status, 404)
    assert.equal(refused.headers.get('etag'), null)
  })
})
