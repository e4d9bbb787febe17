import type { Wanted } from '../plan/wanted.ts'
import { isInstallable, neededNodes } from './lock-file.ts'
import type { Resolved } from './resolve-workflow.ts'

/** The packs that a workflow needs, at the versions that it recorded. */
export function toWanted({ comfyNodes, packs }: Resolved): Wanted {
  const needed = neededNodes(comfyNodes.filter(({ isInactive }) => !isInactive))
  return {
    packs: [
      ...needed.map((one) => {
        const { provider, comfyNodes: used } = one
        const recorded = used.find(({ reason }) => reason === 'recorded_version')
        const version = provider.version?.version
        const commit = used
          .map((used) => used.recorded.version ?? '')
          .find((text) => /^[\da-f]{40}$/i.test(text))
        return {
          node_id: provider.node_id,
          ...(recorded && version && isInstallable(one) ? { version } : {}),
          ...(commit ? { commit } : {}),
        }
      }),
      ...packs.flatMap(({ node: { node_id } }) => (node_id ? [{ node_id }] : [])),
    ],
    models: [],
    unknown: comfyNodes.filter(({ status }) => status === 'unknown').map((one) => one.comfy_node_name),
  }
}
