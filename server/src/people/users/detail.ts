import { defined } from '@nodeyard/contract/ground'
import type { AdminUserDetail } from '@nodeyard/contract/safety'
import { RegistryError } from '../../ground/errors.ts'
import { findUserById } from '../identity/sql.ts'
import { toEvent } from '../publishers/events.ts'
import type { Deps } from './deps.ts'
import { toAdminUser } from './list.ts'
import {
  listActsOf,
  listRolesOf,
  listSessionsOf,
  listTokensMadeBy,
  type OwnPublisher,
  type OwnToken,
  type SessionRow,
} from './sql.ts'

const limits = { tokens: 100, sessions: 100, acts: 50 } as const

/** Returns a user with their publishers, tokens, sessions and latest events. Throws `user_not_found`. */
export async function getUserDetail(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  userId: string,
): Promise<AdminUserDetail> {
  const user = await findUserById(db, userId)
  if (!user) throw new RegistryError('user_not_found')
  const [publishers, tokens, sessions, acts] = await Promise.all([
    listRolesOf(db, user.id),
    listTokensMadeBy(db, user.id, limits.tokens),
    listSessionsOf(db, user.id, limits.sessions),
    listActsOf(db, user.id, limits.acts),
  ])
  return {
    ...toAdminUser({ config }, user),
    publishers: publishers.map(toOwnPublisher),
    tokens: tokens.map(toOwnToken),
    sessions: sessions.map(toSession),
    acts: acts.map((row) => toEvent(row, true)),
  }
}

function toOwnPublisher({ status, node_count, ...row }: OwnPublisher): AdminUserDetail['publishers'][number] {
  return { ...row, isBanned: status === 'banned', nodes: node_count }
}

function toOwnToken(row: OwnToken): AdminUserDetail['tokens'][number] {
  return {
    publisherId: row.publisher_id,
    name: row.name,
    prefix: row.token_prefix,
    createdAt: row.created_at.toISOString(),
    ...defined({ expiresAt: row.expires_at?.toISOString(), lastUsedAt: row.last_used_at?.toISOString() }),
  }
}

function toSession(row: SessionRow): AdminUserDetail['sessions'][number] {
  return {
    provider: row.provider,
    ...(row.factor_kind ? { secondFactor: row.factor_kind } : {}),
    signedInAt: row.auth_time.toISOString(),
    usedAt: row.used_at.toISOString(),
  }
}
