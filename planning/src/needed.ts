import { unclaimedPublisherId } from '@nodeyard/contract/ground'
import type { ProvidedComfyNode, Provider } from '@nodeyard/contract/packs'

/** A node that a workflow needs, with the comfy-nodes that require it. */
export interface NeededNode<One extends ProvidedComfyNode = ProvidedComfyNode> {
  provider: Provider
  comfyNodes: One[]
}

/** Groups comfy-nodes by node. The registry names the same version or commit for all comfy-nodes of a node. */
export function neededNodes<One extends ProvidedComfyNode>(comfyNodes: readonly One[]): NeededNode<One>[] {
  const needed = new Map<string, NeededNode<One>>()
  for (const comfyNode of comfyNodes) {
    const { provider } = comfyNode
    if (!provider) continue
    const known = needed.get(provider.node_id)
    if (known) known.comfyNodes.push(comfyNode)
    else needed.set(provider.node_id, { provider, comfyNodes: [comfyNode] })
  }
  return [...needed.values()].sort((a, b) => (a.provider.node_id < b.provider.node_id ? -1 : 1))
}

/** Versions that did not pass the checks are not installable, even if a workflow recorded them. */
export function isInstallable({ provider: { version, publisher_id } }: NeededNode): boolean {
  const isGood = version?.downloadUrl !== undefined && version.status === 'NodeVersionStatusActive'
  return isGood && publisher_id !== unclaimedPublisherId
}

/** Only its repository offers it. */
export const isCloned = (one: NeededNode) => !isInstallable(one) && one.provider.install.clone !== undefined

/** Held back, or without any source. */
export const isUnavailable = (one: NeededNode) => !isInstallable(one) && !isCloned(one)
