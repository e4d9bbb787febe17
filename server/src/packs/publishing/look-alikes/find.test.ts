import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getNodeVersion } from '@nodeyard/contract/packs'
import { moderateVersion } from '@nodeyard/contract/safety'
import { asAdmin } from '../../../../test/admin.ts'
import { testPublisher } from '../../../../test/publishing.ts'
import { useWorld } from '../../../../test/world.ts'
import { updateOrders } from '../../../discovery/search/popularity.ts'
import { findVersion } from '../../nodes/versions/sql.ts'
import { readFindings } from '../analysis/sql.ts'

const holder = useWorld()

const classFile = (...names: string[]) =>
  `class A: RETURN_TYPES = ()\nNODE_CLASS_MAPPINGS = {${names.map((name) => `"${name}": A`).join(', ')}}\n`

async function outcome(versionId: string) {
  const { db } = holder.world.deps
  const findings = (await readFindings(db, versionId)) ?? []
  return {
    status: (await findVersion(db, versionId))?.status,
    alike: findings
      .filter(({ rule }) => rule.startsWith('look-alike'))
      .map(({ severity, message }) => `${severity}: ${message}`),
  }
}

/** Creates an unclaimed node that is popular by its stars alone. */
async function popular(id: string, name = id) {
  const node = await holder.world.given.node({ id, name })
  await makePopular(id)
  return node
}

async function makePopular(nodeId: string) {
  const { deps } = holder.world
  await deps.db.updateTable('nodes').set({ github_stars: 900 }).where('id', '=', nodeId).execute()
  await updateOrders(deps)
  holder.world.advance(61_000)
}

describe('look-alike names', () => {
  it('holds the first version of a node with a name like a popular one, and reports the reason to the publisher', async () => {
    const { world } = holder
    await popular('comfyui-silver-pack')
    const publisher = await testPublisher(world)
    const { id } = await publisher.publish({ id: 'comfyui-sivler-pack' })
    assert.deepEqual(await outcome(id), {
      status: 'flagged',
      alike: [
        "high: The node's name “comfyui-sivler-pack” can be mistaken for “comfyui-silver-pack”, the name of the node “comfyui-silver-pack”: two adjacent letters are swapped.",
      ],
    })
    const owner = await world.deps.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', publisher.ownerId)
      .executeTakeFirstOrThrow()
    const seen = await world
      .as(owner)
      .call(getNodeVersion, { params: { nodeId: 'comfyui-sivler-pack', version: '1.0.0' } })
    assert.match(seen.status_reason ?? '', /can be mistaken for/)
  })

  it('accepts later versions of an approved node', async () => {
    const { world } = holder
    await popular('comfyui-copper-pack')
    const publisher = await testPublisher(world)
    const first = await publisher.publish({ id: 'comfyui-copperpack' })
    assert.equal((await outcome(first.id)).status, 'flagged')
    const admin = await asAdmin(world)
    await admin.call(moderateVersion, {
      params: { nodeId: 'comfyui-copperpack', version: '1.0.0' },
      body: { status: 'NodeVersionStatusActive', status_reason: 'A port by the same people.' },
    })
    const second = await publisher.publish({ id: 'comfyui-copperpack', version: '1.0.1' })
    assert.deepEqual(await outcome(second.id), { status: 'active', alike: [] })
  })

  it('accepts similar names of nodes with the same publisher or owner', async () => {
    const { world } = holder
    const owner = await world.given.user()
    const publisher = await testPublisher(world, { owner })
    const { nodeId } = await publisher.publish({ id: 'golden-loras' })
    await makePopular(nodeId)
    const further = await publisher.publish({ id: 'golden-lora' })
    assert.deepEqual(await outcome(further.id), { status: 'active', alike: [] })
    const company = await testPublisher(world, { owner })
    const ofCompany = await company.publish({ id: 'golden-l0ras' })
    assert.deepEqual(await outcome(ofCompany.id), { status: 'active', alike: [] })
    const stranger = await testPublisher(world)
    const ofStranger = await stranger.publish({ id: 'goldenloras' })
    assert.equal((await outcome(ofStranger.id)).status, 'flagged')
  })

  it('holds the first version of a publisher with a name like that of a popular publisher', async () => {
    const { world } = holder
    const known = await testPublisher(world, { id: 'moonlight-works', name: 'Moonlight Works' })
    const node = await world.given.node({ publisher_id: known.id })
    await makePopular(node.id)
    const other = await testPublisher(world, { id: 'moonlight-w0rks', name: 'Somebody' })
    const { id } = await other.publish({ id: 'some-honest-masks' })
    const { status, alike } = await outcome(id)
    assert.equal(status, 'flagged')
    assert.match(
      alike[0] ?? '',
      /“moonlight-w0rks” can be mistaken for “Moonlight Works”.*letters that look alike/,
    )
  })

  it('holds a comfy-node that looks like a popular one, and warns about a similar spelling', async () => {
    const { world } = holder
    const node = await popular('quiet-loaders')
    await world.given.hint(node.id, 'Scene Loader')
    const publisher = await testPublisher(world)
    const warned = await publisher.publish({
      id: 'scenes-of-mine',
      files: { '__init__.py': classFile('scene_loader', 'Scene Loader') },
    })
    assert.deepEqual(await outcome(warned.id), {
      status: 'active',
      alike: [
        'low: The comfy-node “scene_loader” can be mistaken for “Scene Loader” of the node “quiet-loaders”: they differ only in case, separators or common words.',
      ],
    })
    const held = await publisher.publish({
      id: 'more-of-mine',
      files: { '__init__.py': classFile('Sсene Loader') },
    })
    const { status, alike } = await outcome(held.id)
    assert.equal(status, 'flagged')
    assert.match(alike[0] ?? '', /^high: .*they differ in letters that look alike\.$/)
  })

  it('ignores unpopular and banned nodes', async () => {
    const { world } = holder
    await world.given.node({ id: 'amber-filters', github_stars: 3 })
    await world.given.node({ id: 'ivory-filters', status: 'banned' })
    await makePopular('ivory-filters')
    const publisher = await testPublisher(world)
    for (const id of ['amberfilters', 'ivoryfilters']) {
      const published = await publisher.publish({ id })
      assert.deepEqual(await outcome(published.id), { status: 'active', alike: [] })
    }
  })
})
