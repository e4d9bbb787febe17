import { registryAt } from '@nodeyard/contract/client'
import { expect, test } from 'vitest'
import { resolveWorkflow } from './resolve-workflow.ts'

/** An API that knows nothing, and what it was asked. */
function knowingNothing() {
  const asked: Record<string, unknown>[] = []
  const fetch: typeof globalThis.fetch = async (_, init) => {
    const { comfy_nodes: comfyNodes } = JSON.parse(String(init?.body))
    asked.push(...comfyNodes)
    const answers = comfyNodes.map(({ comfy_node_name }: { comfy_node_name: string }) => ({
      comfy_node_name,
      status: 'unknown',
      notices: [],
      alternatives: [],
    }))
    return Response.json({ comfy_nodes: answers })
  }
  return { asked, registry: registryAt('/api', fetch) }
}

test('names that nobody can have are unknown without being asked for, and others keep their counts', async () => {
  const { asked, registry } = knowingNothing()
  const nodes = [{ type: 'x'.repeat(5000) }, { type: 'Fog' }, { type: 'Fog' }]
  const { comfyNodes } = await resolveWorkflow(registry, JSON.stringify({ nodes }))
  expect(asked).toEqual([{ comfy_node_name: 'Fog' }])
  expect(
    comfyNodes.map(({ comfy_node_name, status, count }) => [comfy_node_name.length, status, count]),
  ).toEqual([
    [3, 'unknown', 2],
    [5000, 'unknown', 1],
  ])
})

test('what a workflow recorded is asked with as far as it can be an id', async () => {
  const { asked, registry } = knowingNothing()
  const nodes = [{ type: 'Fog', properties: { cnr_id: 'x'.repeat(100_000), ver: '1.0.0' } }]
  const { comfyNodes } = await resolveWorkflow(registry, JSON.stringify({ nodes }))
  expect(asked).toEqual([{ comfy_node_name: 'Fog', version: '1.0.0' }])
  expect(comfyNodes[0]?.recorded.version).toBe('1.0.0')
})
