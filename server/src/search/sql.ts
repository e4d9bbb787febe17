import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx, Tx } from '../db/database.ts'
import { type EntryFilter, matchesEntry } from '../nodes/sql.ts'

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
  preempted_comfy_node_names: string[]
}

const comfyNodeNames = sql`case when nodes.latest_version_id is null
  then array(select name from comfy_node_hints where node_id = nodes.id order by name)
  else array(select name from comfy_nodes where version_id = nodes.latest_version_id order by name)
end`

/** What is searched of these nodes, without those that are not active. */
export async function readTexts(tx: Tx, ids: readonly string[]): Promise<TextsRow[]> {
  const { rows } = await sql<TextsRow>`
    select nodes.id, nodes.name, nodes.description, nodes.author, nodes.category,
      nodes.tags || nodes.tags_admin as tags, nodes.publisher_id, publishers.name as publisher_name,
      nodes.repository_url, nodes.preempted_comfy_node_names,
      ${comfyNodeNames} as comfy_node_names
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

/** A change that would hardly move a node is not worth the write, which goes to every index of the entry. */
const leastChange = 0.03

export async function refreshPopularity(tx: Tx, now: Date): Promise<void> {
  await sql`
    update node_search set popularity = fresh.popularity
    from (
      select nodes.id, ${popularity(now)} as popularity
      from nodes left join node_versions latest on latest.id = nodes.latest_version_id
    ) as fresh
    where fresh.id = node_search.node_id
      and abs(fresh.popularity - node_search.popularity) > ${leastChange} * node_search.popularity`.execute(
    tx,
  )
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

/** A word of the catalogue, with the number of nodes that have it. */
export interface KnownTerm {
  term: string
  node_count: number
}

/** Words that may be meant by a misspelt one: those of `texts` that exist, and those that share most letters with it. */
export async function findSimilarTerms(
  db: DbOrTx,
  word: string,
  texts: readonly string[],
): Promise<KnownTerm[]> {
  const { rows } = await sql<KnownTerm>`
    select term, node_count from search_terms where term = any(${[word, ...texts]}::text[])
    union
    (select term, node_count from search_terms
      where term % ${word} and length(term) between ${word.length - 2} and ${word.length + 6}
      order by similarity(term, ${word}) desc, node_count desc, term limit 30)`.execute(db)
  return rows
}

/** For each beginning of a word, how many nodes have words with it; one with several of them counts again. */
export async function countNodesByBeginning(db: DbOrTx, beginnings: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ count: number }>`
    select (
      select coalesce(sum(node_count), 0)::int from search_terms
      where term >= asked.beginning and term < asked.beginning || ${highest}
    ) as count
    from unnest(${beginnings}::text[]) with ordinality as asked (beginning, place) order by place`.execute(db)
  return rows.map(({ count }) => count)
}

/** Sorts behind every letter. */
const highest = '\u{10ffff}'

/** A condition on a search entry in the text form of PostgreSQL's `tsquery`. */
export type Condition = string

/** Conditions in falling order, the first that holds counts. */
export type Relevance = readonly { when: Condition; worth: number }[]

/** Which active nodes are looked for; all of it must hold. */
export interface SearchFilter {
  condition?: Condition | undefined
  /** A part of an address, in its one spelling. */
  repository?: string | undefined
  os?: EntryFilter | undefined
  accelerator?: EntryFilter | undefined
}

/** What decides about the place of a node that was found, besides its popularity. */
export interface SearchOrder {
  /** Nodes of which this holds come first, however few people know them; without it, those of that repository. */
  exact?: Condition | undefined
  relevance?: Relevance | undefined
}

/**
 * Ids of the nodes that fit best: only the most popular ones that match are compared by how well they match,
 * so that a text that nearly everything matches costs no more than another. Those that match exactly are
 * always among them.
 */
export async function listBest(
  db: DbOrTx,
  filter: SearchFilter,
  order: SearchOrder,
  limits: { compared: number; exact: number },
): Promise<{ nodeId: string; isExact: boolean }[]> {
  // A long document lies outside of its row: joined with nothing it is fetched once, not for every comparison.
  const columns = sql`entry.node_id, entry.popularity, entry.document || ''::tsvector as document`
  const byPopularity = sql`order by entry.popularity desc, entry.node_id`
  const isExact = exactness(filter, order)
  const exactOnes = isExact
    ? sql`(select ${columns}, true as is_exact from ${entries(filter)} and ${isExact}
        ${byPopularity} limit ${limits.exact}) union all`
    : sql``
  const others = isExact ? sql`and not ${isExact}` : sql``
  const { rows } = await sql<{ nodeId: string; isExact: boolean }>`
    with matching as materialized (
      ${exactOnes}
      (select ${columns}, false as is_exact from ${entries(filter)} ${others} ${byPopularity}
        limit ${limits.compared})
    )
    select node_id as "nodeId", is_exact as "isExact" from matching entry
    order by is_exact desc, entry.popularity * ${worth(order.relevance)} desc, entry.node_id`.execute(db)
  return rows
}

/** Ids of what is left behind the best, by popularity. */
export async function listByPopularity(
  db: DbOrTx,
  filter: SearchFilter,
  order: SearchOrder,
  { limit, offset }: { limit: number; offset: number },
): Promise<string[]> {
  const isExact = exactness(filter, order)
  const { rows } = await sql<{ node_id: string }>`
    select entry.node_id from ${entries(filter)} ${isExact ? sql`and not ${isExact}` : sql``}
    order by entry.popularity desc, entry.node_id limit ${limit} offset ${offset}`.execute(db)
  return rows.map(({ node_id }) => node_id)
}

/** How many nodes there are to find, counted up to `most`. */
export async function countEntries(db: DbOrTx, filter: SearchFilter, most: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (select from ${entries(filter)} limit ${most}) as counted`.execute(db)
  return rows[0]?.total ?? 0
}

