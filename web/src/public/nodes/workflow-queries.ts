import { programCommand } from '@nodeyard/contract/discovery'
import { defined, type ResponseOf } from '@nodeyard/contract/ground'
import { getVersionWorkflow } from '@nodeyard/contract/packs'
import { installCommand } from '@nodeyard/planning/commands'
import { neededNodes } from '@nodeyard/planning/needed'
import { askProviders, type ResolvedComfyNode } from '@nodeyard/planning/resolve'
import { queryOptions } from '@tanstack/react-query'
import { routeQuery } from '../../ground/site/route-query.ts'
import type { Site } from '../../ground/site/site.ts'

interface WorkflowPath {
  nodeId: string
  version: string
  place: string
}

type Found = ResponseOf<typeof getVersionWorkflow>

const modelFile = /\.(safetensors|ckpt|pt|pth|bin|gguf|onnx|sft)$/i

export const workflowQuery = (site: Site, params: WorkflowPath) =>
  routeQuery(site, getVersionWorkflow, { params }, toView)

export type WorkflowView = ReturnType<typeof toView>

/** The arrangement stays behind: the page shows a picture of it. */
function toView({ layout, comfy_nodes: _names, comfy_node_count, has_picture, ...workflow }: Found) {
  const values = layout.nodes.flatMap(({ widgets }) => widgets.map(({ value }) => value))
  return {
    ...workflow,
    count: comfy_node_count,
    hasPicture: has_picture,
    models: [...new Set(values.filter((value) => modelFile.test(value)))].slice(0, 20),
  }
}

export interface NeededPack {
  id: string
  name: string
  nodes: string[]
}

/** Packs that provide the nodes of a workflow. */
export function neededQuery({ registry, settings }: Site, path: WorkflowPath, uses: WorkflowView['uses']) {
  return queryOptions({
    queryKey: ['workflows', 'needs', path.nodeId, path.version, path.place],
    queryFn: async () => {
      const used = uses.map(({ comfy_node_name: name, node_id: nodeId, ...one }) => ({
        ...one,
        name,
        ...defined({ nodeId }),
      }))
      const found = await askProviders(registry, used)
      return {
        packs: packsOf(found),
        unknown: namesOf(found, 'unknown'),
        builtIn: namesOf(found, 'built_in'),
        command: installCommand(programCommand(settings.apiUrl), neededNodes(found)),
      }
    },
  })
}

function packsOf(found: readonly ResolvedComfyNode[]): NeededPack[] {
  const packs = new Map<string, NeededPack>()
  for (const { comfy_node_name: name, provider } of found) {
    if (!provider) continue
    const { node_id: id, name: packName } = provider
    const pack = packs.get(id) ?? { id, name: packName, nodes: [] }
    packs.set(id, pack)
    if (!pack.nodes.includes(name)) pack.nodes.push(name)
  }
  return [...packs.values()]
}

const namesOf = (found: readonly ResolvedComfyNode[], status: ResolvedComfyNode['status']) => [
  ...new Set(found.filter((one) => one.status === status).map(({ comfy_node_name: name }) => name)),
]
