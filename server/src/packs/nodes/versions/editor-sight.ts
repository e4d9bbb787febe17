import { type Actor, isAdmin } from '../../../ground/permissions.ts'
import { findTokenReach } from '../../../people/tokens/verify.ts'
import type { Deps } from '../deps.ts'
import { listOwnedPublisherIds } from './sql.ts'

interface NodeOfVersion {
  id: string
  publisher_id: string
}

/**
 * Returns which nodes the caller edits, and whose held versions and full status reasons it therefore gets: admins all,
 * owners and publish tokens those of their publishers.
 */
export async function editorSightOf(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
): Promise<(node: NodeOfVersion) => boolean> {
  if (isAdmin(actor)) return () => true
  if (actor.kind === 'user') {
    const owned = await listOwnedPublisherIds(db, actor.id)
    return ({ publisher_id }) => owned.includes(publisher_id)
  }
  const reach = actor.kind === 'publish-token' ? await findTokenReach(db, actor.secret, now()) : undefined
  if (!reach) return () => false
  const nodeIds = reach.nodeIds?.map((id) => id.toLowerCase())
  return ({ id, publisher_id }) =>
    publisher_id === reach.publisherId && (nodeIds?.includes(id.toLowerCase()) ?? true)
}