function entries({ condition, repository, os, accelerator }: SearchFilter): RawBuilder<unknown> {
  const conditions = [sql`true`]
  if (condition) conditions.push(sql`entry.document @@ ${condition}::tsquery`)
  if (repository) conditions.push(sql`entry.repository like ${`%${escapeLike(repository)}%`}`)
  if (os) conditions.push(matchesEntry(sql`node.supported_os`, os))
  if (accelerator) conditions.push(matchesEntry(sql`node.supported_accelerators`, accelerator))
  const node = os || accelerator ? sql`join nodes node on node.id = entry.node_id` : sql``
  return sql`node_search entry ${node} where ${sql.join(conditions, sql` and `)}`
}

function exactness({ repository }: SearchFilter, { exact }: SearchOrder): RawBuilder<boolean> | undefined {
  if (exact) return sql`(entry.document @@ ${exact}::tsquery)`
  if (!repository) return undefined
  // A text may be the whole name of one repository and the beginning of another's.
  const asEnd = `%/${escapeLike(repository)}`
  return sql`(entry.repository = ${repository} or entry.repository like ${asEnd})`
}

function worth(relevance: Relevance = []): RawBuilder<number> {
  const cases = relevance.map(({ when, worth }) => sql`when document @@ ${when}::tsquery then ${worth}::real`)
  return cases.length > 0 ? sql`case ${sql.join(cases, sql` `)} else 0.5 end` : sql`1`
}

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')

export interface BannedFilter extends Omit<SearchFilter, 'condition'> {
  /** Each must occur in what the node is called or described as. */
  words: readonly string[]
  /** Only those of publishers that this user owns. */
  ofOwner?: string | undefined
}

/** Banned nodes have no entry: they are looked for only by those who may see them, and there are few. */
export async function listBanned(db: DbOrTx, filter: BannedFilter, limit: number): Promise<string[]> {
  const conditions = [sql`node.status = 'banned'`]
  for (const word of filter.words) {
    const everywhere = sql`lower(concat_ws(' ', node.id, node.name, node.description, node.author))`
    conditions.push(sql`${everywhere} like ${`%${escapeLike(word)}%`}`)
  }
  if (filter.repository)
    conditions.push(sql`lower(node.repository_url) like ${`%${escapeLike(filter.repository)}%`}`)
  if (filter.os) conditions.push(matchesEntry(sql`node.supported_os`, filter.os))
  if (filter.accelerator) conditions.push(matchesEntry(sql`node.supported_accelerators`, filter.accelerator))
  if (filter.ofOwner !== undefined)
    conditions.push(sql`exists (select from publisher_permissions own
      where own.publisher_id = node.publisher_id and own.user_id = ${filter.ofOwner} and own.role = 'owner')`)
  const { rows } = await sql<{ id: string }>`
    select node.id from nodes node where ${sql.join(conditions, sql` and `)}
    order by node.downloads desc, node.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Names of comfy-nodes of these nodes: of their latest versions, else what an import says. */
export async function listComfyNodeNames(
  db: DbOrTx,
  nodeIds: readonly string[],
): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ id: string; names: string[] }>`
    select nodes.id, ${comfyNodeNames} as names from nodes where nodes.id = any(${nodeIds}::text[])`.execute(
    db,
  )
  return new Map(rows.map(({ id, names }) => [id, names]))
}
