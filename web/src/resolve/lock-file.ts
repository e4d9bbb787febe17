import type { ProvidedComfyNode, Provider } from '@nodeyard/contract/providers'
import { unclaimedPublisherId } from '@nodeyard/contract/shapes'

/** The nodes that a workflow needs, each once, with the comfy-nodes that it is needed for. */
export interface NeededNode {
  provider: Provider
  comfyNodes: string[]
}

/** Two versions of one node are two entries: a reader has to choose. */
export function neededNodes(comfyNodes: readonly ProvidedComfyNode[]): NeededNode[] {
  const needed = new Map<string, NeededNode>()
  for (const { provider, comfy_node_name } of comfyNodes) {
    if (!provider) continue
    const key = `${provider.node_id}@${provider.version?.version ?? ''}`
    const known = needed.get(key)
    if (known) known.comfyNodes.push(comfy_node_name)
    else needed.set(key, { provider, comfyNodes: [comfy_node_name] })
  }
  return [...needed.values()].sort((a, b) => (a.provider.node_id < b.provider.node_id ? -1 : 1))
}

/** What can be installed by a client, at exact versions; what only its repository gives; what nobody knows. */
export function lockFile(comfyNodes: readonly ProvidedComfyNode[], registry: string): string {
  const needed = neededNodes(comfyNodes)
  const file = {
    lockfile_version: 1,
    registry,
    nodes: needed.filter(isInstallable).map(({ provider: { node_id, version }, comfyNodes: names }) => ({
      id: node_id,
      version: version?.version,
      sha256: version?.sha256,
      download_url: version?.downloadUrl,
      comfy_nodes: names,
    })),
    repositories: needed
      .filter((one) => !isInstallable(one))
      .map(({ provider: { node_id, repository }, comfyNodes: names }) => ({
        id: node_id,
        repository,
        comfy_nodes: names,
      })),
    unknown: comfyNodes.filter(({ status }) => status === 'unknown').map((one) => one.comfy_node_name),
  }
  return `${JSON.stringify(file, null, 2)}\n`
}

export function isInstallable({ provider: { version, publisher_id } }: NeededNode): boolean {
  return version?.downloadUrl !== undefined && publisher_id !== unclaimedPublisherId
}

/** One line that installs everything that has a version, at exactly that version. */
export function installCommand(needed: readonly NeededNode[]): string | undefined {
  const exact = needed
    .filter(isInstallable)
    .map(({ provider }) => `${provider.node_id}@${provider.version?.version}`)
  return exact.length > 0 ? `comfy node install ${exact.join(' ')}` : undefined
}

/** A line for each node that only its repository gives. */
export function cloneCommands(needed: readonly NeededNode[]): string[] {
  return needed
    .filter((one) => !isInstallable(one))
    .flatMap(({ provider: { repository = '' } }) =>
      /^https?:\/\/[\w./:@%+~=-]+$/.test(repository) ? [`git clone ${repository}`] : [],
    )
}
