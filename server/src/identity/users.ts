import { markChanged, transact } from '../db/changes.ts'
import type { Deps } from '../deps.ts'
import type { UserActor } from '../permissions.ts'
import type { IdentityClaims } from './identity.ts'
import { findUser, listPublisherIdsOf, type UserRow, upsertUser } from './sql.ts'

/** The user behind a verified sign-in: made on first sight, e-mail and name kept as the sign-in has them. */
export async function rememberUser(
  deps: Pick<Deps, 'db' | 'now' | 'changes'>,
  claims: IdentityClaims,
): Promise<UserActor> {
  const known = await findUser(deps.db, claims)
  const isCurrent = known?.email === claims.email && known.name === claims.name
  const user = known && isCurrent ? known : await storeUser(deps, claims)
  return toActor(user)
}

export function toActor(user: UserRow): UserActor {
  return {
    kind: 'user',
    id: user.id,
    email: user.email,
    name: user.name,
    isAdmin: user.is_admin,
    isBanned: user.status === 'banned',
    isApproved: user.is_approved,
  }
}

/** Publishers show the names of their members. */
function storeUser(deps: Pick<Deps, 'db' | 'now' | 'changes'>, claims: IdentityClaims): Promise<UserRow> {
  return transact(deps, async (tx) => {
    const user = await upsertUser(tx, { ...claims, now: deps.now() })
    const publisherIds = await listPublisherIdsOf(tx, user.id)
    markChanged(tx, ...publisherIds.map((id) => `publisher:${id}`))
    return user
  })
}
