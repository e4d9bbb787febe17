import { registryAt } from '@nodeyard/contract/client'
import { describe, expect, it } from 'vitest'
import { resolveWorkflow } from './resolve-workflow.ts'

/** A registry that knows no names and records its requests. */
function emptyRegistry() {
  const requested: Record<string, unknown>[] = []
  const fetch: typeof globalThis.fetch = async (_, init) => {
    const { comfy_nodes: comfyNodes } = JSON.parse(String(init?.body))
    requested.push(...comfyNodes)
    const answers = comfyNodes.map(({ comfy_node_name }: { comfy_node_name: string }) => ({
      comfy_node_name,
      status: 'unknown',
      notices: [],
      alternatives: [],
    }))
    return Response.json({ comfy_nodes: answers })
  }
  return { requested, registry: registryAt('/api', fetch) }
}

describe('resolveWorkflow', () => {
  it('marks impossible names as unknown without a request and keeps other counts', async () => {
    const { requested, registry } = emptyRegistry()
    const nodes = [{ type: 'x'.repeat(5000) }, { type: 'Fog' }, { type: 'Fog' }]
    const { comfyNodes } = await resolveWorkflow(registry, JSON.stringify({ nodes }))
    expect(requested).toEqual([{ comfy_node_name: 'Fog' }])
    expect(
      comfyNodes.map(({ comfy_node_name, status, count }) => [comfy_node_name.length, status, count]),
    ).toEqual([
      [3, 'unknown', 2],
      [5000, 'unknown', 1],
    ])
  })

  it('sends recorded ids only if they are valid', async () => {
    const { requested, registry } = emptyRegistry()
    const nodes = [{ type: 'Fog', properties: { cnr_id: 'x'.repeat(100_000), ver: '1.0.0' } }]
    const { comfyNodes } = await resolveWorkflow(registry, JSON.stringify({ nodes }))
    expect(requested).toEqual([{ comfy_node_name: 'Fog', version: '1.0.0' }])
    expect(comfyNodes[0]?.recorded.version).toBe('1.0.0')
  })
})
