import assert from 'node:assert/strict'
import { test } from 'node:test'
import { searchNodes, updateNode } from '@nodeyard/contract/nodes'
import { useWorld } from '../../../test/world.ts'
import { transact } from '../../ground/db/changes.ts'
import { reindexNodes } from './reindex.ts'
import { shownNodes } from './shown-nodes.ts'

const holder = useWorld()

/** A node that is found by the name. */
async function givenFound(name: string) {
  const { given, deps } = holder.world
  const owner = await given.user()
  const publisher = await given.publisher({ owner })
  const node = await given.node({ name, publisher_id: publisher.id })
  await transact(deps, (tx) => reindexNodes(tx, [node.id], deps.now()))
  return { node, owner }
}

test('a search shows a node as it is now, although another search showed it before', async () => {
  const { world } = holder
  const { node, owner } = await givenFound('Quillwork')
  const { nodes } = await world.anonymous.call(searchNodes, { query: { search: 'quillwork' } })
  assert.equal(nodes[0]?.description, node.description)
  const params = { publisherId: node.publisher_id, nodeId: node.id }
  await world.as(owner).call(updateNode, { params, body: { description: 'Another text.' } })
  const again = await world.anonymous.call(searchNodes, { query: { search: 'quillwork', limit: 3 } })
  assert.equal(again.nodes[0]?.description, 'Another text.')
})

for (const kind of ['node', 'publisher', 'anything'] as const) {
  test(`what was read before or while its ${kind} changed is read again`, async () => {
    const { deps } = holder.world
    const { node } = await givenFound('Vellum')
    const tags = { node: `node:${node.id}`, publisher: `publisher:${node.publisher_id}`, anything: '*' }
    const shown = shownNodes(deps)
    const downloads = async () => (await shown.list([node.id]))[0]?.node.downloads
    const set = (downloads: number) =>
      deps.db.updateTable('nodes').set({ downloads }).where('id', '=', node.id).execute()
    const reading = shown.list([node.id])
    deps.changes.announce([tags[kind]])
    await reading
    await set(77)
    assert.equal(await downloads(), 77)
    await set(78)
    deps.changes.announce(['node:another', 'publisher:another'])
    assert.equal(await downloads(), 77)
    deps.changes.announce([tags[kind]])
    assert.equal(await downloads(), 78)
  })
}

test('while changes may go by unheard nothing is shown as it was read before', async () => {
  const { deps } = holder.world
  const { node } = await givenFound('Parchment')
  let isCurrent = true
  const shown = shownNodes({ ...deps, changes: { ...deps.changes, isCurrent: () => isCurrent } })
  const downloads = async () => (await shown.list([node.id]))[0]?.node.downloads
  await downloads()
  const { db } = deps
  const set = (downloads: number) =>
    db.updateTable('nodes').set({ downloads }).where('id', '=', node.id).execute()
  await set(5)
  isCurrent = false
  assert.equal(await downloads(), 5)
})

test('what was read is kept for a minute, in the order asked, and what is gone is left out', async () => {
  const { world } = holder
  const [a, b] = [await givenFound('Ambergris'), await givenFound('Bergamot')]
  const shown = shownNodes(world.deps)
  const read = async () => {
    const found = await shown.list([b.node.id, 'no-such-node', a.node.id])
    return found.map(({ node: { id, downloads } }) => [id, downloads])
  }
  await read()
  await world.deps.db.updateTable('nodes').set({ downloads: 5 }).where('id', '=', a.node.id).execute()
  assert.deepEqual(await read(), [
    [b.node.id, 0],
    [a.node.id, 0],
  ])
  world.advance(60_000)
  assert.deepEqual(await read(), [
    [b.node.id, 0],
    [a.node.id, 5],
  ])
})
