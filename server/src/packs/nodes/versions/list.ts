import type { QueryOf } from '@nodeyard/contract/ground'
import type { listNodeVersions as contract, NodeVersion } from '@nodeyard/contract/packs'
import type { VersionStatus } from '../../../ground/db/schema.ts'
import { type Actor, isAdmin } from '../../../ground/permissions.ts'
import type { Deps } from '../deps.ts'
import { editorSightOf } from './editor-sight.ts'
import { getReadableNode } from './readable-node.ts'
import { listVersionsOfNode } from './sql.ts'
import { openStatuses, statusesFromWire } from './statuses.ts'
import { toNodeVersion, type VersionSight } from './to-wire.ts'

/**
 * Lists the versions of a node that the caller can see, highest number first. Silently drops requested
 * statuses that the caller cannot see. Source: API contract 15.1, clients 5.2, 6.4.
 */
export async function listNodeVersions(
  deps: Pick<Deps, 'db' | 'config' | 'now'>,
  actor: Actor,
  nodeId: string,
  query: QueryOf<typeof contract>,
): Promise<NodeVersion[]> {
  const { db, config } = deps
  const { id, isEditor } = await getReadableNode(db, actor, nodeId, await editorSightOf(deps, actor))
  const allowed: VersionStatus[] = [
    ...openStatuses,
    ...(isEditor ? ['banned' as const] : []),
    ...(isAdmin(actor) ? ['deleted' as const] : []),
  ]
  const requested = statusesFromWire(query.statuses) ?? openStatuses
  const rows = await listVersionsOfNode(
    db,
    id,
    requested.filter((status) => allowed.includes(status)),
    query.limit,
  )
  const reason = query.include_status_reason ? (isEditor ? 'full' : 'public') : undefined
  const sight: VersionSight = { reason, adminTags: isAdmin(actor), isEditor }
  return rows.map((row) => toNodeVersion(config, row, sight))
}
