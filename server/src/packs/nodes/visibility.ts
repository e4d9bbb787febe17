import type { NodeStatus } from '../../ground/db/schema.ts'
import { type Actor, isAdmin } from '../../ground/permissions.ts'
import type { Visibility } from './listing/sql.ts'

/**
 * Admins and owners see drafts and banned nodes. Other callers see banned nodes only on request, by
 * `include_banned` or by id, because a program must be able to warn about an installed one. Admins see
 * deleted nodes when they request banned ones. Source: API contract 30.3, clients 6.2.
 */
export function visibilityFor(
  actor: Actor,
  requested: { includeBanned: boolean | undefined; byId?: boolean; deletedToo?: boolean },
): Visibility {
  const { includeBanned, byId = false, deletedToo = false } = requested
  if (isAdmin(actor)) return { statuses: statusesForAdmins(includeBanned, deletedToo) }
  const includesBannedNodes = includeBanned ?? byId
  return {
    statuses: includesBannedNodes ? ['active', 'banned'] : ['active'],
    onlyPublic: includesBannedNodes,
    ...(actor.kind === 'user'
      ? { own: { userId: actor.id, statuses: includeBanned === false ? ['draft'] : ['draft', 'banned'] } }
      : {}),
  }
}

function statusesForAdmins(includeBanned: boolean | undefined, deletedToo: boolean): NodeStatus[] {
  if (includeBanned === false) return ['active', 'draft']
  return [...(includeBanned && deletedToo ? ['deleted' as const] : []), 'active', 'draft', 'banned']
}
