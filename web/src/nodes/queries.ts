import { listVersionComfyNodes } from '@nodeyard/contract/comfy-nodes'
import { getNode } from '@nodeyard/contract/nodes'
import { getNodeVersion, listNodeVersions } from '@nodeyard/contract/versions'
import { queryOptions } from '@tanstack/react-query'
import type { Site } from '../site.ts'

export function nodeQuery({ registry }: Site, nodeId: string) {
  return queryOptions({
    queryKey: ['nodes', nodeId],
    queryFn: async ({ signal }) => {
      const { readme_html: readmeHtml, ...node } = await registry.call(
        getNode,
        { params: { nodeId } },
        { signal },
      )
      return { ...node, ...(readmeHtml ? { readmeHtml } : {}) }
    },
  })
}
void [listVersionComfyNodes, listNodeVersions, getNodeVersion]
