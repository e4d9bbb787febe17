import type { NodeStatus } from '../db/schema.ts'
import { type Actor, isAdmin } from '../permissions.ts'

/** Which nodes a list shows to somebody. */
export interface Visibility {
  statuses: readonly NodeStatus[]
  /** Banned nodes of publishers that this user owns are shown besides. */
  bannedOfOwner?: string
}

/**
 * Banned nodes are for admins and for owners, unless they are asked for: by `include_banned`, or by their ids,
 * because a program that has one installed must be able to warn. Deleted ones are for admins, where they are
 * asked for with the banned ones. Source: API contract 30.3, clients 6.2.
 */
export function visibilityFor(
  actor: Actor,
  asked: { includeBanned: boolean | undefined; byId?: boolean; deletedToo?: boolean },
): Visibility {
  if (asked.includeBanned === false) return { statuses: ['active'] }
  if (asked.includeBanned === true || asked.byId || isAdmin(actor)) {
    const isForAdmins = isAdmin(actor) && asked.includeBanned && asked.deletedToo
    return { statuses: isForAdmins ? ['active', 'banned', 'deleted'] : ['active', 'banned'] }
  }
  return { statuses: ['active'], ...(actor.kind === 'user' ? { bannedOfOwner: actor.id } : {}) }
}
