import type { Publisher } from '@nodeyard/contract/people'
import { RegistryError } from '../../ground/errors.ts'
import { type Actor, isAdmin } from '../../ground/permissions.ts'
import type { Deps } from './deps.ts'
import { isOwnerless } from './owner.ts'
import { findPublisher, listAllPublishers, listMembers } from './sql.ts'
import { toMember, toPublisher } from './to-wire.ts'

type ReadDeps = Pick<Deps, 'db' | 'config'>

/** Returns a publisher with its members, even if it is banned. Source: API contract 8.4. */
export async function getPublisher(
  { db, config }: ReadDeps,
  actor: Actor,
  publisherId: string,
): Promise<Publisher> {
  const publisher = await findPublisher(db, publisherId)
  if (!publisher) throw new RegistryError('publisher_not_found')
  const members = await listMembers(db, publisherId)
  const isMember = actor.kind === 'user' && members.some(({ user_id }) => user_id === actor.id)
  const isFull = isMember || isAdmin(actor)
  const wire = toPublisher(
    config,
    publisher,
    members.map((member) => toMember(member, isFull)),
  )
  return isOwnerless(members) ? { ...wire, is_ownerless: true } : wire
}

/** Lists publishers without support addresses, so that one request cannot harvest them. Source: API contract 8.3. */
export async function listPublishers({ db, config }: ReadDeps, actor: Actor): Promise<Publisher[]> {
  const publishers = await listAllPublishers(db, isAdmin(actor))
  return publishers.map((publisher) => ({ ...toPublisher(config, publisher), support: '' }))
}
