import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { registryAt } from '@nodeyard/contract/ground'
import { resolveWorkflow } from './resolve.ts'

interface Asked {
  path: string
  body: Record<string, unknown>
}

const isBuiltIn = (name: string) => ['KSampler', 'Load Image'].includes(name)

/** An API that knows two names, one repository and one file, and records the questions. */
function smallRegistry() {
  const asked: Asked[] = []
  const fetch: typeof globalThis.fetch = async (address, init) => {
    const { pathname } = new URL(String(address), 'https://registry.test')
    const body = JSON.parse(String(init?.body))
    asked.push({ path: pathname, body })
    if (pathname.endsWith('/workflow-file'))
      return Response.json({ name: 'a.json', workflow: '{"1":{"class_type":"KSampler"}}' })
    if (pathname.endsWith('/identify'))
      return Response.json({
        nodes: body.nodes.map(({ folder = '', repository = '' }) =>
          /lens/i.test(folder + repository) ? { status: 'found', node_id: 'lens' } : { status: 'unknown' },
        ),
      })
    return Response.json({
      comfy_nodes: body.comfy_nodes.map(({ comfy_node_name }: { comfy_node_name: string }) => ({
        comfy_node_name,
        status: isBuiltIn(comfy_node_name) ? 'built_in' : 'unknown',
        notices: [],
        alternatives: [],
      })),
    })
  }
  return { asked, registry: registryAt('https://registry.test/api', fetch) }
}

const workflow = (...nodes: object[]) => JSON.stringify({ nodes })
const shown = ({ comfyNodes }: Awaited<ReturnType<typeof resolveWorkflow>>) =>
  comfyNodes.map(({ comfy_node_name, status }) => `${comfy_node_name}: ${status}`)

describe('resolving a workflow', () => {
  it('asks for no name that is too long, and keeps counts', async () => {
    const { asked, registry } = smallRegistry()
    const given = workflow({ type: 'x'.repeat(5000) }, { type: 'Fog' }, { type: 'Fog' })
    const { comfyNodes } = await resolveWorkflow(registry, [given])
    assert.deepEqual(
      asked.map(({ body }) => body),
      [{ comfy_nodes: [{ comfy_node_name: 'Fog' }] }],
    )
    assert.deepEqual(
      comfyNodes.map(({ comfy_node_name, count }) => [comfy_node_name.length, count]),
      [
        [3, 2],
        [5000, 1],
      ],
    )
  })

  it('sends the record of a workflow as far as it can be an id', async () => {
    const { asked, registry } = smallRegistry()
    const given = workflow({ type: 'Fog', properties: { cnr_id: 'x'.repeat(100_000), ver: '1.0.0' } })
    const { comfyNodes } = await resolveWorkflow(registry, [given])
    assert.deepEqual(asked[0]?.body, { comfy_nodes: [{ comfy_node_name: 'Fog', version: '1.0.0' }] })
    assert.equal(comfyNodes[0]?.recorded.version, '1.0.0')
  })

  it('adds up several files, and tells which comfy-nodes are inactive', async () => {
    const { registry } = smallRegistry()
    const given = [workflow({ type: 'Fog', mode: 4 }, { type: 'Rain', mode: 2 }), workflow({ type: 'Fog' })]
    const { comfyNodes, graphs } = await resolveWorkflow(registry, given)
    assert.deepEqual(
      comfyNodes.map(({ comfy_node_name, count, isInactive }) => [comfy_node_name, count, isInactive]),
      [
        ['Fog', 2, false],
        ['Rain', 1, true],
      ],
    )
    assert.equal(graphs.length, 2)
  })

  it('looks up the words of an error text, and keeps unknown names of a list', async () => {
    const { registry } = smallRegistry()
    const text = 'the following node types were not found:\nKSampler Load Image\nSome Thing\nFog'
    assert.deepEqual(shown(await resolveWorkflow(registry, [text])), [
      'Fog: unknown',
      'KSampler: built_in',
      'Load Image: built_in',
      'Some Thing: unknown',
    ])
  })

  it('finds packs by folder and repository, and missing modules', async () => {
    const { registry } = smallRegistry()
    const text = "IMPORT FAILED: comfyui-lens\nNo module named 'insightface'"
    const { packs, problems } = await resolveWorkflow(registry, [text])
    assert.deepEqual(
      packs.map(({ named, node }) => [named, node.node_id]),
      [['comfyui-lens', 'lens']],
    )
    assert.deepEqual(problems, [
      { kind: 'pack_failed', folder: 'comfyui-lens' },
      { kind: 'module_missing', module: 'insightface', package: 'insightface' },
    ])
    const pasted = await resolveWorkflow(registry, ['https://github.com/a/lens/tree/main'])
    assert.equal(pasted.packs[0]?.node.node_id, 'lens')
  })

  it('reads the file behind an address', async () => {
    const { asked, registry } = smallRegistry()
    const resolved = await resolveWorkflow(registry, ['https://files.test/a.json'])
    assert.deepEqual(asked[0], { path: '/api/workflow-file', body: { url: 'https://files.test/a.json' } })
    assert.deepEqual(shown(resolved), ['KSampler: built_in'])
  })

  it('refuses a text without a known name', async () => {
    const { registry } = smallRegistry()
    await assert.rejects(resolveWorkflow(registry, ['hello there']), {
      problem: 'unknown_format',
    })
  })
})
