import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  getNode,
  getVersionWorkflow,
  listVersionWorkflows,
  listWorkflows,
  searchNodes,
} from '@nodeyard/contract/packs'
import { testPublisher } from '../../../test/publishing.ts'
import { useWorld } from '../../../test/world.ts'
import { inTransaction } from '../../ground/db/transactions.ts'
import { deleteUnusedFiles } from './sql.ts'

const holder = useWorld()

const graph = (...types: string[]) =>
  JSON.stringify({
    nodes: types.map((type, id) => ({
      id,
      type,
      pos: [id * 300, 0],
      size: [200, 100],
      widgets_values: [id],
    })),
    links: [],
  })

let count = 0

async function publishWith(files: Record<string, string>) {
  const { world } = holder
  const publisher = await testPublisher(world)
  const id = `${publisher.id}-pack-${++count}`
  await publisher.publish({ id, name: `Pack ${count}`, files })
  return { publisher, id, path: { nodeId: id, version: '1.0.0' } }
}

const listed = async (query: Parameters<typeof ask>[0]) =>
  (await ask(query)).workflows.map(({ title }) => title)
const ask = (query: {
  uses?: string
  search?: string
  kind?: 'example' | 'blueprint'
  node_id?: string
  uses_node?: string
}) => holder.world.anonymous.call(listWorkflows, { query })

