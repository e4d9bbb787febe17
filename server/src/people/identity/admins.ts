import type { Tx } from '../../ground/db/database.ts'
import { RegistryError } from '../../ground/errors.ts'
import type { Deps } from './deps.ts'
import { isAnyAdminLeft, lockAdmins, type UserRow } from './sql.ts'

/** By the configuration, which counts for addresses that their current holder has proved. */
export function isNamedAdmin({ config }: Pick<Deps, 'config'>, user: UserRow): boolean {
  return (
    user.email_verified && !user.confirmed_elsewhere && config.adminEmails.includes(user.email.toLowerCase())
  )
}

/** To be called after somebody was banned or lost the role. Throws `last_admin` when nobody could undo it. */
export async function assertAdminStays(tx: Tx, deps: Pick<Deps, 'config'>): Promise<void> {
  if (!(await isAdminLeft(tx, deps))) throw new RegistryError('last_admin')
}

export async function isAdminLeft(tx: Tx, { config }: Pick<Deps, 'config'>): Promise<boolean> {
  await lockAdmins(tx)
  return isAnyAdminLeft(tx, config.adminEmails)
}
