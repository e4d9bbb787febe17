import { markChanged, transact } from '../../ground/db/changes.ts'
import type { Tx } from '../../ground/db/database.ts'
import type { UserActor } from '../../ground/permissions.ts'
import { isNamedAdmin } from './admins.ts'
import type { Deps } from './deps.ts'
import { embeddedIssuer } from './embedded/signing.ts'
import type { IdentityClaims } from './identity.ts'
import {
  changeSignedInUser,
  findUser,
  insertSignedInUser,
  listPublisherIdsShowing,
  type SignedInUser,
  type UserRow,
} from './sql.ts'

type UserDeps = Pick<Deps, 'db' | 'now' | 'newId' | 'changes' | 'knownUsers' | 'config' | 'accountHooks'>

/**
 * The user behind a verified sign-in: made on first sight, e-mail and name kept as the sign-in has them. Undefined when
 * the sign-in was ended since.
 */
export async function rememberUser(deps: UserDeps, claims: IdentityClaims): Promise<UserActor | undefined> {
  const known = await deps.knownUsers.find(claims)
  if (known?.valid_since && claims.authTime < known.valid_since) return undefined
  const isCurrent =
    known?.email === claims.email &&
    known.email_verified === claims.emailVerified &&
    known.name === claims.name
  return withNamedAdmins(deps, known && isCurrent ? known : await storeUser(deps, claims))
}

/** An admin by the configuration, too, once the address is verified. */
export function withNamedAdmins(deps: Pick<Deps, 'config'>, user: UserRow): UserActor {
  return isNamedAdmin(deps, user) ? { ...toActor(user), isAdmin: true } : toActor(user)
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
    hasAdminToken: false,
    isByApiKey: false,
  }
}

function storeUser(deps: UserDeps, claims: IdentityClaims): Promise<UserRow> {
  const { issuer, subject, email, emailVerified, name } = claims
  return transact(deps, async (tx) => {
    const signedIn: SignedInUser = {
      ...{ issuer, subject, email, email_verified: emailVerified, name, now: deps.now() },
      ...((await takeBackFromStranger(tx, deps, claims)) ? { confirmed_elsewhere: true } : {}),
    }
    const user = await changeOrInsert(tx, signedIn, deps.newId)
    await markUserChanged(tx, user.id)
    return user
  })
}

/**
 * A hosted project confirms addresses, and keeps the passwords, out of the registry's sight. When an address that was
 * not proved, or was another one, is proved, what was made here before ends. True where that is the case.
 */
async function takeBackFromStranger(tx: Tx, deps: UserDeps, claims: IdentityClaims): Promise<boolean> {
  if (claims.issuer === embeddedIssuer || !claims.emailVerified) return false
  const known = await findUser(tx, claims)
  if (!known || (known.email_verified && known.email.toLowerCase() === claims.email.toLowerCase()))
    return false
  await deps.accountHooks.takeBackKeys(tx, known.id, new Date(0))
  return true
}

/** Who has brought out versions for more is shown with the former name for as long as answers are kept. */
const mostPublishers = 40

/** Publishers show the names of their members, and versions that of who brought them out. */
export async function markUserChanged(tx: Tx, userId: string): Promise<void> {
  const publisherIds = await listPublisherIdsShowing(tx, userId, mostPublishers)
  markChanged(tx, `user:${userId}`, ...publisherIds.map((publisherId) => `publisher:${publisherId}`))
}

/**
 * Two issuers may know two people by one subject; the first one's users have it as their id. Somebody's first requests
 * come together, so that what is not there yet may be there a moment later.
 */
async function changeOrInsert(tx: Tx, user: SignedInUser, newId: () => string): Promise<UserRow> {
  for (const id of [user.subject, newId()]) {
    const stored = (await changeSignedInUser(tx, user)) ?? (await insertSignedInUser(tx, { ...user, id }))
    if (stored) return stored
  }
  const stored = await changeSignedInUser(tx, user)
  if (!stored) throw new Error('A user who is neither there nor can be made.')
  return stored
}
