import type { QueryOf, ResponseOf } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import type { AdminUser, listUsers as contract } from '@nodeyard/contract/safety'
import { offsetOf, servedPage, totalPages } from '../../ground/http/paging.ts'
import { isNamedAdmin } from '../identity/admins.ts'
import type { UserRow } from '../identity/sql.ts'
import type { Deps } from './deps.ts'
import { countUsers, listUsers as listRows, type UserFilter } from './sql.ts'

/** Lists all users who have ever signed in. */
export async function listUsers(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { search, show, ...page }: QueryOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const filter: UserFilter = { search: search?.trim(), show, namedAdmins: config.adminEmails }
  const served = servedPage(page, limits.pageSize)
  const [rows, counts] = await Promise.all([
    listRows(db, filter, { limit: served.limit, offset: offsetOf(served) }),
    countUsers(db, filter),
  ])
  const total = counts[show ?? 'all']
  return {
    users: rows.map((row) => ({ ...toAdminUser({ config }, row), publishers: row.publisher_count })),
    counts,
    total,
    ...served,
    totalPages: totalPages(total, served.limit),
  }
}

/** Returns the fields that admins see, in lists and in detail. */
export function toAdminUser(deps: Pick<Deps, 'config'>, row: UserRow): Omit<AdminUser, 'publishers'> {
  const isAdminByConfiguration = isNamedAdmin(deps, row)
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    isEmailVerified: row.email_verified,
    isAdmin: row.is_admin || isAdminByConfiguration,
    isAdminByConfiguration,
    isBanned: row.status === 'banned',
    isTrustedReporter: row.trusted_reporter_since !== null,
    createdAt: row.created_at.toISOString(),
  }
}
