import { markChanged, transact } from '../../ground/db/changes.ts'
import type { Db, Tx } from '../../ground/db/database.ts'
import type { UserActor } from '../../ground/permissions.ts'
import { isNamedAdmin } from './admins.ts'
import type { Deps } from './deps.ts'
import { embeddedIssuer } from './embedded/project.ts'
import { findAccount } from './embedded/sql.ts'
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
 * Returns the user of a verified sign-in. Creates the user on first use and updates email and name. Returns undefined
 * if the sign-in has been ended since.
 */
export async function rememberUser(deps: UserDeps, claims: IdentityClaims): Promise<UserActor | undefined> {
  const known = await deps.knownUsers.find(claims)
  if (known?.valid_since && claims.authTime < known.valid_since) return undefined
  if (known && (isCurrent(known, claims) || isOutdated(known, claims))) return withNamedAdmins(deps, known)
  const current = await withEmailOfAccount(deps.db, claims)
  return withNamedAdmins(deps, known && isCurrent(known, current) ? known : await storeUser(deps, current))
}

function isCurrent(known: UserRow, claims: IdentityClaims): boolean {
  return (
    known.email === claims.email &&
    known.email_verified === claims.emailVerified &&
    known.name === claims.name &&
    !isNewProof(known, claims)
  )
}

/**
 * Whether a hosted project issued the token before the one that the user's email and name come from. Tokens stay valid for an
 * hour, whatever changes.
 */
function isOutdated({ claims_issued_at: at }: UserRow, { issuer, issuedAt }: IdentityClaims): boolean {
  return issuer !== embeddedIssuer && at !== null && issuedAt < at
}

/** Replaces the email of a token of the embedded service, which can be older than the account's last change. */
async function withEmailOfAccount(db: Db, claims: IdentityClaims): Promise<IdentityClaims> {
  const account = claims.issuer === embeddedIssuer ? await findAccount(db, claims.subject) : undefined
  return account ? { ...claims, email: account.email ?? '', emailVerified: account.email_verified } : claims
}

const dayMs = 86_400_000

/** Whether a sign-in proves a second factor that is not on record yet. To the day, to avoid a write per sign-in. */
function isNewProof(
  { second_factor_at: at }: UserRow,
  { hasSecondFactor, authTime }: IdentityClaims,
): boolean {
  return hasSecondFactor && (at === null || authTime.getTime() - at.getTime() > dayMs)
}

/** Converts a user to an actor, with admin rights also from the configuration. */
export function withNamedAdmins(deps: Pick<Deps, 'config'>, user: UserRow): UserActor {
  return isNamedAdmin(deps, user) ? { ...toActor(user), isAdmin: true } : toActor(user)
}

/** Converts a user to an actor, with admin rights only by role. */
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
      issuer,
      subject,
      email,
      email_verified: emailVerified,
      name,
      now: deps.now(),
      claims_issued_at: claims.issuedAt,
      ...(claims.hasSecondFactor ? { second_factor_at: claims.authTime } : {}),
      ...((await revokeFromStranger(tx, deps, claims)) ? { confirmed_elsewhere: true } : {}),
    }
    const user = await changeOrInsert(tx, signedIn, deps.newId)
    await markUserChanged(tx, user.id)
    return user
  })
}

/**
 * Ends all credentials if a hosted project reports a newly verified email, and returns whether it did. The registry
 * cannot see who proved the email, so earlier credentials may belong to a stranger.
 */
async function revokeFromStranger(tx: Tx, deps: UserDeps, claims: IdentityClaims): Promise<boolean> {
  if (claims.issuer === embeddedIssuer || !claims.emailVerified) return false
  const known = await findUser(tx, claims)
  if (!known || (known.email_verified && known.email.toLowerCase() === claims.email.toLowerCase()))
    return false
  await deps.accountHooks.revokeCredentials(tx, known.id, new Date(0))
  return true
}

/** Beyond this number of publishers, cached responses show the old name until they expire. */
const maxPublishers = 40

/** Invalidates responses that show the name of a user, as a member or as publisher of a version. */
export async function markUserChanged(tx: Tx, userId: string): Promise<void> {
  const publisherIds = await listPublisherIdsShowing(tx, userId, maxPublishers)
  markChanged(tx, `user:${userId}`, ...publisherIds.map((publisherId) => `publisher:${publisherId}`))
}

/**
 * Uses the subject as id unless a user of another issuer has it. The retries cover concurrent first requests of one
 * user.
 */
async function changeOrInsert(tx: Tx, user: SignedInUser, newId: () => string): Promise<UserRow> {
  for (const id of [user.subject, newId()]) {
    const stored = (await changeSignedInUser(tx, user)) ?? (await insertSignedInUser(tx, { ...user, id }))
    if (stored) return stored
  }
  const stored = await changeSignedInUser(tx, user)
  if (!stored) throw new Error('The user could be neither found nor inserted.')
  return stored
}
