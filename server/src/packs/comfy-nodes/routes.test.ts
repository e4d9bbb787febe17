import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  type ComfyNode,
  getComfyNode,
  getNode,
  getNodeOfComfyNode,
  listCollisions,
  listComfyNodes,
  listVersionComfyNodes,
  type Node,
} from '@nodeyard/contract/packs'
import { asAdmin } from '../../../test/admin.ts'
import { receivedChanges } from '../../../test/received-changes.ts'
import { useWorld, type World } from '../../../test/world.ts'
import { markChanged, transact } from '../../ground/db/changes.ts'

const holder = useWorld()

const namesOf = (nodes: ComfyNode[]) => nodes.map(({ comfy_node_name }) => comfy_node_name)

/** Creates a node whose latest version provides a comfy-node of this name. */
async function provider({ given }: World, name: string, part: Parameters<typeof given.node>[0] = {}) {
  const node = await given.node(part)
  const version = await given.version({ node_id: node.id })
  await given.comfyNode({ version_id: version.id, name })
  return node.id
}

const providerOf = async ({ anonymous }: World, comfyNodeName: string) =>
  (await anonymous.call(getNodeOfComfyNode, { params: { comfyNodeName } })).id

describe('reading comfy-nodes', () => {
  it('lists the comfy-nodes of a version by name, in pages', async () => {
    const { world } = holder
    const version = await world.given.version()
    for (const name of ['c', 'a', 'd', 'b']) await world.given.comfyNode({ version_id: version.id, name })
    const params = { nodeId: version.node_id.toUpperCase(), version: '1.0.0' }
    const page = (query: { page?: number; limit?: number }) =>
      world.anonymous.call(listVersionComfyNodes, { params, query })
    const all = await page({ limit: 256 })
    assert.deepEqual(namesOf(all.comfy_nodes), ['a', 'b', 'c', 'd'])
    assert.equal(all.totalNumberOfPages, 1)
    const second = await page({ page: 2, limit: 3 })
    assert.deepEqual([namesOf(second.comfy_nodes), second.totalNumberOfPages], [['d'], 2])
  })

  it('omits a text that does not parse as JSON, and sends no null members', async () => {
    const { world } = holder
    const version = await world.given.version()
    const nothing = { input_types: '', return_types: '', return_names: '', category: '', function: '' }
    await world.given.comfyNode({ version_id: version.id, name: 'Bare', output_is_list: [], ...nothing })
    const params = { nodeId: version.node_id, version: '1.0.0', comfyNodeName: 'Bare' }
    assert.deepEqual(await world.anonymous.call(getComfyNode, { params }), {
      comfy_node_name: 'Bare',
      output_is_list: [],
      deprecated: false,
      experimental: false,
      policy: 'ComfyNodePolicyActive',
      output_node: false,
    })
  })

  it('names the script of a comfy-node that exists only in the browser', async () => {
    const { world } = holder
    const version = await world.given.version()
    await world.given.comfyNode({ version_id: version.id, name: 'AcmeNote', browser_script: 'web/note.js' })
    const params = { nodeId: version.node_id, version: '1.0.0', comfyNodeName: 'AcmeNote' }
    const note = await world.anonymous.call(getComfyNode, { params })
    assert.equal(note.browser_script, 'web/note.js')
    assert.equal(await providerOf(world, 'AcmeNote'), version.node_id)
  })

  it('does not find a comfy-node before the archive was analyzed', async () => {
    const { world } = holder
    const version = await world.given.version({ extract_status: 'failed' })
    const params = { nodeId: version.node_id, version: '1.0.0' }
    await assert.rejects(world.anonymous.call(getComfyNode, { params: { ...params, comfyNodeName: 'X' } }), {
      status: 404,
      problem: { error: 'comfy_node_not_found', message: 'No node provides a comfy-node of this name.' },
    })
    const list = await world.anonymous.call(listVersionComfyNodes, { params })
    assert.deepEqual(list, { comfy_nodes: [], totalNumberOfPages: 0 })
    const unknown = { params: { nodeId: version.node_id, version: '9.9.9' } }
    await assert.rejects(world.anonymous.call(listVersionComfyNodes, unknown), { status: 404 })
  })

  /** A name, and its spelling in URLs by the desktop front end. */
  const names: [name: string, written: string][] = [
    ['Load/Image v2', 'Load/Image%20v2'],
    ['a//b/', 'a//b/'],
    ['node', 'node'],
    ['x/node', 'x/node'],
    ['100% (sharp)|+\'"', "100%%20(sharp)|+'%22"],
    ['50%ff', '50%ff'],
    ['%20', '%2520'],
    ['图像 é', '%E5%9B%BE%E5%83%8F%20%C3%A9'],
    ['a&b=c;d', 'a&b=c;d'],
  ]

  for (const [name, written] of names) {
    it(`finds a comfy-node by the name ${name}`, async () => {
      const { world } = holder
      const id = await provider(world, name)
      const ask = async (path: string) => (await world.fetch(`http://registry.test${path}`)).json()
      assert.equal(((await ask(`/comfy-nodes/${written}/node`)) as Node).id, id)
      assert.equal(await providerOf(world, name), id)
      const one = (await ask(`/nodes/${id}/versions/1.0.0/comfy-nodes/${written}`)) as ComfyNode
      assert.equal(one.comfy_node_name, name)
    })
  }

  it('caches a response for a name with slashes', async () => {
    const { world } = holder
    const base = await world.listen()
    await provider(world, 'Kept/Name')
    await receivedChanges(world.deps)
    await fetch(`${base}/comfy-nodes/Kept/Name/node`).then((answer) => answer.json())
    assert(world.deps.responseCache.get('/comfy-nodes/Kept/Name/node'))
  })

  it('does not find a name that only an older version or no node provides', async () => {
    const { world } = holder
    const version = await world.given.version()
    await world.given.comfyNode({ version_id: version.id, name: 'Dropped' })
    await world.given.version({ node_id: version.node_id, version: '2.0.0' })
    for (const name of ['Nobody', 'Dropped']) {
      await assert.rejects(providerOf(world, name), { status: 404 })
    }
  })

  it('ranks providers by preempted name, rank, downloads and age', async () => {
    const { world } = holder
    const name = 'Shared'
    const younger = await provider(world, name, { created_at: '2026-02-01T00:00:00Z' })
    assert.equal(await providerOf(world, name), younger)
    const older = await provider(world, name, { created_at: '2026-01-01T00:00:00Z' })
    assert.equal(await providerOf(world, name), older)
    const loaded = await provider(world, name, { downloads: 100 })
    assert.equal(await providerOf(world, name), loaded)
    const ranked = await provider(world, name, { search_ranking: 4 })
    assert.equal(await providerOf(world, name), ranked)
    const preempting = await provider(world, name, {
      search_ranking: 10,
      preempted_comfy_node_names: ['Other', name],
    })
    assert.equal(await providerOf(world, name), preempting)
    await provider(world, name, { preempted_comfy_node_names: [name], status: 'banned' })
    assert.equal(await providerOf(world, name), preempting)
  })

  it('lists names from an import last, as unverified', async () => {
    const { world } = holder
    const name = 'Hinted'
    const hinted = await world.given.node({ downloads: 1000 })
    await world.given.hint(hinted.id, name)
    const ask = () => world.anonymous.call(getNodeOfComfyNode, { params: { comfyNodeName: name } })
    const unverified = await ask()
    assert.deepEqual([unverified.id, unverified.comfy_node_verified], [hinted.id, false])
    const id = await provider(world, name)
    const verified = await ask()
    assert.deepEqual([verified.id, verified.comfy_node_verified], [id, true])
    assert.equal(verified.latest_version?.version, '1.0.0')
  })

  it('ranks a node that preempts the name first, even when the name comes from an import', async () => {
    const { world } = holder
    const name = 'HintedAndPreempted'
    const hinted = await world.given.node({ preempted_comfy_node_names: [name] })
    await world.given.hint(hinted.id, name)
    await provider(world, name, { downloads: 1000 })
    const found = await world.anonymous.call(getNodeOfComfyNode, { params: { comfyNodeName: name } })
    assert.deepEqual([found.id, found.comfy_node_verified], [hinted.id, false])
  })

  it("refuses the tool's own names, and marks them in the lists of nodes", async () => {
    const { world } = holder
    const nodeId = await provider(world, 'KSampler')
    const asked = world.anonymous.call(getNodeOfComfyNode, { params: { comfyNodeName: 'KSampler' } })
    await assert.rejects(asked, /belongs to the tool itself/)
    const listed = await world.anonymous.call(listVersionComfyNodes, {
      params: { nodeId, version: '1.0.0' },
      query: {},
    })
    assert.equal(listed.comfy_nodes[0]?.built_in, true)
  })

  it('lists all public comfy-nodes with exact filters', async () => {
    const { world } = holder
    const version = await world.given.version({ version: '1.2.3' })
    const id = version.node_id
    for (const name of ['One', 'Two', 'Three']) await world.given.comfyNode({ version_id: version.id, name })
    const pending = await world.given.version({ node_id: id, version: '2.0.0', status: 'pending' })
    await world.given.comfyNode({ version_id: pending.id, name: 'Four' })
    const ask = async (query: object) => world.anonymous.call(listComfyNodes, { query })
    const all = await ask({ node_id: id.toUpperCase(), pageSize: 1000 })
    assert.deepEqual(namesOf(all.comfy_nodes), ['One', 'Three', 'Two'])
    assert.deepEqual([all.total, all.page, all.page_size], [3, 1, 100])
    assert.deepEqual([all.comfy_nodes[0]?.node_id, all.comfy_nodes[0]?.node_version], [id, '1.2.3'])
    const one = await ask({ node_id: id, node_version: '1.2.3', comfy_node_name: 'Two' })
    assert.deepEqual(namesOf(one.comfy_nodes), ['Two'])
    assert.equal((await ask({ node_id: id, comfy_node_name: 'two' })).total, 0)
    const second = await ask({ node_id: id, pageSize: 2, page: 2 })
    assert.deepEqual([namesOf(second.comfy_nodes), second.total], [['Two'], 3])
  })

  it('names the other nodes that define it, most downloaded first', async () => {
    const { world } = holder
    const own = await provider(world, 'Shared Blur')
    const known = await provider(world, 'Shared Blur', { downloads: 9 })
    const less = await provider(world, 'Shared Blur', { downloads: 2 })
    await provider(world, 'Shared Blur', { status: 'banned' })
    const version =
      (await world.anonymous.call(getNode, { params: { nodeId: own } })).latest_version?.version ?? ''
    const others = async () => {
      const requested = { params: { nodeId: own, version }, query: {} }
      return (await world.anonymous.call(listVersionComfyNodes, requested)).comfy_nodes[0]?.also_defined_in
    }
    assert.deepEqual(await others(), [known, less])
    await transact(world.deps, async (tx) => {
      await tx.updateTable('nodes').set({ status: 'banned' }).where('id', '=', known).execute()
      markChanged(tx, `node:${known}`)
    })
    assert.deepEqual(await others(), [less])
  })

  it('omits the field when no other node defines the name', async () => {
    const { world } = holder
    const nodeId = await provider(world, 'Lonely Blur')
    const { comfy_nodes } = await world.anonymous.call(listVersionComfyNodes, {
      params: { nodeId, version: '1.0.0' },
      query: {},
    })
    assert(comfy_nodes[0] && !('also_defined_in' in comfy_nodes[0]))
  })

  it('lists names that several nodes claim for admins, in resolution order', async () => {
    const { world } = holder
    const admin = await asAdmin(world)
    const claim = async (id: string, part: object = {}) => {
      await world.given.node({ id, ...part })
      const version = await world.given.version({ node_id: id })
      for (const name of ['Collides', 'Also Collides'])
        await world.given.comfyNode({ version_id: version.id, name })
    }
    await claim('collide-a', { downloads: 5 })
    await claim('collide-b', { downloads: 9 })
    await claim('collide-c', { preempted_comfy_node_names: ['Collides'] })
    await claim('collide-gone', { status: 'banned' })
    const seen = async (query: object) =>
      (await admin.call(listCollisions, { query })).collisions.map(({ comfy_node_name, claims }) => [
        comfy_node_name,
        claims.map(({ node_id }) => node_id).join(' '),
      ])
    const both = [
      ['Also Collides', 'collide-b collide-a collide-c'],
      ['Collides', 'collide-c collide-b collide-a'],
    ]
    assert.deepEqual(await seen({ name: 'COLLIDES' }), both)
    assert.deepEqual(await seen({ node_id: 'collide-a', undecided: true }), both.slice(0, 1))
    assert.deepEqual(await seen({ name: 'Collides', limit: 1, page: 2 }), both.slice(1))
  })
})
