import type { Deps } from '../deps.ts'
import { RegistryError } from '../ground/errors.ts'
import { toActor } from '../people/identity/users.ts'
import { createPublisher } from '../people/publishers/create.ts'
import { handOverOwnerless } from '../people/publishers/members.ts'
import { createToken } from '../people/tokens/create.ts'
import { findFirstOwner } from './sql.ts'
import { userWithEmail } from './users.ts'

const operator = { kind: 'operator', id: 'operator' } as const

/** Creates a publisher for the user with an email. */
export async function createPublisherFor(
  deps: Deps,
  {
    id,
    name,
    ownerEmail,
    description = '',
  }: { id: string; name: string; ownerEmail: string; description?: string },
): Promise<void> {
  const owner = await userWithEmail(deps, ownerEmail)
  await createPublisher(deps, owner, { id, name, description }, operator)
}

/** Creates a token in the name of the publisher's first owner. Returns the secret; only its hash is stored. */
export async function createTokenFor(deps: Deps, publisherId: string, name: string): Promise<string> {
  const owner = await findFirstOwner(deps.db, publisherId)
  if (!owner) throw new RegistryError('publisher_not_found')
  return createToken(deps, toActor(owner), publisherId, { name }, operator)
}

/** Makes the user with an email the owner of a publisher that has none. Returns false if it has an owner. */
export async function handOver(deps: Deps, publisherId: string, email: string): Promise<boolean> {
  const { id: userId } = await userWithEmail(deps, email)
  return handOverOwnerless(deps, operator, { publisherId, userId })
}
