import { unclaimedPublisherId } from '@nodeyard/contract/ground'
import type { FollowKind } from '@nodeyard/contract/services'
import { sql } from 'kysely'
import type { DbOrTx, Tx } from '../../ground/db/database.ts'

interface Followed {
  kind: FollowKind
  id: string
}

export interface FollowRow extends Followed {
  name: string
  created_at: Date
}

/** Lists what a user follows. Leaves out banned nodes and publishers. */
export async function listFollows(db: DbOrTx, userId: string): Promise<FollowRow[]> {
  const { rows } = await sql<FollowRow>`
    select case when f.node_id is null then 'publisher' else 'node' end as kind, coalesce(n.id, p.id) as id,
      coalesce(nullif(coalesce(n.name, p.name), ''), n.id, p.id) as name, f.created_at
    from follows f left join nodes n on n.id = f.node_id left join publishers p on p.id = f.publisher_id
    where f.user_id = ${userId} and coalesce(n.status::text, p.status::text) = 'active'
    order by lower(coalesce(nullif(coalesce(n.name, p.name), ''), n.id, p.id)), id`.execute(db)
  return rows
}

/** Finds the stored id of a listed node or publisher. */
export async function findFollowed(db: DbOrTx, { kind, id }: Followed): Promise<string | undefined> {
  const { rows } =
    kind === 'node'
      ? await sql<{ id: string }>`
          select id from nodes where normalized_id = lower(${id}) and status = 'active'`.execute(db)
      : await sql<{ id: string }>`
          select id from publishers where id = ${id} and status = 'active' and id <> ${unclaimedPublisherId}`.execute(
          db,
        )
  return rows[0]?.id
}

export async function lockFollower(tx: Tx, userId: string): Promise<void> {
  await sql`select 1 from users where id = ${userId} for no key update`.execute(tx)
}

/** Counts what a user follows beside this. */
export async function countFollows(tx: Tx, userId: string, { kind, id }: Followed): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from follows
    where user_id = ${userId} and ${columnOf(kind)} is distinct from ${id}`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function insertFollow(
  tx: Tx,
  { userId, kind, id, at }: Followed & { userId: string; at: Date },
): Promise<void> {
  await sql`
    insert into follows (user_id, ${columnOf(kind)}, created_at) values (${userId}, ${id}, ${at})
    on conflict do nothing`.execute(tx)
}

export async function deleteFollow(db: DbOrTx, userId: string, { kind, id }: Followed): Promise<void> {
  await sql`
    delete from follows where user_id = ${userId} and lower(${columnOf(kind)}) = lower(${id})`.execute(db)
}

const columnOf = (kind: FollowKind) => sql.ref(kind === 'node' ? 'node_id' : 'publisher_id')
