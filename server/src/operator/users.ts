import type { Deps } from '../deps.ts'
import { transact } from '../ground/db/changes.ts'
import { RegistryError } from '../ground/errors.ts'
import type { UserActor } from '../ground/permissions.ts'
import { createAccount, readEmail } from '../people/identity/embedded/accounts.ts'
import { deleteAccountOf } from '../people/identity/embedded/profile.ts'
import { findUserById, type UserRow } from '../people/identity/sql.ts'
import { toActor } from '../people/identity/users.ts'
import { grantAdmin as makeAdmin } from '../people/users/admin-role.ts'
import { decideOnUser } from '../people/users/ban.ts'
import { hasVerifiedEmail } from '../people/users/sql.ts'
import { findUserByEmail, getUser, isUnused, listOwnerless } from './sql.ts'

const operator = { kind: 'operator', id: 'operator' } as const

/**
 * Makes a user an admin, by email or id. Throws `user_not_found`, or `email_not_verified` for an unverified email,
 * because sign-up accepts any email.
 */
export async function grantAdmin(deps: Deps, emailOrId: string): Promise<UserRow> {
  const isKnownById = !emailOrId.includes('@')
  const user = isKnownById
    ? await findUserById(deps.db, emailOrId)
    : await findUserByEmail(deps.db, emailOrId)
  if (!user) throw new RegistryError('user_not_found')
  return makeAdmin(deps, operator, user.id, { isKnownById })
}

/**
 * Removes what belongs to an account, as its owner does with *Delete my account*: for accounts that a hosted project
 * deleted, which it does not report. Returns the publishers that have no owner now. Throws `user_not_found`.
 */
export async function forgetUser(deps: Deps, userId: string): Promise<string[]> {
  return transact(deps, async (tx) => {
    const user = await findUserById(tx, userId)
    if (!user || user.deleted_at) throw new RegistryError('user_not_found')
    await deleteAccountOf(deps, tx, user.id)
    return listOwnerless(tx, user.id)
  })
}

/** Lifts the ban of a user, for when no admin can. Throws `user_not_found`. */
export async function unbanUser(deps: Deps, email: string): Promise<UserRow> {
  const user = await findUserByEmail(deps.db, email)
  if (!user) throw new RegistryError('user_not_found')
  await decideOnUser(deps, operator, 'unban', { userId: user.id })
  return user
}

/**
 * Returns the user with this email. Throws `email_not_verified` if the user may be a stranger. With the embedded service,
 * creates a missing account; its owner gets in by resetting the password, which verifies the email.
 */
export async function userWithEmail(deps: Deps, email: string): Promise<UserActor> {
  return transact(deps, async (tx) => {
    const known = await findUserByEmail(tx, email)
    if (known) {
      const isSafe = (await hasVerifiedEmail(tx, known)) || (await isUnused(tx, known.id))
      if (!isSafe) throw new RegistryError('email_not_verified')
      return toActor(known)
    }
    if (!deps.identity.signer) throw new RegistryError('user_not_found')
    const address = readEmail(email)
    const { uid } = await createAccount(deps, tx, {
      email: address,
      display_name: address.split('@')[0] ?? '',
    })
    return toActor(await getUser(tx, uid))
  })
}
