import type { DbOrTx, Tx } from '../../ground/db/database.ts'
import { RegistryError } from '../../ground/errors.ts'
import { type Actor, assertOwner, type Role } from '../../ground/permissions.ts'
import {
  findPublisher,
  findRole,
  lockPublisher,
  type MemberRow,
  type PublisherRow,
  sharePublisher,
} from './sql.ts'

/** Finds the actor's role in a publisher, if any. Being an admin implies none. */
export async function findRoleOf(db: DbOrTx, publisherId: string, actor: Actor): Promise<Role> {
  return actor.kind === 'user' ? findRole(db, publisherId, actor.id) : undefined
}

/** Throws unless the publisher exists and the actor owns it. Source: API contract 4.1, `owner`. */
export async function getOwnedPublisher(
  db: DbOrTx,
  publisherId: string,
  actor: Actor,
): Promise<PublisherRow> {
  return checkOwner(db, await findPublisher(db, publisherId), actor)
}

/** Does the same, and locks the publisher's row until the transaction ends. */
export async function lockOwnedPublisher(tx: Tx, publisherId: string, actor: Actor): Promise<PublisherRow> {
  return checkOwner(tx, await lockPublisher(tx, publisherId), actor)
}

async function checkOwner(
  db: DbOrTx,
  publisher: PublisherRow | undefined,
  actor: Actor,
): Promise<PublisherRow> {
  if (!publisher) throw new RegistryError('publisher_not_found')
  assertOwner(await findRoleOf(db, publisher.id, actor))
  return publisher
}

/** Does the same, and blocks a ban, change or deletion of the publisher until the transaction ends. */
export async function shareOwnedPublisher(tx: Tx, publisherId: string, actor: Actor): Promise<PublisherRow> {
  return checkOwner(tx, await sharePublisher(tx, publisherId), actor)
}

/** Whether all owners have deleted their accounts. The fixed publisher of unclaimed nodes has no members. */
export const isOwnerless = (members: readonly Pick<MemberRow, 'role' | 'deleted_at'>[]): boolean =>
  members.length > 0 && !members.some((one) => one.role === 'owner' && one.deleted_at === null)
