import type { DbOrTx } from '../../ground/db/database.ts'
import { RegistryError } from '../../ground/errors.ts'
import type { Actor } from '../../ground/permissions.ts'
import { findRoleOf } from './owner.ts'
import { findPublisher, ownsNode } from './sql.ts'

/** Whether the actor is an owner who is not banned. Ignores admin rights. Source: API contract 9.2. */
export async function canEditPublisher(db: DbOrTx, actor: Actor, publisherId: string): Promise<boolean> {
  if (!(await findPublisher(db, publisherId))) throw new RegistryError('publisher_not_found')
  if (actor.kind === 'user' && actor.isBanned) return false
  return (await findRoleOf(db, publisherId, actor)) === 'owner'
}

/** Does the same for a node. Returns false if it does not exist or belongs to another publisher. */
export async function canEditNode(
  db: DbOrTx,
  actor: Actor,
  { publisherId, nodeId }: { publisherId: string; nodeId: string },
): Promise<boolean> {
  return (await canEditPublisher(db, actor, publisherId)) && (await ownsNode(db, publisherId, nodeId))
}
