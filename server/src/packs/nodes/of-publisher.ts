import type { ResponseOf } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import type { listPublisherNodesPaged as contract, Node } from '@nodeyard/contract/packs'
import { servedPage } from '../../ground/http/paging.ts'
import { type Actor, isAdmin } from '../../ground/permissions.ts'
import { withLooks } from '../looks/looks.ts'
import type { Deps } from './deps.ts'
import { pageOfNodes } from './listing/page.ts'
import { listNewestVersions, type NewestVersion } from './versions/sql.ts'
import { versionStatusToWire } from './versions/to-wire.ts'
import { visibilityFor } from './visibility.ts'

interface Asked {
  publisherId: string
  includeBanned: boolean | undefined
}

/** Lists the first nodes of a publisher; none when it does not exist. Source: API contract 11.1. */
export async function listPublisherNodes(
  deps: Pick<Deps, 'db' | 'config'>,
  actor: Actor,
  { publisherId, includeBanned }: Asked,
): Promise<Node[]> {
  const filter = { ...visibilityFor(actor, { includeBanned }), publisherId }
  const first = { page: 1, limit: limits.nodePageSize.max }
  const { nodes } = await pageOfNodes(deps, filter, first, { sight: { forAdmins: isAdmin(actor) } })
  return nodes
}

/** Lists the nodes of a publisher in pages. Source: API contract 11.2. */
export async function listPublisherNodesPaged(
  deps: Pick<Deps, 'db' | 'config'>,
  actor: Actor,
  {
    publisherId,
    includeBanned,
    includeNewest = false,
    looks = false,
    ...requested
  }: Asked & { includeNewest?: boolean; looks?: boolean | undefined; page?: number; limit?: number },
): Promise<ResponseOf<typeof contract>> {
  const filter = { ...visibilityFor(actor, { includeBanned }), publisherId }
  const listed = await pageOfNodes(deps, filter, servedPage(requested, limits.nodePageSize), {
    sight: { forAdmins: isAdmin(actor) },
  })
  const page = looks ? { ...listed, nodes: await withLooks(deps.db, listed.nodes) } : listed
  if (!includeNewest) return page
  const ids = page.nodes.map(({ id }) => id)
  const newest = new Map((await listNewestVersions(deps.db, ids)).map((row) => [row.node_id, row]))
  return { ...page, nodes: page.nodes.map((node) => withNewest(node, newest.get(node.id))) }
}

function withNewest(node: Node, newest: NewestVersion | undefined) {
  if (!newest) return node
  const { version, status, created_at } = newest
  return {
    ...node,
    newest_version: { version, status: versionStatusToWire[status], createdAt: created_at.toISOString() },
  }
}
