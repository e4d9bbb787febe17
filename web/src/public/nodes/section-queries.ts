import { listVersionComfyNodes } from '@nodeyard/contract/comfy-nodes'
import { getCompatibility } from '@nodeyard/contract/compatibility'
import { getCompatibilityEvidence } from '@nodeyard/contract/evidence'
import { listPackModels } from '@nodeyard/contract/models'
import { listPublisherNodesPaged } from '@nodeyard/contract/nodes'
import { listReadingComfyNodes } from '@nodeyard/contract/readings'
import { queryOptions } from '@tanstack/react-query'
import { isCommit } from '../../ground/paths/commit.ts'
import type { Site } from '../../ground/site/site.ts'
import { toCard } from '../cards/card.ts'
import { unlessHeld } from './held.ts'

/* Data of the lower sections of node pages. */

const maxDrawn = 12
/** More than any pack has. */
const maxOutlined = 1000

/** A few nodes are drawn on the page; of many there is an outline of each, and a page for each. */
export function comfyNodesQuery({ registry, settings }: Site, nodeId: string, version: string) {
  return queryOptions({
    queryKey: ['nodes', nodeId, 'versions', version, 'comfy-nodes', 'all'],
    queryFn: async ({ signal }) => {
      const query = { limit: maxOutlined, language: settings.locale }
      const { comfy_nodes: nodes } = isCommit(version)
        ? await registry.call(
            listReadingComfyNodes,
            { params: { nodeId, commit: version }, query },
            { signal },
          )
        : await unlessHeld(
            registry.call(listVersionComfyNodes, { params: { nodeId, version }, query }, { signal }),
            { comfy_nodes: [] },
          )
      const { toComfyNodeView, toOutline } = await import('../comfy-nodes/comfy-node.ts')
      return nodes.length <= maxDrawn
        ? { drawn: nodes.map(toComfyNodeView), outlines: [] }
        : { drawn: [], outlines: nodes.map(toOutline) }
    },
  })
}

/** Evidence for the compatibility of the latest version. */
export function compatibilityQuery({ registry }: Site, nodeId: string) {
  return queryOptions({
    queryKey: ['nodes', nodeId, 'compatibility', 'evidence'],
    queryFn: ({ signal }) =>
      registry.call(getCompatibilityEvidence, { params: { nodeId }, query: {} }, { signal }),
  })
}

/** Which versions of Python a version works with, and its conflicts with much installed packs. */
export function worksWithQuery({ registry }: Site, nodeId: string, version?: string) {
  return queryOptions({
    queryKey: ['nodes', nodeId, 'compatibility', version ?? ''],
    queryFn: ({ signal }) =>
      registry.call(
        getCompatibility,
        { params: { nodeId }, query: version === undefined ? {} : { version } },
        { signal },
      ),
    staleTime: 300_000,
    retry: false,
  })
}

/** Models that a pack names. */
export function modelsQuery({ registry }: Site, nodeId: string) {
  return queryOptions({
    queryKey: ['nodes', nodeId, 'models'],
    queryFn: async ({ signal }) => {
      const { packs } = await registry.call(listPackModels, { body: { node_ids: [nodeId] } }, { signal })
      return packs[0]?.models ?? []
    },
    staleTime: 300_000,
    retry: false,
  })
}

const shownOthers = 3

/** Other nodes of the publisher. */
export function otherNodesQuery({ registry }: Site, publisherId: string, nodeId: string) {
  return queryOptions({
    queryKey: ['publishers', publisherId, 'nodes', 'v2', 'beside', nodeId],
    queryFn: async ({ signal }) => {
      const { nodes } = await registry.call(
        listPublisherNodesPaged,
        { params: { publisherId }, query: { page: 1, limit: shownOthers + 1, looks: true } },
        { signal },
      )
      return nodes
        .filter(({ id, status }) => id !== nodeId && status === 'NodeStatusActive')
        .slice(0, shownOthers)
        .map(toCard)
    },
  })
}
