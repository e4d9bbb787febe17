import type { Tx } from '../../ground/db/database.ts'
import { RegistryError } from '../../ground/errors.ts'
import type { Deps } from './deps.ts'
import { isAnyAdminLeft, lockAdmins, type UserRow } from './sql.ts'

/** Whether the configuration makes the user an admin, which requires a verified email. */
export function isNamedAdmin({ config }: Pick<Deps, 'config'>, user: UserRow): boolean {
  return (
    user.email_verified && !user.confirmed_elsewhere && config.adminEmails.includes(user.email.toLowerCase())
  )
}

/** Throws `last_admin` if no admin is left. Call it after a ban or a revoked role. */
export async function assertAdminStays(tx: Tx, deps: Pick<Deps, 'config'>): Promise<void> {
  if (!(await isAdminLeft(tx, deps))) throw new RegistryError('last_admin')
}

/** Whether an active admin is left. Locks out concurrent removals until the transaction ends. */
export async function isAdminLeft(tx: Tx, { config }: Pick<Deps, 'config'>): Promise<boolean> {
  await lockAdmins(tx)
  return isAnyAdminLeft(tx, config.adminEmails)
}
