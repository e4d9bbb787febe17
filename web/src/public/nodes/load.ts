import { redirect } from 'react-router'
import type { Visit } from '../../ground/page/page.ts'
import { links } from '../../ground/paths/links.ts'
import type { paths } from '../../ground/paths/paths.ts'
import type { RouteQuery } from '../../ground/site/route-query.ts'
import { prepareDrawing } from '../comfy-nodes/comfy-node-picture.tsx'
import { usesQuery } from '../workflows/uses-query.ts'
import {
  MoreOfPublisher,
  NodeContents,
  NodeEvidence,
  NodeRecord,
  VersionContents,
  VersionEvidence,
} from './later-sections.ts'
import { nodeAdvisoriesQuery } from './node-advisories.ts'
import {
  capabilitiesQuery,
  downloadsQuery,
  newestVersionsQuery,
  nodeQuery,
  scoreQuery,
  versionQuery,
  versionsQuery,
  versionWorkflowsQuery,
} from './queries.ts'
import { readingsQuery } from './readings.ts'
import { comfyNodesQuery, compatibilityQuery, extensionsQuery, otherNodesQuery } from './section-queries.ts'
import { trustQuery } from './trust-query.ts'

/** Loads all data of a node page. Ids with other capitalization redirect to the stored spelling. */
export async function loadNode({ site, params, url }: Visit<typeof paths.node>): Promise<void> {
  await prepareDrawing()
  const { queries } = site
  const sections = [NodeContents, NodeRecord, NodeEvidence, MoreOfPublisher].map((part) => part.prepare())
  const node = await queries.ensureQueryData(nodeQuery(site, params.nodeId))
  if (node.id !== params.nodeId) throw redirect(links.node(node.id) + url.search, 308)
  // Nearly all packs have none of these.
  const loadList = <Item>(query: RouteQuery<Item[]>, count: number | undefined) =>
    count === 0 ? queries.setQueryData(query.queryKey, []) : queries.ensureQueryData(query)
  await Promise.all<unknown>([
    ...sections,
    loadList(newestVersionsQuery(site, node.id), node.version_count),
    loadList(nodeAdvisoriesQuery(site, node.id), node.advisory_count),
    ...(node.latest
      ? [queries.ensureQueryData(downloadsQuery(site, node.id))]
      : [loadList(readingsQuery(site, node.id), node.reading_count)]),
    ...(node.shown
      ? [
          queries.ensureQueryData(extensionsQuery(site, node.id)),
          queries.ensureQueryData(compatibilityQuery(site, node.id)),
          queries.ensureQueryData(scoreQuery(site, node.id)),
          queries.ensureQueryData(trustQuery(site, node.id, node.shown.version)),
          queries.ensureQueryData(comfyNodesQuery(site, node.id, node.shown.version)),
          queries.ensureQueryData(capabilitiesQuery(site, node.id, node.shown.version)),
        ]
      : []),
    ...(node.shown?.mayHaveWorkflows
      ? [queries.ensureQueryData(versionWorkflowsQuery(site, node.id, node.shown.version))]
      : []),
    ...(node.is_used ? [queries.ensureQueryData(usesQuery(site, { pack: node.id }))] : []),
    ...(node.isUnclaimed ? [] : [queries.ensureQueryData(otherNodesQuery(site, node.publisher.id, node.id))]),
  ])
}

export async function loadVersions({ site, params, url }: Visit<typeof paths.versions>): Promise<void> {
  const [node] = await Promise.all([
    site.queries.ensureQueryData(nodeQuery(site, params.nodeId)),
    site.queries.ensureQueryData(versionsQuery(site, params.nodeId)),
  ])
  if (node.id !== params.nodeId) throw redirect(links.versions(node.id) + url.search, 308)
}

export async function loadVersion({ site, params, url }: Visit<typeof paths.version>): Promise<void> {
  await prepareDrawing()
  const { queries } = site
  const { nodeId, version } = params
  const [node] = await Promise.all([
    queries.ensureQueryData(nodeQuery(site, nodeId)),
    queries.ensureQueryData(versionsQuery(site, nodeId)),
    queries.ensureQueryData(versionQuery(site, nodeId, version)),
    VersionContents.prepare(),
    VersionEvidence.prepare(),
    queries.ensureQueryData(nodeAdvisoriesQuery(site, nodeId)),
    queries.ensureQueryData(comfyNodesQuery(site, nodeId, version)),
    queries.ensureQueryData(trustQuery(site, nodeId, version)),
    queries.ensureQueryData(versionWorkflowsQuery(site, nodeId, version)),
  ])
  if (node.id !== nodeId) throw redirect(links.version(node.id, version) + url.search, 308)
}
