import { getNode, getVersionDownloads, listTransfers } from '@nodeyard/contract/nodes'
import { getPublishReport, listPublishReports } from '@nodeyard/contract/publish-reports'
import { queryOptions } from '@tanstack/react-query'
import type { Site } from '../../ground/site/site.ts'

/* Keys follow the segments of the API paths, so that a change to a path invalidates everything below it. */

/** The node in its original language, without translations. */
export function managedNodeQuery({ registry }: Site, nodeId: string) {
  return queryOptions({
    queryKey: ['nodes', nodeId, 'managed'],
    queryFn: ({ signal }) => registry.call(getNode, { params: { nodeId } }, { signal }),
  })
}

export function reportsQuery({ registry }: Site, nodeId: string) {
  return queryOptions({
    queryKey: ['nodes', nodeId, 'reports'],
    queryFn: async ({ signal }) =>
      (await registry.call(listPublishReports, { params: { nodeId } }, { signal })).versions,
  })
}

export function reportQuery({ registry }: Site, nodeId: string, version: string) {
  return queryOptions({
    queryKey: ['nodes', nodeId, 'versions', version, 'report'],
    queryFn: ({ signal }) => registry.call(getPublishReport, { params: { nodeId, version } }, { signal }),
  })
}

export function versionDownloadsQuery({ registry }: Site, nodeId: string, days: number) {
  return queryOptions({
    queryKey: ['nodes', nodeId, 'downloads', 'versions', days],
    queryFn: ({ signal }) =>
      registry.call(getVersionDownloads, { params: { nodeId }, query: { days } }, { signal }),
  })
}

/** The open offer of a node, or null. */
export function offerQuery({ registry }: Site, publisherId: string, nodeId: string) {
  return queryOptions({
    queryKey: ['publishers', publisherId, 'transfers', nodeId],
    queryFn: async ({ signal }) => {
      const transfers = await registry.call(listTransfers, { params: { publisherId } }, { signal })
      return transfers.find((one) => one.nodeId === nodeId && one.from === publisherId) ?? null
    },
  })
}
