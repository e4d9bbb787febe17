import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { getNode, searchNodes } from '@nodeyard/contract/nodes'
import { listReplacements } from '@nodeyard/contract/replacements'
import { listSimilarComfyNodes } from '@nodeyard/contract/search'
import { getVersionWorkflow, listVersionWorkflows, listWorkflows } from '@nodeyard/contract/workflows'
import { RepositoryHost } from '../../../test/fakes/repository-host.ts'
import { World } from '../../../test/world.ts'
import { findSiteFile } from '../../discovery/site-files/find.ts'
import { cardPicture } from '../../discovery/site-files/pictures.ts'
import { markChanged, transact } from '../../ground/db/changes.ts'
import { HostTurns } from './host-turns.ts'
import { readingLimits } from './limits.ts'
import { packFiles, readAll, unclaimedNode } from './readings.test-support.ts'
import { CodeHostSource } from './sources/code-host.ts'

const host = new RepositoryHost()
let world: World
let nodeId: string

before(async () => {
  const url = await host.listen()
  const networks = { isAny: false, has: () => false }
  world = await World.open({
    repositorySources: [new CodeHostSource({ url, apiUrl: `${url}/api` }, { networks }, readingLimits)],
    hostTurns: new HostTurns(0),
  })
  const graph = { nodes: [{ id: 1, type: 'pack Blur', pos: [0, 0], size: [200, 100] }], links: [] }
  const files = {
    'example_workflows/soft_focus.json': JSON.stringify(graph),
    'node_replacements.json': JSON.stringify({ 'Old Blur': [{ new_node_id: 'pack Blur' }] }),
  }
  host.put('ann/pack', packFiles('pack', files))
  nodeId = (await unclaimedNode(world, `${url}/ann/pack`)).id
  assert.deepEqual(await readAll(world), { read: 1 })
  await world.runJobs()
})
after(async () => {
  await world.close()
  await host.close()
})

describe('a reading', () => {
  it('is drawn on cards and in search results', async () => {
    const { look } = await world.anonymous.call(getNode, { params: { nodeId }, query: { looks: true } })
    const [sketch] = look?.sketches ?? []
    assert.deepEqual(
      [sketch?.inputs.map(({ type }) => type), sketch?.outputs.map(({ type }) => type)],
      [['IMAGE'], ['MASK']],
    )
    const { nodes } = await world.anonymous.call(searchNodes, { query: { search: 'IMAGE -> MASK' } })
    assert.deepEqual(
      nodes.map(({ id }) => id),
      [nodeId],
    )
    const query = { input_type: ['IMAGE'], output_type: ['MASK'] }
    const { comfy_nodes: similar } = await world.anonymous.call(listSimilarComfyNodes, { query })
    assert.deepEqual(
      similar.map(({ comfy_node_name }) => comfy_node_name),
      ['pack Blur'],
    )
  })

  it('names successors of renamed nodes', async () => {
    const { replacements } = await world.anonymous.call(listReplacements, {
      params: { comfyNodeName: 'Old Blur' },
    })
    assert.deepEqual(
      replacements.map(({ new_node_id, provider_id }) => [new_node_id, provider_id]),
      [['pack Blur', nodeId]],
    )
  })

  it('has no picture on cards when its README has none', async () => {
    assert.equal((await cardPicture(world.deps, nodeId)).status, 404)
  })

  it('shows its example workflows as far as its license permits', async () => {
    const commit = (await world.anonymous.call(getNode, { params: { nodeId } })).reading?.commit ?? ''
    const listed = async () =>
      (await world.anonymous.call(listWorkflows, { query: { node_id: nodeId } })).workflows
    const params = { nodeId, version: commit }
    const [workflow] = await listed()
    assert.deepEqual([workflow?.title, workflow?.version], ['Soft focus', commit])
    const { workflows } = await world.anonymous.call(listVersionWorkflows, { params })
    assert.deepEqual(
      workflows.map(({ title }) => title),
      ['Soft focus'],
    )
    const { layout } = await world.anonymous.call(getVersionWorkflow, { params: { ...params, place: '0' } })
    assert.equal(layout.nodes[0]?.type, 'pack Blur')
    const picture = `/pictures/nodes/${nodeId}/versions/${commit}/workflows/0.svg`
    const file = `/nodes/${nodeId}/versions/${commit}/workflows/0/file`
    for (const path of [picture, file])
      assert.equal((await findSiteFile(world.deps, path))?.status, 200, path)

    await transact(world.deps, async (tx) => {
      const hidden = { is_shareable: false, archive_digest: null, archive_bytes: null }
      await tx.updateTable('node_readings').set(hidden).where('node_id', '=', nodeId).execute()
      markChanged(tx, 'nodes', `node:${nodeId}`)
    })
    assert.deepEqual(await listed(), [])
    assert.deepEqual((await world.anonymous.call(listVersionWorkflows, { params })).workflows, [])
    await assert.rejects(
      world.anonymous.call(getVersionWorkflow, { params: { ...params, place: '0' } }),
      /no workflow at this place/,
    )
    for (const path of [picture, file])
      assert.notEqual((await findSiteFile(world.deps, path))?.status, 200, path)
  })
})