describe('workflows of packs', () => {
  it('are read from the archive, by path', async () => {
    const { path } = await publishWith({
      'example_workflows/soft_focus.json': graph('Blur', 'Blur', 'Save'),
      'subgraphs/glow.json': graph('Glow'),
      'examples/notes.json': '{"not": "a workflow"}',
    })
    const { workflows } = await holder.world.anonymous.call(listVersionWorkflows, { params: path })
    assert.deepEqual(
      workflows.map(({ title, kind, comfy_node_count, comfy_nodes }) => [
        ...[title, kind, comfy_node_count],
        comfy_nodes.join(),
      ]),
      [
        ['Soft focus', 'example', 3, 'Blur,Save'],
        ['Glow', 'blueprint', 1, 'Glow'],
      ],
    )
  })

  it('show their arrangement and what they use', async () => {
    const { path } = await publishWith({ 'examples/a.json': graph('First', 'Second') })
    const { world } = holder
    const found = await world.anonymous.call(getVersionWorkflow, { params: { ...path, place: '0' } })
    assert.deepEqual(
      found.layout.nodes.map(({ type, x }) => [type, x]),
      [
        ['First', 0],
        ['Second', 300],
      ],
    )
    assert.deepEqual(found.uses, [
      { comfy_node_name: 'First', count: 1 },
      { comfy_node_name: 'Second', count: 1 },
    ])
    await assert.rejects(
      world.anonymous.call(getVersionWorkflow, { params: { ...path, place: '5' } }),
      /no workflow at this place/,
    )
  })

  it('are found by comfy-node, kind, pack and words', async () => {
    const { id } = await publishWith({
      'examples/misty_harbour.json': graph('FogMaker'),
      'subgraphs/fog.json': graph('FogMaker', 'Extra'),
    })
    assert.deepEqual(await listed({ uses: 'FogMaker' }), ['Misty harbour', 'Fog'])
    assert.deepEqual(await listed({ uses: 'FogMaker', kind: 'blueprint' }), ['Fog'])
    assert.deepEqual(await listed({ search: 'harbour misty' }), ['Misty harbour'])
    assert.deepEqual(await listed({ search: '50%_' }), [])
    assert.equal((await listed({ node_id: id.toUpperCase() })).length, 2)
  })

  it('are found by the pack that they use, from other packs only', async () => {
    const code = (name: string) =>
      `class A:\n    @classmethod\n    def INPUT_TYPES(s):\n        return {'required': {}}\n    RETURN_TYPES = ('IMAGE',)\n    FUNCTION = 'f'\n\nNODE_CLASS_MAPPINGS = {'${name}': A, 'KSampler': A}\n`
    const { world } = holder
    const isUsed = async (nodeId: string) =>
      (await world.anonymous.call(getNode, { params: { nodeId }, query: { include_counts: true } })).is_used
    await world.deps.db
      .insertInto('core_comfy_nodes')
      .values({ name: 'KSampler' })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const first = await publishWith({ '__init__.py': code('Haze'), 'examples/own.json': graph('Haze') })
    world.advance(60_000)
    const copy = await publishWith({ '__init__.py': code('Haze') })
    await publishWith({
      'examples/with_haze.json': graph('Haze', 'KSampler'),
      'examples/plain.json': graph('KSampler'),
    })
    const { id: hinted } = await world.given.node({})
    await world.given.hint(hinted, 'Haze')
    await publishWith({ 'examples/with_dew.json': graph('Dew') })
    const { id: onlyHinted } = await world.given.node({})
    await world.given.hint(onlyHinted, 'Dew')
    assert.deepEqual(await listed({ uses_node: first.id.toUpperCase() }), ['With haze'])
    assert.deepEqual(await listed({ uses_node: copy.id }), [])
    assert.deepEqual(await listed({ uses_node: hinted }), [])
    assert.deepEqual(await listed({ uses_node: onlyHinted }), ['With dew'])
    assert.deepEqual(await listed({ uses_node: 'nobody-made-this' }), [])
    assert.deepEqual(await Promise.all([first.id, copy.id, hinted, onlyHinted].map(isUsed)), [
      true,
      false,
      false,
      true,
    ])
  })

  it('use a pack only as far as they are listed', async () => {
    const { world } = holder
    const { id: hinted } = await world.given.node({})
    await world.given.hint(hinted, 'Sleet')
    const isUsed = async (uncached: { looks?: boolean; include_translations?: boolean } = {}) => {
      const query = { include_counts: true, ...uncached }
      return (await world.anonymous.call(getNode, { params: { nodeId: hinted }, query })).is_used
    }
    const { publisher, id } = await publishWith({ 'examples/sleet.json': graph('Sleet') })
    assert.equal(await isUsed(), true)
    await world.deps.db.updateTable('nodes').set({ status: 'banned' }).where('id', '=', id).execute()
    assert.equal(await isUsed({ looks: true }), false)
    await world.deps.db.updateTable('nodes').set({ status: 'active' }).where('id', '=', id).execute()
    await publisher.publish({ id, version: '1.1.0' })
    assert.equal(await isUsed({ include_translations: true }), false)
    await world.deps.db.updateTable('nodes').set({ status: 'banned' }).where('id', '=', hinted).execute()
    await publisher.publish({ id, version: '1.2.0', files: { 'examples/sleet.json': graph('Sleet') } })
    assert.deepEqual(await listed({ uses_node: hinted }), [])
  })

  it('are those of the latest version', async () => {
    const { publisher, id } = await publishWith({ 'examples/old.json': graph('A') })
    await publisher.publish({ id, version: '1.1.0', files: { 'examples/new.json': graph('A') } })
    assert.deepEqual(await listed({ node_id: id }), ['New'])
  })

  it('make their pack findable', async () => {
    const { id } = await publishWith({ 'examples/a.json': graph('OnlyInThisExample') })
    const find = async (search: string) =>
      (await holder.world.anonymous.call(searchNodes, { query: { search, facets: true, looks: true } })).nodes
    const [found, ...others] = await find('has:example uses:onlyinthisexample')
    assert.deepEqual([found?.id, found?.look?.workflow_count, others.length], [id, 1, 0])
  })
})

describe('sweeping workflow files', () => {
  it('keeps files that a version has, and young ones', async () => {
    const { db } = holder.world.deps
    await publishWith({ 'examples/kept.json': graph('Kept') })
    const file = { layout: '{}', uses: '[]', names: ['Gone'], node_count: 0 }
    const old = new Date('2020-01-01')
    await db
      .insertInto('workflow_files')
      .values({ ...file, digest: 'a'.repeat(64), created_at: old })
      .execute()
    await db
      .insertInto('workflow_files')
      .values({ ...file, digest: 'b'.repeat(64), created_at: holder.world.now() })
      .execute()
    await inTransaction(db, (tx) => deleteUnusedFiles(tx, new Date(holder.world.now().getTime() - 1000)))
    const left = (await db.selectFrom('workflow_files').select(['digest', 'names']).execute()).map(
      ({ names }) => names.join(),
    )
    assert.ok(left.includes('Kept') && left.filter((names) => names === 'Gone').length === 1)
  })
})
