import { listVersionComfyNodes } from '@nodeyard/contract/comfy-nodes'
import { listPublisherNodesPaged } from '@nodeyard/contract/nodes'
import { queryOptions } from '@tanstack/react-query'
import type { Site } from '../../ground/site/site.ts'
import { toCard } from '../cards/card.ts'
import { toComfyNodeView } from '../comfy-nodes/comfy-node.ts'

/* Data of the lower sections of node pages. */

const comfyNodesPerPage = 12

export function comfyNodesQuery({ registry, settings }: Site, nodeId: string, version: string, page: number) {
  return queryOptions({
    queryKey: ['nodes', nodeId, 'versions', version, 'comfy-nodes', page],
    queryFn: async ({ signal }) => {
      const query = { page, limit: comfyNodesPerPage, language: settings.locale }
      const { comfy_nodes: nodes, totalNumberOfPages: totalPages } = await registry.call(
        listVersionComfyNodes,
        { params: { nodeId, version }, query },
        { signal },
      )
      return { comfyNodes: nodes.map(toComfyNodeView), totalPages }
    },
  })
}

const shownOthers = 4

/** Other nodes of the publisher. */
export function otherNodesQuery({ registry }: Site, publisherId: string, nodeId: string) {
  return queryOptions({
    queryKey: ['publishers', publisherId, 'nodes', 'v2', 'beside', nodeId],
    queryFn: async ({ signal }) => {
      const { nodes } = await registry.call(
        listPublisherNodesPaged,
        { params: { publisherId }, query: { page: 1, limit: shownOthers + 1 } },
        { signal },
      )
      return nodes
        .filter(({ id, status }) => id !== nodeId && status === 'NodeStatusActive')
        .slice(0, shownOthers)
        .map(toCard)
    },
  })
}
