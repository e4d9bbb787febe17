import { type RawBuilder, type Selectable, sql } from 'kysely'
import { actorIsAdmin } from '../../ground/audit/sql.ts'
import type { DbOrTx, Tx } from '../../ground/db/database.ts'
import { contains } from '../../ground/db/like.ts'
import type { Schema } from '../../ground/db/schema.ts'
import type { UserRow } from '../identity/sql.ts'
import type { EventRow, PublisherRow } from '../publishers/sql.ts'
import { isAdminRow } from '../rights/sql.ts'

/** Lists the publishers in which a user has any role, oldest first. */
export function listPublishersOf(
  db: DbOrTx,
  userId: string,
): Promise<(PublisherRow & { sole_owner_of: number })[]> {
  return db
    .selectFrom('publishers')
    .innerJoin('publisher_permissions as permission', 'permission.publisher_id', 'publishers.id')
    .selectAll('publishers')
    .select(
      sql<number>`(select count(*)::int from nodes n
        where n.publisher_id = publishers.id and n.status <> 'deleted' and permission.role = 'owner' and not exists (
          select from publisher_permissions other
          where other.publisher_id = n.publisher_id and other.role = 'owner' and other.user_id <> ${userId}))`.as(
        'sole_owner_of',
      ),
    )
    .where('permission.user_id', '=', userId)
    .orderBy('publishers.created_at')
    .orderBy('publishers.id')
    .execute()
}

/** Reads a user and locks the row until the transaction ends. */
export function lockUser(tx: Tx, id: string): Promise<UserRow | undefined> {
  return tx.selectFrom('users').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Whether the user proved the email: as stored by the embedded service, or else as reported by the last sign-in. */
export async function hasVerifiedEmail(db: DbOrTx, user: UserRow): Promise<boolean> {
  const account = await db
    .selectFrom('identity_accounts')
    .select(['email', 'email_verified'])
    .where('uid', '=', user.id)
    .executeTakeFirst()
  return account
    ? account.email_verified && account.email === user.email.toLowerCase()
    : user.email_verified && !user.confirmed_elsewhere
}

export interface UserFilter {
  /** Matches any part of the id, email or name, ignoring case. */
  search?: string | undefined
  show?: 'admins' | 'banned' | 'unverified' | undefined
  namedAdmins: readonly string[]
}

export interface ListedUser extends UserRow {
  publisher_count: number
}

/** Lists users, newest first. */
export async function listUsers(
  db: DbOrTx,
  filter: UserFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<ListedUser[]> {
  const { rows } = await sql<ListedUser>`
    select users.*, (select count(*)::int from publisher_permissions p where p.user_id = users.id) as publisher_count
    from users where ${matches(filter)}
    order by users.created_at desc, users.id limit ${limit}::bigint offset ${offset}::bigint`.execute(db)
  return rows
}

export type UserCounts = Record<'all' | 'admins' | 'banned' | 'unverified', number>

/** Counts the users that match the search text, per filter. */
export async function countUsers(db: DbOrTx, { search, namedAdmins }: UserFilter): Promise<UserCounts> {
  const { rows } = await sql<UserCounts>`
    select count(*)::int as "all", (count(*) filter (where ${isAdminRow(namedAdmins)}))::int as admins,
      (count(*) filter (where status = 'banned'))::int as banned,
      (count(*) filter (where not email_verified))::int as unverified
    from users where ${matches({ search, namedAdmins })}`.execute(db)
  return rows[0] ?? { all: 0, admins: 0, banned: 0, unverified: 0 }
}

function matches({ search, show, namedAdmins }: UserFilter): RawBuilder<boolean> {
  const conditions = [sql`true`]
  if (search) {
    conditions.push(
      sql`lower(users.id || ' ' || users.email || ' ' || users.name) like lower(${contains(search)})`,
    )
  }
  if (show === 'admins') conditions.push(isAdminRow(namedAdmins))
  if (show === 'banned') conditions.push(sql`users.status = 'banned'`)
  if (show === 'unverified') conditions.push(sql`not users.email_verified`)
  return sql`${sql.join(conditions, sql` and `)}`
}

export interface OwnPublisher {
  id: string
  name: string
  role: 'owner' | 'member'
  status: 'active' | 'banned'
  node_count: number
}

/** Lists the publishers of a user with role and node count, oldest first. */
export async function listRolesOf(db: DbOrTx, userId: string): Promise<OwnPublisher[]> {
  const { rows } = await sql<OwnPublisher>`
    select p.id, p.name, m.role, p.status,
      (select count(*)::int from nodes n where n.publisher_id = p.id and n.status <> 'deleted') as node_count
    from publisher_permissions m join publishers p on p.id = m.publisher_id
    where m.user_id = ${userId} order by p.created_at, p.id`.execute(db)
  return rows
}

export interface OwnToken {
  publisher_id: string
  name: string
  token_prefix: string
  created_at: Date
  expires_at: Date | null
  last_used_at: Date | null
}

/** Lists the publish tokens that a user created, newest first. */
export function listTokensMadeBy(db: DbOrTx, userId: string, limit: number): Promise<OwnToken[]> {
  return db
    .selectFrom('personal_access_tokens')
    .select(['publisher_id', 'name', 'token_prefix', 'created_at', 'expires_at', 'last_used_at'])
    .where('created_by', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

export type SessionRow = Selectable<Schema['identity_sessions']>

/** Lists the sign-in sessions of a user, last used first. */
export function listSessionsOf(db: DbOrTx, userId: string, limit: number): Promise<SessionRow[]> {
  return db
    .selectFrom('identity_sessions')
    .selectAll()
    .where('uid', '=', userId)
    .orderBy('used_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Lists the events by or about a user, newest first. */
export async function listActsOf(db: DbOrTx, userId: string, limit: number): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select e.*, nullif(u.name, '') as actor_name, ${actorIsAdmin} as actor_is_admin
    from (
      (select * from audit_events where actor_kind = 'user' and actor_id = ${userId}
        order by id desc limit ${limit}::bigint)
      union
      (select * from audit_events where subject_kind = 'user' and subject_id = ${userId}
        order by id desc limit ${limit}::bigint)
    ) e left join users u on e.actor_kind = 'user' and u.id = e.actor_id
    order by e.id desc limit ${limit}::bigint`.execute(db)
  return rows
}
