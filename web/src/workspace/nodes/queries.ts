import type { ResponseOf } from '@nodeyard/contract/ground'
import {
  getNode,
  getPublishReport,
  getVersionDownloads,
  listPublishReports,
  listTransfers,
} from '@nodeyard/contract/packs'
import { routeQuery } from '../../ground/site/route-query.ts'
import type { Site } from '../../ground/site/site.ts'

/* Keys follow the segments of the API paths, so that a change to a path invalidates everything below it. */

/** The node in its original language, without translations. */
export const managedNodeQuery = (site: Site, nodeId: string) =>
  routeQuery(site, getNode, { params: { nodeId } })

export const reportsQuery = (site: Site, nodeId: string) =>
  routeQuery(site, listPublishReports, { params: { nodeId } }, ({ versions }) => versions)

export const reportQuery = (site: Site, nodeId: string, version: string) =>
  routeQuery(site, getPublishReport, { params: { nodeId, version } })

export const versionDownloadsQuery = (site: Site, nodeId: string, days: number) =>
  routeQuery(site, getVersionDownloads, { params: { nodeId }, query: { days } })

/** The open offer of a node, or null. */
export const offerQuery = (site: Site, publisherId: string, nodeId: string) => ({
  ...routeQuery(site, listTransfers, { params: { publisherId } }),
  select: (transfers: ResponseOf<typeof listTransfers>) =>
    transfers.find((one) => one.nodeId === nodeId && one.from === publisherId) ?? null,
})
