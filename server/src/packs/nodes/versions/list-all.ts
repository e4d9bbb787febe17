import { keysOf, type QueryOf, type ResponseOf } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import type { listVersions as contract } from '@nodeyard/contract/packs'
import type { VersionStatus } from '../../../ground/db/schema.ts'
import { RegistryError } from '../../../ground/errors.ts'
import { offsetOf, servedPage, totalPages } from '../../../ground/http/paging.ts'
import { type Actor, isAdmin } from '../../../ground/permissions.ts'
import type { Deps } from '../deps.ts'
import { editorSightOf } from './editor-sight.ts'
import {
  countFilteredVersions,
  type ListedVersion,
  listFilteredVersions,
  type VersionFilter,
} from './listing/sql.ts'
import { openStatuses, statusesFromWire } from './statuses.ts'
import { toNodeVersion, type VersionSight, versionStatusToWire } from './to-wire.ts'

type Query = QueryOf<typeof contract>

/**
 * Lists versions of all nodes, newest first. Only admins see banned and deleted versions and can search in
 * reasons. Source: API contract 15.3.
 */
export async function listVersions(
  deps: Pick<Deps, 'db' | 'config' | 'now'>,
  actor: Actor,
  query: Query,
): Promise<ResponseOf<typeof contract>> {
  const { db, config } = deps
  const statuses = statusesFromWire(query.statuses)
  if (!isAdmin(actor)) assertPublic(query, statuses)
  const filter: VersionFilter = {
    statuses: statuses ?? (isAdmin(actor) ? allStatuses : openStatuses),
    ofBannedNodes: isAdmin(actor),
    nodeId: query.nodeId,
    reason: query.status_reason,
  }
  const served = servedPage({ ...query, limit: query.pageSize ?? 0 }, limits.pageSize)
  const [rows, total] = await Promise.all([
    listFilteredVersions(db, filter, { limit: served.limit, offset: offsetOf(served) }),
    countFilteredVersions(db, filter),
  ])
  const edits = await editorSightOf(deps, actor)
  const sightOf = ({ node_id: id, publisher_id }: ListedVersion): VersionSight => {
    const isEditor = edits({ id, publisher_id })
    const reason = query.include_status_reason ? (isEditor ? 'full' : 'public') : undefined
    return { reason, adminTags: isAdmin(actor), isEditor }
  }
  return {
    total,
    versions: rows.map((row) => toNodeVersion(config, row, sightOf(row))),
    page: served.page,
    pageSize: served.limit,
    totalPages: totalPages(total, served.limit),
  }
}

const allStatuses = keysOf(versionStatusToWire)

function assertPublic(query: Query, statuses: VersionStatus[] | undefined): void {
  const asksForHidden = statuses?.some((status) => status === 'banned' || status === 'deleted') ?? false
  if (asksForHidden || query.status_reason) throw new RegistryError('not_admin')
}
