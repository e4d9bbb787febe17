import { installLine, programCommand } from '@nodeyard/contract/program'
import type { ResponseOf } from '@nodeyard/contract/route'
import { getVersionWorkflow } from '@nodeyard/contract/workflows'
import { askProviders, type ResolvedComfyNode } from '@nodeyard/planning/resolve'
import { queryOptions } from '@tanstack/react-query'
import type { Site } from '../../ground/site/site.ts'

interface WorkflowPath {
  nodeId: string
  version: string
  place: string
}

type Found = ResponseOf<typeof getVersionWorkflow>

const modelFile = /\.(safetensors|ckpt|pt|pth|bin|gguf|onnx|sft)$/i

export function workflowQuery({ registry }: Site, params: WorkflowPath) {
  return queryOptions({
    queryKey: ['nodes', params.nodeId, 'versions', params.version, 'workflows', params.place],
    queryFn: async ({ signal }) => toView(await registry.call(getVersionWorkflow, { params }, { signal })),
  })
}

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
        ...(nodeId === undefined ? {} : { nodeId }),
      }))
      const found = await askProviders(registry, used)
      const packs = packsOf(found)
      const installed = packs.filter(({ isInstallable }) => isInstallable)
      return {
        packs: packs.map(({ isInstallable: _, ...pack }): NeededPack => pack),
        unknown: namesOf(found, 'unknown'),
        builtIn: namesOf(found, 'built_in'),
        command:
          installed.length > 0
            ? installLine(
                programCommand(settings.apiUrl),
                installed.map(({ id }) => id),
              )
            : '',
      }
    },
  })
}

function packsOf(found: readonly ResolvedComfyNode[]): (NeededPack & { isInstallable: boolean })[] {
  const packs = new Map<string, NeededPack & { isInstallable: boolean }>()
  for (const { comfy_node_name: name, provider } of found) {
    if (!provider) continue
    const { node_id: id, install } = provider
    const pack = packs.get(id) ?? {
      id,
      name: provider.name,
      nodes: [],
      isInstallable: install.state === 'installable',
    }
    packs.set(id, pack)
    if (!pack.nodes.includes(name)) pack.nodes.push(name)
  }
  return [...packs.values()]
}

const namesOf = (found: readonly ResolvedComfyNode[], status: ResolvedComfyNode['status']) => [
  ...new Set(found.filter((one) => one.status === status).map(({ comfy_node_name: name }) => name)),
]
