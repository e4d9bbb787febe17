import assert from 'node:assert/strict'
import { test } from 'node:test'
import { searchNodes, updateNode } from '@nodeyard/contract/nodes'
import { useWorld } from '../../test/world.ts'
import { transact } from '../db/changes.ts'
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

test('what was read while its node changed is read again', async () => {
  const { deps } = holder.world
  const { node } = await givenFound('Vellum')
  const shown = shownNodes(deps)
  const reading = shown.list([node.id])
  deps.changes.announce([`node:${node.id}`])
  await reading
  await deps.db.updateTable('nodes').set({ downloads: 77 }).where('id', '=', node.id).execute()
  assert.equal((await shown.list([node.id]))[0]?.node.downloads, 77)
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
