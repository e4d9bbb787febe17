import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { planInstallation } from '@nodeyard/contract/discovery'
import {
  checkRequirements,
  getCompatibility,
  getCompatibilityEvidence,
  getNode,
  getNodeScore,
  getVersionWorkflow,
  listReplacements,
  listSimilarComfyNodes,
  listVersionWorkflows,
  listWorkflows,
  searchNodes,
} from '@nodeyard/contract/packs'
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
const machine = { python: '3.12', os: 'linux' } as const
let url: string
let world: World
let nodeId: string

before(async () => {
  url = await host.listen()
  const networks = { isAny: false, has: () => false }
  world = await World.open({
    repositorySources: [new CodeHostSource({ url, apiUrl: `${url}/api` }, { networks }, readingLimits)],
    hostTurns: new HostTurns(0),
  })
  const graph = { nodes: [{ id: 1, type: 'pack Blur', pos: [0, 0], size: [200, 100] }], links: [] }
  const files = {
    'example_workflows/soft_focus.json': JSON.stringify(graph),
    'web/old.js': "import { $el } from '../../scripts/ui.js'\n",
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
      nodes.map(({ id, matched_comfy_nodes: matched }) => [id, matched]),
      [[nodeId, ['pack Blur']]],
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

  it('has a score, evidence of its code, and requirements like a version', async () => {
    const { reading } = await world.anonymous.call(getNode, { params: { nodeId } })
    const commit = reading?.commit ?? ''
    const { judged } = await world.anonymous.call(getNodeScore, { params: { nodeId } })
    assert.deepEqual([judged?.commit, judged?.version, (judged?.score ?? 0) > 0], [commit, undefined, true])
    const evidence = await world.anonymous.call(getCompatibilityEvidence, { params: { nodeId }, query: {} })
    assert.equal(evidence.commit, commit)
    assert.deepEqual(
      evidence.inferred.uses.map(({ file, line }) => `${file}:${line}`),
      ['web/old.js:1'],
    )
    const { nodes } = await world.anonymous.call(searchNodes, {
      query: {
        evidence: evidence.inferred.uses[0]?.state === 'removed' ? 'uses_removed' : 'uses_deprecated',
      },
    })
    assert.deepEqual(
      nodes.map(({ id }) => id),
      [nodeId],
    )
    const check = await world.anonymous.call(checkRequirements, {
      body: { nodes: [{ node_id: nodeId }], freeze: 'numpy==1.20\n', machine },
    })
    const [conflict] = check.conflicts
    assert.deepEqual(
      conflict?.parties.map(({ source, commit: at, lines }) => [source, at, lines[0]?.file]),
      [
        ['node', commit, 'requirements.txt'],
        ['freeze', undefined, undefined],
      ],
    )
  })

  it('is compared with those of other packs', async () => {
    const { id } = await world.given.node({ downloads: 5 })
    await world.given.version({ node_id: id, dependencies: ['numpy<1.20'] })
    const found = await world.anonymous.call(getCompatibility, { params: { nodeId }, query: {} })
    assert.deepEqual([found.compared, found.conflicts[0]?.node_id, typeof found.commit], [1, id, 'string'])
    const of = await world.anonymous.call(getCompatibility, { params: { nodeId: id }, query: {} })
    assert.deepEqual(
      of.conflicts.map(({ node_id }) => node_id),
      [nodeId],
    )
  })

  it('takes part in plans, and a pack that was not read is named as unknown', async () => {
    host.put('ann/cv', packFiles('cv', { 'requirements.txt': 'opencv-python-headless\n' }))
    host.put('ann/other', packFiles('other', { 'requirements.txt': 'opencv-contrib-python\n' }))
    const [cv, other] = [
      await unclaimedNode(world, `${url}/ann/cv`),
      await unclaimedNode(world, `${url}/ann/other`),
    ]
    await readAll(world)
    const unread = await unclaimedNode(world, `${url}/ann/unread`)
    const unlisted = 'https://codeberg.org/ann/unlisted'
    const nodes = [...[cv, other, unread].map(({ id }) => ({ node_id: id })), { repository: unlisted }]
    const { check, warnings } = await world.anonymous.call(planInstallation, {
      body: { nodes: [...nodes, { node_id: nodeId }], machine },
    })
    const [conflict] = check.conflicts
    assert.deepEqual([conflict?.kind, conflict?.subject], ['clash', 'cv2'])
    assert.deepEqual(
      conflict?.parties.map(({ node_id, lines }) => [node_id, lines[0]?.file, lines[0]?.line]),
      [cv, other].map(({ id }) => [id, 'requirements.txt', 1]),
    )
    assert.deepEqual(
      check.unknowns.filter(({ reason }) => reason === 'requirements_missing').map(({ subject }) => subject),
      [unread.id, unlisted],
    )
    assert.deepEqual(warnings?.map(({ node_id, kind }) => [node_id, kind]) ?? [], [])
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
