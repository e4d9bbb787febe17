import { sql } from 'kysely'
import type { DbOrTx } from '../../../ground/db/database.ts'
import { isNodeBannedWith } from '../../../packs/nodes/sql.ts'
import { isMemberBannedWith } from '../../../people/identity/sql.ts'
import { isAdminRow } from '../../../people/rights/sql.ts'

export interface EffectsRow {
  nodes: number
  versions: number
  installs: number
  installs_last_month: number
  tokens: number
  members: number
  admins: number
  other_publishers: number
  staying_nodes: number
  staying_members: number
}

/** Counts what a ban of a publisher, or lifting it, would affect. */
export async function countEffects(
  db: DbOrTx,
  { publisherId, act, namedAdmins, now }: EffectsOf,
): Promise<EffectsRow> {
  const affected =
    act === 'ban'
      ? {
          node: sql`u.publisher_id = ${publisherId} and u.status in ('draft', 'active')`,
          member: isActiveMember(publisherId),
        }
      : { node: isNodeBannedWith(publisherId), member: isMemberBannedWith(publisherId) }
  const month = new Date(now.getTime() - 30 * 86_400_000)
  const { rows } = await sql<EffectsRow>`
    with own as materialized (select u.id, u.downloads from nodes u where ${affected.node}),
    people as materialized (
      select users.id, ${isAdminRow(namedAdmins)} as is_admin from users
      where users.id in (select u.id from users u where ${affected.member}))
    select
      (select count(*)::int from own) as nodes,
      (select count(*)::int from node_versions v where v.node_id in (select id from own)
        and v.status in ('active', 'pending', 'flagged')) as versions,
      (select coalesce(sum(downloads), 0)::bigint from own) as installs,
      (select coalesce(sum(d.count), 0)::bigint from node_downloads d
        where d.node_id in (select id from own) and d.day > ${month}::date) as installs_last_month,
      (select count(*)::int from personal_access_tokens t
        where t.publisher_id = ${publisherId} and (t.expires_at is null or t.expires_at > ${now})) as tokens,
      (select count(*)::int from people) as members,
      (select count(*)::int from people where is_admin) as admins,
      (select count(distinct m.publisher_id)::int from publisher_permissions m
        where m.user_id in (select id from people) and m.publisher_id <> ${publisherId}) as other_publishers,
      (select count(*)::int from nodes where publisher_id = ${publisherId} and status = 'banned'
        and id not in (select id from own)) as staying_nodes,
      (select count(*)::int from users where status = 'banned' and id not in (select id from people)
        and id in (select user_id from publisher_permissions where publisher_id = ${publisherId})) as staying_members
  `.execute(db)
  const [row] = rows
  if (!row) throw new Error('The effects of a ban could not be counted.')
  return row
}

export interface EffectsOf {
  publisherId: string
  act: 'ban' | 'unban'
  namedAdmins: readonly string[]
  now: Date
}

const isActiveMember = (publisherId: string) => sql`(u.status = 'active'
  and u.id in (select user_id from publisher_permissions where publisher_id = ${publisherId}))`
