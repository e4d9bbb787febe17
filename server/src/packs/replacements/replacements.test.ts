import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { unclaimedPublisherId } from '@nodeyard/contract/ground'
import {
  createReplacement,
  decideReplacement,
  deleteReplacement,
  findProviders,
  listAllReplacements,
  listNodeReplacements,
  listReplacements,
} from '@nodeyard/contract/packs'
import { testPublisher } from '../../../test/publishing.ts'
import { useWorld } from '../../../test/world.ts'
import { runCommand } from '../../commands.ts'
import { renamedBetween } from './infer.ts'

const holder = useWorld()

const find = async (comfyNodeName: string) => {
  const { replacements } = await holder.world.anonymous.call(listReplacements, { params: { comfyNodeName } })
  return replacements.map(({ new_node_id, provider_id, origin, is_confirmed }) =>
    [new_node_id, provider_id, origin, is_confirmed ? '' : '?'].filter(Boolean).join(' '),
  )
}

async function register(nodeId: string, oldName: string, newName: string, details: object = {}) {
  const { given, deps } = holder.world
  await given.node({ id: nodeId })
  const version = await given.version({ node_id: nodeId })
  await given.comfyNode({ version_id: version.id, name: newName })
  await deps.db
    .insertInto('version_replacements')
    .values({
      version_id: version.id,
      old_name: oldName,
      new_name: newName,
      details: JSON.stringify(details),
    })
    .execute()
}

describe('the replacements of a comfy-node', () => {
  it('come from the list that the registry ships, where the pack is known', async () => {
    assert.deepEqual(await find('BboxDetectorForEach'), [])
    await holder.world.given.node({
      id: 'ipadapter',
      publisher_id: unclaimedPublisherId,
      repository_key: 'github.com/cubiq/comfyui_ipadapter_plus',
    })
    assert.deepEqual(await find('IPAdapterApply'), ['IPAdapterAdvanced ipadapter known'])
    assert.deepEqual(await find('Load3DAnimation'), ['Load3D known'])
    assert.deepEqual(await find('VaeDecode '), ['VAEDecode spelling'])
    assert.deepEqual(await find('Nothing/of that name'), [])
  })

  it('come from packs, but not for what others provide', async () => {
    await register('own', 'OwnOld', 'OwnNew', { input_mapping: [{ new_id: 'a', old_id: 'b' }] })
    await register('thief', 'FamousBlur', 'TheftBlur')
    await register('thief-too', 'KSampler', 'TheftSampler')
    const { given } = holder.world
    await given.node({ id: 'famous', publisher_id: unclaimedPublisherId })
    await given.hint('famous', 'FamousBlur')
    assert.deepEqual(await find('OwnOld'), ['OwnNew own pack'])
    assert.deepEqual(await find('FamousBlur'), [])
    assert.deepEqual(await find('KSampler'), [])
    const { replacements } = await holder.world.anonymous.call(listReplacements, {
      params: { comfyNodeName: 'OwnOld' },
    })
    assert.deepEqual(replacements[0]?.input_mapping, [{ new_id: 'a', old_id: 'b' }])
  })

  it('are named for unknown comfy-nodes of a workflow', async () => {
    const { comfy_nodes } = await holder.world.anonymous.call(findProviders, {
      body: { comfy_nodes: [{ comfy_node_name: 'OwnOld' }, { comfy_node_name: 'OwnNew' }] },
    })
    assert.deepEqual(
      comfy_nodes.map(({ replaced_by }) => replaced_by?.map(({ new_node_id }) => new_node_id)),
      [['OwnNew'], undefined],
    )
  })

  it('are named by moderators, and deleted by them', async () => {
    const { given } = holder.world
    const admin = holder.world.as(await given.user({ is_admin: true }))
    await given.node({ id: 'successor' })
    const body = { old_node_id: 'Lost', new_node_id: 'Found', provider_id: 'successor' }
    const { id } = await admin.call(createReplacement, { body })
    assert.equal((await admin.call(createReplacement, { body })).id, id)
    assert.deepEqual(await find('Lost'), ['Found successor moderator'])
    await admin.call(deleteReplacement, { params: { replacementId: id } })
    assert.deepEqual(await find('Lost'), [])
    await assert.rejects(admin.call(createReplacement, { body: { old_node_id: 'A', new_node_id: 'A' } }), {
      status: 400,
    })
    await assert.rejects(admin.call(createReplacement, { body: { ...body, provider_id: 'nobody' } }), {
      status: 404,
    })
  })
})

