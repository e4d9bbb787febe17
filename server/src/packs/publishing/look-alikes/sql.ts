import { unclaimedPublisherId } from '@nodeyard/contract/ground'
import { sql } from 'kysely'
import type { DbOrTx } from '../../../ground/db/database.ts'

export interface PopularName {
  name: string
  nodeId: string
  publisherId: string
}

export interface Popularity {
  /** Reaching either threshold is enough. */
  downloads: number
  stars: number
  /** At most this many of the most popular nodes are compared. */
  nodes: number
  comfyNodes: number
}

/** Selects popular active nodes, with installs and stars from the hourly list orders. */
const popularNodes = ({ downloads, stars, nodes }: Popularity) => sql`
  select *, row_number() over (order by fame desc, id) as place from (
    select n.id, n.name, n.publisher_id, n.facts_id, ${fame} as fame
    from node_orders o join nodes n on n.id = o.node_id
    where ${fame} >= ${Math.min(downloads / 10, stars)}::bigint
      and (o.downloads >= ${downloads}::bigint or o.github_stars >= ${stars}::integer) and n.status = 'active'
    order by fame desc, o.node_id limit ${nodes}::bigint
  ) as best`

/** The same expression as in the index. */
const fame = sql`(o.downloads / 10 + o.github_stars)`

/** Lists ids and names of popular nodes without duplicates. */
export async function listPopularNodeNames(db: DbOrTx, popularity: Popularity): Promise<PopularName[]> {
  const { rows } = await sql<PopularName>`
    select names.name, p.id as "nodeId", p.publisher_id as "publisherId"
    from (${popularNodes(popularity)}) as p
    cross join lateral (select p.id as name union select p.name) as names
    order by p.place, names.name`.execute(db)
  return rows
}

/** Lists ids and names of the publishers of popular nodes, except unclaimed ones. */
export async function listPopularPublisherNames(db: DbOrTx, popularity: Popularity): Promise<PopularName[]> {
  const { rows } = await sql<PopularName>`
    select names.name, min(p.id) as "nodeId", p.publisher_id as "publisherId"
    from (${popularNodes(popularity)}) as p join publishers o on o.id = p.publisher_id
    cross join lateral (select o.id as name union select o.name) as names
    where p.publisher_id <> ${unclaimedPublisherId}
    group by names.name, p.publisher_id order by min(p.place), names.name`.execute(db)
  return rows
}

/** Lists comfy-nodes of popular nodes: from the latest version, or from an import for nodes without one. */
export async function listPopularComfyNodeNames(db: DbOrTx, popularity: Popularity): Promise<PopularName[]> {
  const { rows } = await sql<PopularName>`
    select names.name, p.id as "nodeId", p.publisher_id as "publisherId"
    from (${popularNodes(popularity)}) as p
    cross join lateral (
      select c.name from comfy_node_claims c where c.node_id = p.id
      union select h.name from comfy_node_hints h where h.node_id = p.id and p.facts_id is null
    ) as names
    order by p.place, names.name limit ${popularity.comfyNodes}::bigint`.execute(db)
  return rows
}

/** Finds this publisher and all publishers that share an owner with it. */
export async function listPublishersOfOwners(db: DbOrTx, publisherId: string): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select ${publisherId} as id
    union select theirs.publisher_id
      from publisher_permissions mine join publisher_permissions theirs using (user_id)
      where mine.publisher_id = ${publisherId} and mine.role = 'owner' and theirs.role = 'owner'`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

export interface FirstTimes {
  nodeName: string
  publisherId: string
  publisherName: string
  /** No version of the node was ever active. */
  isFirstOfNode: boolean
  /** No version of any of the publisher's nodes was ever active. */
  isFirstOfPublisher: boolean
  /** Comfy-nodes that no previously active version of the node had. */
  newComfyNodes: string[]
}

/** Reads which names a version introduces. */
export async function readFirstTimes(db: DbOrTx, versionId: string): Promise<FirstTimes | undefined> {
  const { rows } = await sql<FirstTimes>`
    select coalesce(v.announced_node ->> 'name', n.name) as "nodeName", n.publisher_id as "publisherId", p.name as "publisherName",
      not exists (
        select from node_versions o where o.node_id = n.id and o.first_active_at is not null
      ) as "isFirstOfNode",
      not exists (
        select from nodes m cross join lateral (
          select from node_versions o where o.node_id = m.id and o.first_active_at is not null limit 1
        ) as active
        where m.publisher_id = n.publisher_id
      ) as "isFirstOfPublisher",
      array(
        select c.name from comfy_nodes c where c.version_id = v.id and not exists (
          select from comfy_nodes e join node_versions o on o.id = e.version_id
          where e.name = c.name and o.node_id = n.id and o.first_active_at is not null)
        order by c.name
      ) as "newComfyNodes"
    from node_versions v join nodes n on n.id = v.node_id join publishers p on p.id = n.publisher_id
    where v.id = ${versionId}`.execute(db)
  return rows[0]
}
