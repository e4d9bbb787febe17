import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx, Tx } from '../../ground/db/database.ts'
import { type Credential, credentials, type Loss } from './credentials.ts'

export interface Behind {
  /** The id of the user who created the credential. */
  person: RawBuilder<unknown>
  /** The id of the publisher that the credential is for. */
  publisher?: RawBuilder<unknown>
  /** The configured admins, in lowercase. */
  namedAdmins?: readonly string[]
}

/**
 * Builds SQL for the reason why the user behind a credential lost the right it depends on, or null while they have it.
 * A credential without a user belongs to the registry itself. Every verification uses this.
 */
export function lossOf(
  credential: Credential,
  { person, publisher = sql`null::text`, namedAdmins = [] }: Behind,
): RawBuilder<Loss | null> {
  const right = credentials[credential]
  return sql<Loss | null>`(
    select case
      when users.deleted_at is not null then 'deleted'
      when users.status = 'banned' then 'banned'
      ${byRight[right](isAdminRow(namedAdmins))}
    end
    from users left join publisher_permissions maker_role
      on maker_role.user_id = users.id and maker_role.publisher_id = ${publisher}
    where users.id = ${person})`
}

const asOwner = sql`when maker_role.role is null then 'removed' when maker_role.role <> 'owner' then 'demoted'`

const byRight: Record<
  (typeof credentials)[Credential],
  (isAdmin: RawBuilder<boolean>) => RawBuilder<unknown>
> = {
  account: () => sql``,
  admin: (isAdmin) => sql`when not ${isAdmin} then 'not-admin'`,
  owner: () => asOwner,
  'owner-or-admin': (isAdmin) => sql`when ${isAdmin} then null ${asOwner}`,
}

/** Builds SQL for whether a user row is an admin, by role or by configuration. `namedAdmins` are lowercase. */
export const isAdminRow = (namedAdmins: readonly string[]) =>
  sql<boolean>`(users.is_admin or (users.email_verified and not users.confirmed_elsewhere
    and lower(users.email) = any(${[...namedAdmins]}::text[])))`

/** Finds the loss of one user, and blocks a ban until the transaction ends. */
export async function findLoss(
  tx: Tx,
  credential: Credential,
  { userId, publisherId }: { userId: string | null; publisherId: string },
): Promise<Loss | undefined> {
  if (userId === null) return undefined
  await shareUser(tx, sql`${userId}`)
  return readLoss(tx, credential, { userId, publisherId })
}

/** Finds the loss of one user, without a lock. */
export async function readLoss(
  db: DbOrTx,
  credential: Credential,
  { userId, publisherId }: { userId: string | null; publisherId: string },
): Promise<Loss | undefined> {
  if (userId === null) return undefined
  return firstLoss(
    db,
    sql`select ${lossOf(credential, { person: sql`${userId}`, publisher: sql`${publisherId}` })} as loss`,
  )
}

/** Finds why an upload URL is void: its token ended, or the token's creator lost the right to publish. */
export function findUploadLoss(db: DbOrTx, announcedByToken: string | null): Promise<Loss | undefined> {
  if (announcedByToken === null) return Promise.resolve(undefined)
  const loss = lossOf('upload-address', { person: sql`made.created_by`, publisher: sql`made.publisher_id` })
  return firstLoss(
    db,
    sql`with made as (${tokensOfEitherKind(announcedByToken)})
      select ${loss} as loss from made
      union all select 'removed' where not exists (select from made)`,
  )
}

/** Does the same, and blocks a ban of the creator until the transaction ends. */
export async function findUploadLossFor(tx: Tx, announcedByToken: string | null): Promise<Loss | undefined> {
  if (announcedByToken === null) return undefined
  await shareUser(tx, sql`(select created_by from (${tokensOfEitherKind(announcedByToken)}) made)`)
  return findUploadLoss(tx, announcedByToken)
}

const tokensOfEitherKind = (tokenId: string) => sql`
  select created_by, publisher_id from personal_access_tokens where id = ${tokenId}::uuid and revoked_at is null
  union all
  select trusted.created_by, trusted.publisher_id from trusted_tokens token
    join trusted_publishers trusted on trusted.id = token.trusted_publisher_id
    where token.id = ${tokenId}::uuid`

/** Locks in a separate statement, so that the next one sees a ban that this one waited for. */
async function shareUser(tx: Tx, userId: RawBuilder<unknown>): Promise<void> {
  await sql`select id from users where id = ${userId} for share`.execute(tx)
}

async function firstLoss(db: DbOrTx, query: RawBuilder<unknown>): Promise<Loss | undefined> {
  const { rows } = await sql<{ loss: Loss | null }>`${query}`.execute(db)
  return rows[0]?.loss ?? undefined
}
