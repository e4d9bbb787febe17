import { redirect } from 'react-router'
import type { Visit } from '../../ground/page/page.ts'
import { links } from '../../ground/paths/links.ts'
import type { paths } from '../../ground/paths/paths.ts'
import { nodeQuery, versionQuery, versionsQuery } from '../nodes/queries.ts'
import { preparePlainChanges } from './plain-changes.ts'
import { preparePlainSource } from './plain-source.ts'
import { comfyNodeChangesQuery } from './queries.ts'

/** The browser reads the archive itself; the server reads one file for users without JavaScript. */
export async function loadSource({ site, params, url }: Visit<typeof paths.source>): Promise<void> {
  const { nodeId, version } = params
  const [node, { size }] = await Promise.all([
    site.queries.ensureQueryData(nodeQuery(site, nodeId)),
    site.queries.ensureQueryData(versionQuery(site, nodeId, version)),
  ])
  if (node.id !== nodeId) throw redirect(links.source(node.id, version) + url.search, 308)
  if (!site.archiveOf || size === undefined) return
  const requestedPath = url.searchParams.get('file') ?? ''
  await preparePlainSource(site, { nodeId, version, requestedPath }, site.archiveOf(nodeId, version, size))
}

export async function loadComparison({ site, params }: Visit<typeof paths.compare>): Promise<void> {
  const { nodeId, version, before } = params
  const { queries, archiveOf } = site
  const [node, old, current] = await Promise.all([
    queries.ensureQueryData(nodeQuery(site, nodeId)),
    queries.ensureQueryData(versionQuery(site, nodeId, before)),
    queries.ensureQueryData(versionQuery(site, nodeId, version)),
    queries.ensureQueryData(versionsQuery(site, nodeId)),
    queries.ensureQueryData(comfyNodeChangesQuery(site, nodeId, before, version)),
  ])
  if (node.id !== nodeId) throw redirect(links.compare(node.id, before, version), 308)
  if (!archiveOf || old.size === undefined || current.size === undefined) return
  await preparePlainChanges(
    site,
    { nodeId, before, after: version },
    { before: archiveOf(nodeId, before, old.size), after: archiveOf(nodeId, version, current.size) },
  )
}
