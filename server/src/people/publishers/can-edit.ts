import type { DbOrTx } from '../../ground/db/database.ts'
import { RegistryError } from '../../ground/errors.ts'
import type { Actor } from '../../ground/permissions.ts'
import { findRoleOf } from './owner.ts'
import { findPublisher, ownsNode } from './sql.ts'

/** Owners may, unless they are banned. What an admin may do besides is not said here. Source: API contract 9.2. */
export async function canEditPublisher(db: DbOrTx, actor: Actor, publisherId: string): Promise<boolean> {
  if (!(await findPublisher(db, publisherId))) throw new RegistryError('publisher_not_found')
  if (actor.kind === 'user' && actor.isBanned) return false
  return (await findRoleOf(db, publisherId, actor)) === 'owner'
}

/** False, not a refusal, for a node that does not exist or is another publisher's. */
export async function canEditNode(
  db: DbOrTx,
  actor: Actor,
  { publisherId, nodeId }: { publisherId: string; nodeId: string },
): Promise<boolean> {
  return (await canEditPublisher(db, actor, publisherId)) && (await ownsNode(db, publisherId, nodeId))
}
