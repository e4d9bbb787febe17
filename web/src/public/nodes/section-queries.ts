import {
  getCompatibility,
  getCompatibilityEvidence,
  listExtensions,
  listPackModels,
  listPublisherNodesPaged,
  listReadingComfyNodes,
  listVersionComfyNodes,
} from '@nodeyard/contract/packs'
import { queryOptions } from '@tanstack/react-query'
import { isCommit } from '../../ground/paths/commit.ts'
import { routeQuery } from '../../ground/site/route-query.ts'
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
      const nodes = await readComfyNodes(registry, { nodeId, version }, settings.locale, signal)
      const { toComfyNodeView, toOutline } = await import('../comfy-nodes/comfy-node.ts')
      return nodes.length <= maxDrawn
        ? { drawn: nodes.map(toComfyNodeView), outlines: [] }
        : { drawn: [], outlines: nodes.map(toOutline) }
    },
  })
}

export const extensionsQuery = (site: Site, nodeId: string) =>
  routeQuery(site, listExtensions, { params: { nodeId } }, ({ extensions }) => extensions)

/** Reads the comfy-nodes of a version or a reading; none of a held version. */
export async function readComfyNodes(
  registry: Site['registry'],
  { nodeId, version }: { nodeId: string; version: string },
  language: string,
  signal: AbortSignal,
) {
  const query = { limit: maxOutlined, language }
  const { comfy_nodes: nodes } = isCommit(version)
    ? await registry.call(listReadingComfyNodes, { params: { nodeId, commit: version }, query }, { signal })
    : await unlessHeld(
        registry.call(listVersionComfyNodes, { params: { nodeId, version }, query }, { signal }),
        { comfy_nodes: [] },
      )
  return nodes
}

/** Evidence for the compatibility of the latest version, or else of the reading. */
export const compatibilityQuery = (site: Site, nodeId: string) =>
  routeQuery(site, getCompatibilityEvidence, { params: { nodeId }, query: {} })

/** Which versions of Python a version works with, and its conflicts with much installed packs. */
export const worksWithQuery = (site: Site, nodeId: string, version?: string) => ({
  ...routeQuery(site, getCompatibility, {
    params: { nodeId },
    query: version === undefined ? {} : { version },
  }),
  staleTime: 300_000,
  retry: false,
})

/** Models that a pack names. */
export const modelsQuery = (site: Site, nodeId: string) => ({
  ...routeQuery(
    site,
    listPackModels,
    { body: { node_ids: [nodeId] } },
    ({ packs }) => packs[0]?.models ?? [],
  ),
  queryKey: ['nodes', nodeId, 'models'],
  staleTime: 300_000,
  retry: false,
})

const shownOthers = 3

/** Other nodes of the publisher. */
export function otherNodesQuery(site: Site, publisherId: string, nodeId: string) {
  const input = { params: { publisherId }, query: { page: 1, limit: shownOthers + 1, looks: true } }
  const query = routeQuery(site, listPublisherNodesPaged, input, ({ nodes }) =>
    nodes
      .filter(({ id, status }) => id !== nodeId && status === 'NodeStatusActive')
      .slice(0, shownOthers)
      .map(toCard),
  )
  return { ...query, queryKey: [...query.queryKey, 'beside', nodeId] }
}