describe('an inferred replacement', () => {
  it('is proposed when a published version has a comfy-node under another name, and confirmed by its owner', async () => {
    const { world } = holder
    const owner = await world.given.user()
    const publisher = await testPublisher(world, { owner })
    const code = (name: string) =>
      `class Fog:\n    @classmethod\n    def INPUT_TYPES(s):\n        return {"required": {"image": ("IMAGE",), "amount": ("FLOAT",)}}\n` +
      `    RETURN_TYPES = ("IMAGE",)\n    FUNCTION = "run"\n    CATEGORY = "x"\n    def run(self, image, amount):\n        return (image,)\n` +
      `NODE_CLASS_MAPPINGS = {"${name}": Fog}\n`
    const publish = (version: string, name: string) =>
      publisher.publish({ id: 'foggy', version, files: { '__init__.py': code(name) } })
    await publish('1.0.0', 'FogOld')
    await publish('1.1.0', 'FogNew')
    assert.deepEqual(await find('FogOld'), ['FogNew foggy inferred ?'])
    const params = { publisherId: publisher.id, nodeId: 'foggy' }
    const { replacements } = await world.as(owner).call(listNodeReplacements, { params })
    const admin = world.as(await world.given.user({ is_admin: true }))
    const listed = async (status: 'proposed' | 'refused') =>
      (await admin.call(listAllReplacements, { query: { status } })).replacements.map(
        ({ old_node_id }) => old_node_id,
      )
    assert.deepEqual([await listed('proposed'), await listed('refused')], [['FogOld'], []])
    const replacementId = replacements[0]?.id ?? ''
    const decide = (status: 'confirmed' | 'refused') =>
      world.as(owner).call(decideReplacement, { params: { ...params, replacementId }, body: { status } })
    await decide('confirmed')
    assert.deepEqual(await find('FogOld'), ['FogNew foggy inferred'])
    await decide('refused')
    assert.deepEqual(await find('FogOld'), [])
  })

  it('needs the same sockets, and no other that resembles it', () => {
    const node = (name: string, inputs = 'image mask', output = 'IMAGE') => ({
      name,
      input_types: JSON.stringify({
        required: Object.fromEntries(inputs.split(' ').map((one) => [one, ['X']])),
      }),
      return_types: JSON.stringify([output]),
    })
    const renamed = (before: string[], after: string[]) =>
      renamedBetween(
        before.map((name) => node(name)),
        after.map((name) => node(name)),
      )
    assert.deepEqual(renamed(['A', 'Kept'], ['B', 'Kept']), [{ from: 'A', to: 'B' }])
    assert.deepEqual(renamed(['A', 'B'], ['C']), [])
    assert.deepEqual(renamed(['A'], ['B', 'C']), [])
    assert.deepEqual(renamedBetween([node('A')], [node('B', 'image mask', 'MASK')]), [])
    assert.deepEqual(renamedBetween([node('A', 'image')], [node('B', 'image')]), [])
    assert.deepEqual(renamedBetween([{ ...node('A'), input_types: '{' }], [node('B')]), [])
  })
})

describe("importing the tool's replacements", () => {
  it('replaces the last list', async (t) => {
    const { mkdtemp, rm, writeFile } = await import('node:fs/promises')
    const { tmpdir } = await import('node:os')
    const folder = await mkdtemp(`${tmpdir()}/nodeyard-replacements-`)
    t.after(() => rm(folder, { recursive: true }))
    const file = `${folder}/list.json`
    const importList = async (list: object) => {
      await writeFile(file, JSON.stringify(list))
      assert.equal(await runCommand(holder.world.deps, ['import-core', file], () => {}), 0)
    }
    await importList({ OldTool: [{ new_node_id: 'NewTool' }] })
    assert.deepEqual(await find('OldTool'), ['NewTool tool'])
    await importList({ OtherTool: [{ new_node_id: 'NewTool' }] })
    assert.deepEqual([await find('OldTool'), await find('OtherTool')], [[], ['NewTool tool']])
  })
})
