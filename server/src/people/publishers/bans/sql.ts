import { sql } from 'kysely'
import type { DbOrTx, Tx } from '../../../ground/db/database.ts'
import { isAdminRow } from '../../rights/sql.ts'

/** Bans all members of the publisher. Returns the ids of those not banned before. */
export async function banMembers(tx: Tx, publisherId: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with members as materialized (
      select id from users where id in (select user_id from publisher_permissions where publisher_id = ${publisherId})
      order by id for update)
    update users set status = 'banned', updated_at = ${now} from members
    where users.id = members.id and users.status <> 'banned' returning users.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Bans all nodes of the publisher that are not deleted. Returns the ids of those not banned before. */
export async function banNodesOf(
  tx: Tx,
  publisherId: string,
  { reason, now }: { reason: string; now: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with own as materialized (
      select id from nodes where publisher_id = ${publisherId} and status in ('draft', 'active') order by id for update)
    update nodes set status = 'banned', status_detail = ${reason}, updated_at = ${now}
    from own where nodes.id = own.id
    returning nodes.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Lifts the ban of members who are not banned for another reason. Returns their ids. */
export async function unbanMembers(tx: Tx, publisherId: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with members as materialized (
      select u.id from users u where ${isMemberBannedWith(publisherId)} order by u.id for update)
    update users set status = 'active', updated_at = ${now} from members
    where users.id = members.id returning users.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Lifts the ban of nodes that were not banned individually. Returns their ids. */
export async function unbanNodesOf(tx: Tx, publisherId: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with own as materialized (
      select u.id from nodes u where ${isNodeBannedWith(publisherId)} order by u.id for update)
    update nodes set status = case when was_public then 'active' else 'draft' end, status_detail = '', updated_at = ${now}
    from own where nodes.id = own.id
    returning nodes.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Selects users `u` banned only by the ban of this publisher. */
const isMemberBannedWith = (publisherId: string) => sql`(u.status = 'banned'
  and u.id in (select user_id from publisher_permissions where publisher_id = ${publisherId})
  and not exists (
    select from publisher_permissions m join publishers p on p.id = m.publisher_id
    where m.user_id = u.id and p.id <> ${publisherId} and p.status = 'banned')
  and ${isNotBannedByName('user')})`

/** Selects nodes `u` banned only by the ban of this publisher. */
const isNodeBannedWith = (publisherId: string) =>
  sql`(u.publisher_id = ${publisherId} and u.status = 'banned' and ${isNotBannedByName('node')})`

/** Whether the latest decision about `u` itself is not a ban. */
const isNotBannedByName = (kind: 'user' | 'node') => sql`coalesce((
  select e.action from audit_events e
  where e.subject_kind = ${kind} and e.subject_id = u.id and e.action in (${`${kind}.ban`}, ${`${kind}.unban`})
  order by e.id desc limit 1), '') <> ${`${kind}.ban`}`

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
