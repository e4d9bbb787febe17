import { type ComfyNodeBox, toBox } from '@nodeyard/analysis/preview/box'
import type { ComfyNode } from '@nodeyard/contract/comfy-nodes'

/** A comfy-node as its box in the tool shows it, and what else the registry knows of it. */
export interface ComfyNodeView extends ComfyNodeBox {
  category?: string
  description?: string
  deprecated: boolean
  experimental: boolean
  policy: ComfyNode['policy']
  isOutput: boolean
  /** Ids of other nodes that define a comfy-node of the same name. */
  alsoDefinedIn: string[]
}

export function toComfyNodeView(node: ComfyNode & { also_defined_in?: string[] }): ComfyNodeView {
  const { category, description, deprecated, experimental, policy } = node
  return {
    ...toBox(node),
    ...(category ? { category } : {}),
    ...(description ? { description } : {}),
    deprecated,
    experimental,
    policy,
    isOutput: node.output_node ?? false,
    alsoDefinedIn: node.also_defined_in ?? [],
  }
}
