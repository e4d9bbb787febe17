import { type ComfyNodeBox, toBox } from '@nodeyard/analysis/preview/box'
import { translateBox } from '@nodeyard/analysis/preview/translate'
import type { ComfyNode, listVersionComfyNodes } from '@nodeyard/contract/comfy-nodes'
import type { ResponseOf } from '@nodeyard/contract/route'

/** Location of a comfy-node. */
export interface ComfyNodePath {
  nodeId: string
  version: string
  comfyNodeName: string
}

/** A comfy-node as drawn in the tool, with the registry's own data. */
export interface ComfyNodeView extends ComfyNodeBox {
  category?: string
  description?: string
  deprecated: boolean
  experimental: boolean
  policy: ComfyNode['policy']
  isOutput: boolean
  /** Whether the pack contains documentation about it. */
  isDocumented: boolean
  /** Ids of other nodes that define a comfy-node of the same name. */
  alsoDefinedIn: string[]
}

type ListedComfyNode = ResponseOf<typeof listVersionComfyNodes>['comfy_nodes'][number]

/** Converts a comfy-node for display, in the user's language if the pack is translated. */
export function toComfyNodeView({ translation = {}, ...node }: ListedComfyNode): ComfyNodeView {
  const { category, deprecated, experimental, policy } = node
  const description = translation.description || node.description
  return {
    ...translateBox(toBox(node), translation),
    ...(category ? { category } : {}),
    ...(description ? { description } : {}),
    deprecated,
    experimental,
    policy,
    isOutput: node.output_node ?? false,
    isDocumented: node.has_documentation ?? false,
    alsoDefinedIn: node.also_defined_in ?? [],
  }
}
