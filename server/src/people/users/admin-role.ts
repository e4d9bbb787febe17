import { recordEvent } from '../../ground/audit/sql.ts'
import { markChanged, transact } from '../../ground/db/changes.ts'
import type { Tx } from '../../ground/db/database.ts'
import { RegistryError } from '../../ground/errors.ts'
import type { Actor } from '../../ground/permissions.ts'
import { assertAdminStays, isNamedAdmin } from '../identity/admins.ts'
import { setAdmin, type UserRow } from '../identity/sql.ts'
import type { Deps } from './deps.ts'
import { hasVerifiedEmail, lockUser } from './sql.ts'

type RoleDeps = Pick<Deps, 'db' | 'changes' | 'now' | 'config'>

/**
 * Makes a user an admin. Idempotent. Throws `user_not_found`, or `email_not_verified` unless the user has proved the
 * address, because sign-up accepts any address. `isKnownById` skips that check for users identified by id.
 */
export function grantAdmin(
  deps: RoleDeps,
  actor: Actor,
  userId: string,
  { isKnownById } = { isKnownById: false },
): Promise<UserRow> {
  return transact(deps, async (tx) => {
    const user = await lockedUser(tx, userId)
    if (!isKnownById && !(await hasVerifiedEmail(tx, user))) throw new RegistryError('email_not_verified')
    return changeRole(tx, deps, actor, user, true)
  })
}

/** Revokes the admin role. Idempotent. Throws if it would leave no admin. */
export function revokeAdmin(deps: RoleDeps, actor: Actor, userId: string): Promise<UserRow> {
  return transact(deps, async (tx) => {
    const user = await lockedUser(tx, userId)
    if (isNamedAdmin(deps, user)) throw new RegistryError('admin_by_configuration')
    const changed = await changeRole(tx, deps, actor, user, false)
    await assertAdminStays(tx, deps)
    return changed
  })
}

async function lockedUser(tx: Tx, userId: string): Promise<UserRow> {
  const user = await lockUser(tx, userId)
  if (!user) throw new RegistryError('user_not_found')
  return user
}

async function changeRole(
  tx: Tx,
  { now }: RoleDeps,
  actor: Actor,
  user: UserRow,
  isAdmin: boolean,
): Promise<UserRow> {
  await recordEvent(tx, {
    actor,
    action: isAdmin ? 'user.grant-admin' : 'user.revoke-admin',
    subject: { kind: 'user', id: user.id },
    before: { is_admin: user.is_admin },
    after: { is_admin: isAdmin },
    at: now(),
  })
  markChanged(tx, `user:${user.id}`)
  return setAdmin(tx, user.id, isAdmin, now())
}
