import type { ProvidedComfyNode, Provider } from '@nodeyard/contract/providers'
import { unclaimedPublisherId } from '@nodeyard/contract/shapes'
import { cloneCommands } from '../nodes/install-commands.ts'

/** A node that a workflow needs, with the comfy-nodes that require it. */
export interface NeededNode<One extends ProvidedComfyNode = ProvidedComfyNode> {
  provider: Provider
  comfyNodes: One[]
}

/** Groups comfy-nodes by node. Two versions of a node become two entries, because the user must choose. */
export function neededNodes<One extends ProvidedComfyNode>(comfyNodes: readonly One[]): NeededNode<One>[] {
  const needed = new Map<string, NeededNode<One>>()
  for (const comfyNode of comfyNodes) {
    const { provider } = comfyNode
    if (!provider) continue
    const key = `${provider.node_id}@${provider.version?.version ?? ''}`
    const known = needed.get(key)
    if (known) known.comfyNodes.push(comfyNode)
    else needed.set(key, { provider, comfyNodes: [comfyNode] })
  }
  return [...needed.values()].sort((a, b) => (a.provider.node_id < b.provider.node_id ? -1 : 1))
}

/** Lists nodes at exact versions, nodes from repositories, held-back nodes and unknown names. */
export function lockFile(comfyNodes: readonly ProvidedComfyNode[], registry: string): string {
  const needed = neededNodes(comfyNodes)
  const file = {
    lockfile_version: 1,
    registry,
    nodes: needed.filter(isInstallable).map(({ provider: { node_id, version }, comfyNodes: used }) => ({
      id: node_id,
      version: version?.version,
      sha256: version?.sha256,
      download_url: version?.downloadUrl,
      comfy_nodes: namesOf(used),
    })),
    repositories: needed.filter(isCloned).map(({ provider: { node_id, install }, comfyNodes: used }) => ({
      id: node_id,
      repository: install.clone,
      ...(install.commit ? { commit: install.commit } : {}),
      comfy_nodes: namesOf(used),
    })),
    held_back: needed.filter(isUnavailable).map(({ provider: { node_id, install }, comfyNodes: used }) => ({
      id: node_id,
      state: install.state,
      comfy_nodes: namesOf(used),
    })),
    unknown: comfyNodes.filter(({ status }) => status === 'unknown').map((one) => one.comfy_node_name),
  }
  return `${JSON.stringify(file, null, 2)}\n`
}

const namesOf = (comfyNodes: readonly ProvidedComfyNode[]) => comfyNodes.map((one) => one.comfy_node_name)

/** Versions that did not pass the checks are not installable, even if a workflow recorded them. */
export function isInstallable({ provider: { version, publisher_id } }: NeededNode): boolean {
  const isGood = version?.downloadUrl !== undefined && version.status === 'NodeVersionStatusActive'
  return isGood && publisher_id !== unclaimedPublisherId
}

const isCloned = (one: NeededNode) => !isInstallable(one) && one.provider.install.clone !== undefined

/** Held back, or without any source. */
export const isUnavailable = (one: NeededNode) => !isInstallable(one) && !isCloned(one)

/** One command that installs every node with a version, at exactly that version. */
export function installCommand(needed: readonly NeededNode[]): string | undefined {
  const exact = needed
    .filter(isInstallable)
    .map(({ provider }) => `${provider.node_id}@${provider.version?.version}`)
  return exact.length > 0 ? `comfy node install ${exact.join(' ')}` : undefined
}

/** Two lines for each node that is available from its repository only. */
export function repositoryCommands(needed: readonly NeededNode[]): string[] {
  return needed
    .filter(isCloned)
    .flatMap(({ provider: { install } }) => cloneCommands(install.clone ?? '', install)?.usual ?? [])
}
