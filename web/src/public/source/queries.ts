import { compareVersions, fromStored } from '@nodeyard/analysis/comfy-nodes'
import { limits } from '@nodeyard/contract/limits'
import { listReadingComfyNodes, listVersionComfyNodes } from '@nodeyard/contract/packs'
import { queryOptions } from '@tanstack/react-query'
import { isCommit } from '../../ground/paths/commit.ts'
import type { Site } from '../../ground/site/site.ts'
import { unlessHeld } from '../nodes/held.ts'

/** Changes to the comfy-nodes between two versions. */
export function comfyNodeChangesQuery({ registry }: Site, nodeId: string, before: string, after: string) {
  return queryOptions({
    queryKey: ['nodes', nodeId, 'versions', after, 'comfy-nodes', 'since', before],
    queryFn: async ({ signal }) => {
      const list = async (version: string) => {
        const query = { limit: limits.versionComfyNodePageSize.max }
        const answer = isCommit(version)
          ? await registry.call(
              listReadingComfyNodes,
              { params: { nodeId, commit: version }, query },
              { signal },
            )
          : await unlessHeld(
              registry.call(listVersionComfyNodes, { params: { nodeId, version }, query }, { signal }),
              undefined,
            )
        return answer && { comfy_nodes: answer.comfy_nodes.map(fromStored), undecided: [] }
      }
      const [old, current] = await Promise.all([list(before), list(after)])
      return old && current ? compareVersions(old, current) : null
    },
  })
}
