import { parseJson, readGraph } from '@nodeyard/analysis/workflow/graph'
import type { Registry } from '@nodeyard/contract/client'
import { limits } from '@nodeyard/contract/limits'
import { findProviders } from '@nodeyard/contract/providers'
import type { JsonSchema } from './tool.ts'

export const resolveWorkflowName = 'resolve_workflow'

export const resolveWorkflowTool = {
  name: resolveWorkflowName,
  description:
    'The packs that a workflow needs: one entry per pack with the nodes it provides, the nodes of the tool itself, and those that no pack provides.',
  inputSchema: {
    type: 'object',
    properties: {
      workflow: {
        description:
          'The workflow: its JSON as saved by the editor or sent to the API, as an object or as text.',
        anyOf: [{ type: 'object' }, { type: 'string' }],
      },
    },
    required: ['workflow'],
    additionalProperties: false,
  } satisfies JsonSchema,
}

/** Finds the packs that a workflow needs. Only the names of its nodes reach the registry. */
export async function resolveWorkflow(
  registry: Registry,
  workflow: unknown,
  init: RequestInit,
): Promise<unknown> {
  const graph = readGraph(typeof workflow === 'string' ? parseJson(workflow) : workflow)
  if (!graph)
    throw new TypeError(
      'This is not a workflow: expected the JSON that the editor saves, or the one for its API.',
    )
  const unique = new Map(graph.map((node) => [node.name, node]))
  const asked = [...unique.values()]
    .slice(0, limits.bulkIdentifiers)
    .map(({ name, nodeId, version, repository }) => ({
      comfy_node_name: name,
      ...(nodeId ? { node_id: nodeId } : {}),
      ...(version ? { version } : {}),
      ...(repository ? { repository } : {}),
    }))
  if (asked.length === 0) return { packs: [], built_in: [], unknown: [] }
  const { comfy_nodes: found } = await registry.call(findProviders, { body: { comfy_nodes: asked } }, init)
  const packs = new Map<string, { pack: string; version?: string; repository?: string; nodes: string[] }>()
  for (const { comfy_node_name: name, provider } of found) {
    if (!provider) continue
    const { node_id: pack, version, repository } = provider
    const entry = packs.get(pack) ?? {
      pack,
      ...(version ? { version: version.version } : {}),
      ...(repository ? { repository } : {}),
      nodes: [],
    }
    entry.nodes.push(name)
    packs.set(pack, entry)
  }
  const named = (status: string) =>
    found.filter((one) => one.status === status).map((one) => one.comfy_node_name)
  return { packs: [...packs.values()], built_in: named('built_in'), unknown: named('unknown') }
}
