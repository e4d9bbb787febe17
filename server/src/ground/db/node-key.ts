import { unclaimedPublisherId } from '@nodeyard/contract/ground'
import { type RawBuilder, sql } from 'kysely'

/**
 * Returns a node id in the letter case for comparisons, as in `nodes.normalized_id`. Changes only ASCII
 * letters: ids contain no others, and some others become ASCII in lowercase.
 */
export function nodeKey(id: string): string {
  return id.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/** Returns the comparable form of an id or alias, as `name_key` in SQL: people write `my_pack` for `My-Pack`. */
export function aliasKey(text: string): string {
  return nodeKey(text).replace(/[-._]+/g, '-')
}

/**
 * SQL: whether the repository that a node names is its own: its publisher has proven control of it, or the node is the
 * unclaimed entry of it. Only then do names, stars and results of the repository count for the node.
 */
export const hasOwnRepository = (node: string): RawBuilder<boolean> =>
  sql`(${sql.ref(`${node}.repository_proof`)} is not null or ${sql.ref(`${node}.publisher_id`)} = ${unclaimedPublisherId})`

/** The host of nearly all repositories, which `owner/name` leaves out. */
const usualHost = 'github.com'

/** SQL: the id of the node with this id in any letter case, repository as `owner/name`, or alias. */
export function namedNode(asked: string): RawBuilder<string | null> {
  return sql<string | null>`(select id from ${namedNodes([asked])} as named)`
}

/**
 * Reads something about the node with this id in any letter case, repository as `owner/name`, or alias. Tries the id alone
 * first, because planning and running the search for other names takes most of the time of a statement.
 *
 * @param read reads it, given SQL for the id of the node
 */
export async function readNamed<Value>(
  asked: string,
  read: (id: RawBuilder<string | null>) => Promise<Value | undefined>,
): Promise<Value | undefined> {
  const byId = sql<string | null>`(
    select id from nodes where normalized_id = ${nodeKey(asked)} and status <> 'deleted')`
  return (await read(byId)) ?? read(namedNode(asked))
}

/**
 * SQL: a table of names that lead to nodes, with `place`, the name's position from 1, and `id`, the node's id or null. It is
 * a part of each statement and not a function, whose plans would be kept from when the tables were small.
 */
export function namedNodes(asked: readonly string[]): RawBuilder<{ place: number; id: string | null }> {
  // `offset 0` keeps the planner from evaluating the lookup again for each row that the result is joined with.
  return sql`(
    select asked.place::int as place, ${lookUp} as id
    from unnest(${asked.map(nodeKey)}::text[], ${asked.map(aliasKey)}::text[])
      with ordinality as asked (key, alias_key, place)
    offset 0)`
}

/**
 * Anyone can name a project or a repository like another one, so such a name leads to the only node that has it, or to one
 * that is far better known than all others. A node whose repository is not its own has no such names.
 */
const bestNamed = (aliasKey: RawBuilder<string>) => sql<string | null>`
  select best.id from (
    select c.id, c.stars, c.place, lead(c.stars) over by_place as next_stars, lead(c.place) over by_place as next_place
    from (
      select n.id, n.github_stars as stars, min(case when a.kind in ('project', 'repository') then 2 else 1 end) as place
      from node_aliases a
      cross join lateral (
        select id, github_stars, status, repository_proof, publisher_id from nodes where id = a.node_id offset 0) as n
      where a.key = ${aliasKey} and n.status = 'active' and ${hasOwnRepository('n')}
      group by n.id, n.github_stars
    ) as c
    window by_place as (order by c.place, c.stars desc, c.id)
    order by c.place, c.stars desc, c.id
    limit 1
  ) as best
  where best.next_stars is null or best.next_place > best.place
    or best.stars >= 100 and best.stars >= 10 * best.next_stars`

/** Every step is a search in an index, whatever the planner knows about the tables. */
const lookUp = sql`coalesce(
  (select n.id from nodes n where n.normalized_id = asked.key and (n.status <> 'deleted'
    or not exists (select from node_aliases a where a.key = asked.alias_key and a.kind = 'merged'))),
  case when strpos(asked.key, '/') > 0 then (
    select n.id from nodes n
    where n.repository_key = ${usualHost} || '/' || asked.key and n.status <> 'deleted' and ${hasOwnRepository('n')}
    order by n.repository_folder, n.id limit 1
  ) else coalesce((
    select n.id from node_aliases a
    cross join lateral (select id, status from nodes where id = a.node_id offset 0) as n
    where a.key = asked.alias_key and a.kind in ('former', 'merged') and n.status <> 'deleted' limit 1
  ), (
    select min(n.id) from nodes n
    where name_key(n.normalized_id) = asked.alias_key and n.status <> 'deleted' and n.was_public having count(*) = 1
  ), (${bestNamed(sql`asked.alias_key`)})) end)`

/**
 * SQL: the nodes that a name leads to or belongs to, with `rank`, the surest first. Unlike a lookup, it includes drafts and
 * deleted nodes, because their names stay theirs, and all nodes that share a name which therefore leads nowhere.
 */
export const holdersOfName = (name: string): RawBuilder<{ id: string; rank: number }> => sql`(
  select node_id as id, 1 as rank from node_aliases where key = ${aliasKey(name)} and kind in ('former', 'merged')
  union all
  select id, 2 from nodes where name_key(normalized_id) = ${aliasKey(name)}
  union all
  select best.id, 3 from (${bestNamed(sql`${aliasKey(name)}::text`)}) as best
  union all
  select n.id, 4 from node_aliases a join nodes n on n.id = a.node_id
  where a.key = ${aliasKey(name)} and n.status = 'active' and ${hasOwnRepository('n')})`
