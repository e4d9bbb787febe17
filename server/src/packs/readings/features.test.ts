import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { getNode, searchNodes } from '@nodeyard/contract/nodes'
import { listReplacements } from '@nodeyard/contract/replacements'
import { listSimilarComfyNodes } from '@nodeyard/contract/search'
import { RepositoryHost } from '../../../test/fakes/repository-host.ts'
import { World } from '../../../test/world.ts'
import { cardPicture } from '../../discovery/site-files/pictures.ts'
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
  const files = { 'node_replacements.json': JSON.stringify({ 'Old Blur': [{ new_node_id: 'pack Blur' }] }) }
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
})
