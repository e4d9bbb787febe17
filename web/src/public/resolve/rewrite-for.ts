import {
  type ComfyNode,
  findMisfits,
  fromStored,
  readReplacement,
  rewriteWorkflow,
  usesOf,
  widgetsOf,
} from '@nodeyard/analysis/comfy-nodes'
import type { Graph } from '@nodeyard/analysis/workflow'
import type { Registry } from '@nodeyard/contract/ground'
import { type ComfyNodeReplacement, getComfyNode, getNode, listReplacements } from '@nodeyard/contract/packs'

/** Rewrites a workflow for the successors of these comfy-nodes, and checks the result against their definitions. */
export async function rewriteFor(registry: Registry, graph: Graph, names: readonly string[]) {
  const replacements: ComfyNodeReplacement[] = []
  for (const comfyNodeName of names) {
    const answer = await registry.call(listReplacements, { params: { comfyNodeName } })
    replacements.push(...answer.replacements.slice(0, 1))
  }
  const definitions = new Map<string, ComfyNode>()
  for (const replacement of replacements) {
    const definition = await findDefinition(registry, replacement)
    if (definition) definitions.set(replacement.new_node_id, definition)
  }
  const { workflow, changes } = rewriteWorkflow(
    graph.value,
    replacements.flatMap((one) => readReplacement(one) ?? []),
    (name) => {
      const inputs = definitions.get(name)?.inputs
      return inputs && widgetsOf(inputs.filter(({ group }) => group !== 'hidden'))
    },
  )
  const changed = new Set(changes.map(({ id }) => id))
  const uses = (usesOf(workflow) ?? []).filter(({ id }) => changed.has(id))
  return {
    workflow,
    changes,
    misfits: findMisfits(uses, definitions),
    unchecked: [...new Set(changes.map(({ to }) => to))].filter((name) => !definitions.has(name)),
  }
}

/** Finds the definition in the newest version of the node that provides it. The tool's own are not known. */
async function findDefinition(
  registry: Registry,
  { provider_id: nodeId, new_node_id: comfyNodeName }: ComfyNodeReplacement,
): Promise<ComfyNode | undefined> {
  if (nodeId === undefined) return undefined
  try {
    const { latest_version: latest } = await registry.call(getNode, { params: { nodeId } })
    if (!latest) return undefined
    const params = { nodeId, version: latest.version, comfyNodeName }
    return fromStored(await registry.call(getComfyNode, { params }))
  } catch {
    return undefined
  }
}
