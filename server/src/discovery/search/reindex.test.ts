import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { unclaimedPublisherId } from '@nodeyard/contract/ground'
import { searchNodes } from '@nodeyard/contract/packs'
import { useWorld } from '../../../test/world.ts'
import { transact } from '../../ground/db/changes.ts'
import type { SearchDocument } from './document.ts'
import { updateOrders, updatePopularities } from './popularity.ts'
import { reindexEverything, reindexNodes } from './reindex.ts'

const holder = useWorld()

const reindex = (...ids: string[]) =>
  transact(holder.world.deps, (tx) => reindexNodes(tx, ids, holder.world.now()))

async function entryOf(nodeId: string) {
  const { db } = holder.world.deps
  return db.selectFrom('node_search').selectAll().where('node_id', '=', nodeId).executeTakeFirst()
}

async function popularityOf(nodeId: string): Promise<number> {
  return (await entryOf(nodeId))?.popularity ?? 0
}

describe('reindexing', () => {
  it('stores the words of a node, its comfy-nodes and its publisher', async () => {
    const { given } = holder.world
    const publisher = await given.publisher({ id: 'acme', name: 'Acme Labs' })
    const description = 'What softens pictures.'
    const node = await given.node({
      name: 'BlurTools',
      publisher_id: publisher.id,
      tags: ['Soft'],
      description,
    })
    const version = await given.version({ node_id: node.id })
    await given.comfyNode({ version_id: version.id, name: 'Gaussian Blur' })
    await reindex(node.id)
    const entry = await entryOf(node.id)
    const document: SearchDocument = JSON.parse(entry?.document ?? '')
    assert.ok(document.names.includes('tools'))
    assert.ok(document.comfyNodes[0]?.words.includes('gaussianblur'))
    for (const word of ['acme', 'soft']) assert.ok(document.people.includes(word))
    assert.ok(document.description.includes('softens'))
  })

  it('makes comfy-nodes found by their names in every language of the pack', async () => {
    const { given, deps, anonymous } = holder.world
    const node = await given.node()
    const { id: version_id } = await given.version({ node_id: node.id })
    await given.comfyNode({ version_id, name: 'TintX' })
    const named = (language: string, display_name: string) => ({
      ...{ version_id, name: 'TintX', language },
      translation: JSON.stringify({ display_name }),
    })
    await deps.db
      .insertInto('comfy_node_texts')
      .values([named('zh', '梦幻图像着色器'), named('fr', 'Colorieur onirique')])
      .execute()
    await reindex(node.id)
    for (const search of ['梦幻图像着色器', '着色器', 'onirique']) {
      const { nodes } = await anonymous.call(searchNodes, { query: { search } })
      assert.equal(nodes[0]?.id, node.id, search)
    }
  })

  it('uses comfy-node names of an import only for nodes without a version', async () => {
    const { given, deps } = holder.world
    const node = await given.node()
    await deps.db.insertInto('comfy_node_hints').values({ node_id: node.id, name: 'Hinted' }).execute()
    await reindex(node.id)
    assert.match((await entryOf(node.id))?.document ?? '', /"hinted"/)
    await given.version({ node_id: node.id })
    await reindex(node.id)
    assert.doesNotMatch((await entryOf(node.id))?.document ?? '', /hinted/)
  })

  it('omits the name of the unclaimed publisher', async () => {
    const node = await holder.world.given.node({ publisher_id: unclaimedPublisherId })
    await reindex(node.id)
    assert.doesNotMatch((await entryOf(node.id))?.document ?? '', /"unclaimed"/)
  })

  it('deletes the entry of a node that is no longer active', async () => {
    const { given, deps } = holder.world
    const node = await given.node()
    await reindex(node.id)
    await deps.db.updateTable('nodes').set({ status: 'banned' }).where('id', '=', node.id).execute()
    await reindex(node.id, 'no-such-node')
    assert.equal(await entryOf(node.id), undefined)
  })

  it('records the time on the node', async () => {
    const { given, deps, now } = holder.world
    const node = await given.node()
    const before = now.call(holder.world)
    await reindex(node.id)
    const { indexed_at } = await deps.db
      .selectFrom('nodes')
      .select('indexed_at')
      .where('id', '=', node.id)
      .executeTakeFirstOrThrow()
    assert.ok(indexed_at && indexed_at >= before)
  })

  it('leaves a time of the last minute as it is', async () => {
    const { given, deps } = holder.world
    const node = await given.node()
    const timeOf = async () => {
      await reindex(node.id)
      const nodes = deps.db.selectFrom('nodes').select('indexed_at').where('id', '=', node.id)
      return (await nodes.executeTakeFirstOrThrow()).indexed_at
    }
    const first = await timeOf()
    assert.deepEqual(await timeOf(), first)
    holder.world.advance(61_000)
    assert.notDeepEqual(await timeOf(), first)
  })

  it('rates nodes by downloads, stars, latest release and admin ranking', async () => {
    const { given, now } = holder.world
    const old = new Date(now.call(holder.world).getTime() - 5 * 365 * 86_400_000)
    const plain = await given.node({ created_at: old })
    const better = [
      await given.node({ created_at: old, downloads: 1000 }),
      await given.node({ created_at: old, downloads: 1000, github_stars: 500 }),
      await given.node({ downloads: 1000, github_stars: 500 }),
      await given.node({ downloads: 1000, github_stars: 500, search_ranking: 2 }),
    ]
    await reindex(plain.id, ...better.map(({ id }) => id))
    const values = await Promise.all([plain, ...better].map(({ id }) => popularityOf(id)))
    assert.deepEqual(
      values,
      values.toSorted((a, b) => a - b),
    )
    assert.equal(new Set(values).size, values.length)
    const last = await given.node({ search_ranking: 10 })
    await reindex(last.id)
    assert.ok((await popularityOf(last.id)) < (values[0] ?? 0))
  })

  it('rates nodes by the owners of other packs whose workflows use them', async () => {
    const { given, deps } = holder.world
    const owned = async (owner: string) => {
      const node = await given.node({ repository_key: `github.com/${owner}/${crypto.randomUUID()}` })
      return { node, version: await given.version({ node_id: node.id }) }
    }
    const [provider, copy, user, again] = [
      await owned('ann'),
      await owned('cay'),
      await owned('bob'),
      await owned('bob'),
    ]
    await given.comfyNode({ version_id: provider.version.id, name: 'Dehaze' })
    holder.world.advance(1000)
    await given.comfyNode({ version_id: copy.version.id, name: 'Dehaze' })
    const json = { nodes: [{ id: 1, type: 'Dehaze', inputs: [], outputs: [] }], links: [] }
    for (const { version } of [provider, user, again])
      await given.workflow(version.id, { path: 'examples/a.json', json })
    await reindex(provider.node.id, copy.node.id, user.node.id)
    await updateOrders(deps)
    const before = await popularityOf(provider.node.id)
    await updatePopularities(deps)
    assert.ok((await popularityOf(provider.node.id)) > before)
    assert.equal(await popularityOf(copy.node.id), await popularityOf(user.node.id))
    const orders = deps.db.selectFrom('node_orders').select('used_by')
    const { used_by } = await orders.where('node_id', '=', provider.node.id).executeTakeFirstOrThrow()
    assert.equal(used_by, 1)
  })

  it('rebuilds all entries, so that searches correct typing errors to their words', async () => {
    const { given, deps, anonymous } = holder.world
    const node = await given.node({ name: 'Zephyrization' })
    const gone = await given.node({ status: 'deleted' })
    const count = await reindexEverything(deps)
    assert.ok(count >= 2)
    assert.ok(await entryOf(node.id))
    assert.equal(await entryOf(gone.id), undefined)
    const { nodes, corrected } = await anonymous.call(searchNodes, { query: { search: 'zephyrizatoin' } })
    assert.deepEqual([nodes[0]?.id, corrected], [node.id, 'zephyrization'])
  })

  it('updates popularity and sort orders with the installs', async () => {
    const { given, deps, anonymous } = holder.world
    const [before, after] = [await given.node({ downloads: 10 }), await given.node({ downloads: 9 })]
    await reindex(before.id, after.id)
    const popularity = await popularityOf(after.id)
    await deps.db.updateTable('nodes').set({ downloads: 5000 }).where('id', '=', after.id).execute()
    await updatePopularities(deps)
    await updateOrders(deps)
    assert.ok((await popularityOf(after.id)) > popularity)
    await deps.searchIndex.readFigures()
    const { nodes } = await anonymous.call(searchNodes, { query: { sort: 'downloads', limit: 100 } })
    const ids = nodes.map(({ id }) => id)
    assert.ok(ids.indexOf(after.id) < ids.indexOf(before.id))
  })
})
