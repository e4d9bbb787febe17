import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx, Tx } from '../db/database.ts'

/** The ids of nodes of every status, in their order, behind a given one. */
export async function listNodeIds(db: DbOrTx, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('nodes')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Two transactions that index one node do so one after the other: the later one sees what the first changed. */
export async function lockForIndexing(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  await sql`
    with locked as materialized (select id from nodes where id = any(${ids}::text[]) order by id for update)
    update nodes set indexed_at = ${now} from locked where nodes.id = locked.id`.execute(tx)
}

export interface TextsRow {
  id: string
  name: string
  description: string
  author: string
  category: string
  tags: string[]
  publisher_id: string
  publisher_name: string
  repository_url: string
  comfy_node_names: string[]
}

/** What is searched of these nodes, without those that are not active. */
export async function readTexts(tx: Tx, ids: readonly string[]): Promise<TextsRow[]> {
  const { rows } = await sql<TextsRow>`
    select nodes.id, nodes.name, nodes.description, nodes.author, nodes.category,
      nodes.tags || nodes.tags_admin as tags, nodes.publisher_id, publishers.name as publisher_name,
      nodes.repository_url,
      case when nodes.latest_version_id is null
        then array(select name from comfy_node_hints where node_id = nodes.id order by name)
        else array(select name from comfy_nodes where version_id = nodes.latest_version_id order by name)
      end as comfy_node_names
    from nodes join publishers on publishers.id = nodes.publisher_id
    where nodes.id = any(${ids}::text[]) and nodes.status = 'active'
    order by nodes.id`.execute(tx)
  return rows
}

/** Of these nodes, takes the entries away from all but `kept`. */
export async function deleteEntriesExcept(
  tx: Tx,
  ids: readonly string[],
  kept: readonly string[],
): Promise<void> {
  await sql`
    delete from node_search
    where node_id = any(${ids}::text[]) and node_id <> all(${kept}::text[])`.execute(tx)
}

export interface EntryRow {
  node_id: string
  repository: string
  document: string
}

/** An entry that would stay as it is is not written: its index is the dear part. */
export async function writeEntries(tx: Tx, entries: readonly EntryRow[], now: Date): Promise<void> {
  await sql`
    insert into node_search (node_id, repository, document, popularity)
    select nodes.id, entries.repository, entries.document::tsvector, ${popularity(now)}
    from unnest(
      ${entries.map(({ node_id }) => node_id)}::text[],
      ${entries.map(({ repository }) => repository)}::text[],
      ${entries.map(({ document }) => document)}::text[]
    ) as entries (node_id, repository, document)
    join nodes on nodes.id = entries.node_id
    left join node_versions latest on latest.id = nodes.latest_version_id
    on conflict (node_id) do update
    set repository = excluded.repository, document = excluded.document, popularity = excluded.popularity
    where (node_search.repository, node_search.document, node_search.popularity)
      is distinct from (excluded.repository, excluded.document, excluded.popularity)`.execute(tx)
}

/**
 * From 1 upwards, to be multiplied with how well a text matches:
 *
 *     (1 + ln(1 + downloads + 20 stars) / 4 x freshness) x 1.5 ^ (5 - search_ranking)
 *
 * A star takes more than a download, and is all that is known of an imported node. Freshness falls from 1 to
 * 0.6 with the age of the last release (of an imported node: of its last change), by half in two years. An
 * admin's ranking of 1 counts five times, one of 10 an eighth; none is 5.
 */
function popularity(now: Date): RawBuilder<number> {
  return sql<number>`(
    (1 + ln(1 + nodes.downloads + 20 * nodes.github_stars) / 4 * (0.6 + 0.4 * power(0.5,
      greatest(0, extract(epoch from ${now}::timestamptz - coalesce(latest.first_active_at, nodes.created_at)))
        / (2 * 365 * 86400))))
    * power(1.5, 5 - coalesce(nodes.search_ranking, 5)))::real`
}

const shortestTerm = 3
const longestTerm = 24

/**
 * All words of ids and names of nodes, and the words that several nodes have in the names of their comfy-nodes.
 * Written as a difference, so that a rebuild of an unchanged catalogue writes nothing.
 */
export async function replaceTerms(tx: Tx): Promise<void> {
  await sql`
    with found as materialized (
      select term, sum(node_count)::int as node_count
      from (
        select word as term, ndoc as node_count from ts_stat('select document from node_search', 'a')
        union all
        select word, ndoc from ts_stat('select document from node_search', 'b') where ndoc > 1
      ) as words
      where length(term) between ${shortestTerm} and ${longestTerm} and term ~ '^[[:alpha:]]'
      group by term
    ),
    gone as (
      delete from search_terms where not exists (select from found where found.term = search_terms.term)
    )
    insert into search_terms (term, node_count) select term, node_count from found
    on conflict (term) do update set node_count = excluded.node_count
    where search_terms.node_count <> excluded.node_count`.execute(tx)
}
