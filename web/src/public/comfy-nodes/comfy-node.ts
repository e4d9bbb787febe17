import { type ComfyNodeBox, toBox, translateBox } from '@nodeyard/analysis/comfy-nodes'
import { defined, type ResponseOf } from '@nodeyard/contract/ground'
import type { ComfyNode, listVersionComfyNodes } from '@nodeyard/contract/packs'

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
  /** The script that adds it to the tool's page, if it exists only in the browser. */
  browserScript?: string
  /** Whether the pack contains documentation about it. */
  isDocumented: boolean
  /** Ids of other nodes that define a comfy-node of the same name. */
  alsoDefinedIn: string[]
}

/** A comfy-node in a long list. */
export interface ComfyNodeOutline {
  name: string
  title: string
  category: string
  description: string
  /** Types. */
  inputs: string[]
  outputs: string[]
  deprecated: boolean
  browserScript?: string
}

const outlineLength = 140

type ListedComfyNode = ResponseOf<typeof listVersionComfyNodes>['comfy_nodes'][number]

export function toOutline(node: ListedComfyNode): ComfyNodeOutline {
  const view = toComfyNodeView(node)
  const { name, title, inputs, outputs, category = '', description = '', deprecated, browserScript } = view
  return {
    name,
    title,
    category,
    description: description.slice(0, outlineLength).toWellFormed(),
    inputs: [...new Set(inputs.map(({ type }) => type))],
    outputs: [...new Set(outputs.map(({ type }) => type))],
    deprecated,
    ...defined({ browserScript }),
  }
}

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
    ...(node.browser_script ? { browserScript: node.browser_script } : {}),
    isDocumented: node.has_documentation ?? false,
    alsoDefinedIn: node.also_defined_in ?? [],
  }
}
