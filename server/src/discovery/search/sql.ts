import type { SearchSort } from '@nodeyard/contract/search'
import { unclaimedPublisherId } from '@nodeyard/contract/shapes'
import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx, Tx } from '../../ground/db/database.ts'
import { contains, escapeLike } from '../../ground/db/like.ts'
import { type EntryFilter, isVisible, matchesEntry, type Visibility } from '../../packs/nodes/listing/sql.ts'

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

/**
 * Two transactions that index one node do so one after the other: the later one sees what the first changed. Gives whose
 * the nodes are.
 */
export async function lockForIndexing(tx: Tx, ids: readonly string[], now: Date): Promise<string[]> {
  const { rows } = await sql<{ publisher_id: string }>`
    with locked as materialized (select id from nodes where id = any(${ids}::text[]) order by id for update)
    update nodes set indexed_at = ${now} from locked where nodes.id = locked.id
    returning nodes.publisher_id`.execute(tx)
  return [...new Set(rows.map(({ publisher_id }) => publisher_id))]
}

export interface TextsRow {
  id: string
  name: string
  description: string
  author: string
  category: string
  license: string
  /** What the archive of the latest version says. */
  license_name: string
  tags: string[]
  tags_admin: string[]
  publisher_id: string
  publisher_name: string
  repository_url: string
  supported_os: string[]
  supported_accelerators: string[]
  deprecated: boolean
  changed_at: Date
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
    select nodes.id, nodes.name, nodes.description, nodes.author, nodes.category, nodes.license,
      nodes.tags, nodes.tags_admin, nodes.publisher_id, publishers.name as publisher_name,
      nodes.repository_url, nodes.preempted_comfy_node_names, nodes.supported_os, nodes.supported_accelerators,
      coalesce((select manifest ->> 'license_name' from version_analyses where version_id = nodes.latest_version_id), '')
        as license_name,
      coalesce(latest.deprecated, false) as deprecated,
      coalesce(latest.first_active_at, nodes.created_at) as changed_at,
      ${comfyNodeNames} as comfy_node_names
    from nodes join publishers on publishers.id = nodes.publisher_id
    left join node_versions latest on latest.id = nodes.latest_version_id
    where nodes.id = any(${ids}::text[]) and nodes.status = 'active'
    order by nodes.id`.execute(tx)
  return rows
}

/** Nodes that are not active are found no more. */
export async function deleteEntries(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`delete from node_search where node_id = any(${ids}::text[])`.execute(tx)
}

export interface EntryRow {
  node_id: string
  repository: string
  document: string
  /** In small letters. */
  tags: readonly string[]
  categories: readonly string[]
  license: string
  comfy_node_count: number
  /** See `labels.ts`. */
  facets: readonly string[]
}

/**
 * Entries stand in tiers by popularity, each twice as large as those above it together. A search ends with the tier
 * in which it has enough.
 */
const tierEnds = [1000, 3000, 9000, 27_000, 81_000, 243_000]
const tiers = [0, ...tierEnds].map((_, tier) => tier)
export const tierCount = tiers.length

/** An entry that would stay as it is is not written: its index is the dear part. */
export async function writeEntries(tx: Tx, entries: readonly EntryRow[], now: Date): Promise<void> {
  await sql`
    with rated as materialized (
      select entries.*, ${popularity(now)} as popularity,
        coalesce(latest.first_active_at, nodes.created_at) as changed_at
      from json_to_recordset(${JSON.stringify(entries)}::json) as entries (node_id text, repository text,
        document text, tags text[], categories text[], license text, comfy_node_count integer, facets text[])
      join nodes on nodes.id = entries.node_id
      left join node_versions latest on latest.id = nodes.latest_version_id
    ),
    ends as materialized (
      select (select min(popularity) from node_search where tier = above) as least
      from unnest(${tiers.slice(0, -1)}::smallint[]) as above
    )
    insert into node_search (node_id, repository, document, popularity, tags, categories, license,
      comfy_node_count, changed_at, facets, tier)
    select node_id, repository, document::tsvector, popularity, tags, categories, license,
      comfy_node_count, changed_at, facets,
      (select count(*) from ends where rated.popularity < least)
    from rated
    on conflict (node_id) do update
    set repository = excluded.repository, document = excluded.document, popularity = excluded.popularity,
      tags = excluded.tags, categories = excluded.categories, license = excluded.license,
      comfy_node_count = excluded.comfy_node_count, changed_at = excluded.changed_at, facets = excluded.facets
    where (node_search.repository, node_search.document, node_search.popularity, node_search.tags,
        node_search.categories, node_search.license, node_search.comfy_node_count, node_search.changed_at,
        node_search.facets)
      is distinct from (excluded.repository, excluded.document, excluded.popularity, excluded.tags,
        excluded.categories, excluded.license, excluded.comfy_node_count, excluded.changed_at,
        excluded.facets)`.execute(tx)
}

/** Ids behind a given one, with what is another number once the row of the entry has been written. */
export async function listEntryVersions(
  db: DbOrTx,
  after: string,
  limit: number,
): Promise<{ nodeId: string; version: number }[]> {
  const { rows } = await sql<{ nodeId: string; version: number }>`
    select node_id as "nodeId", xmin::text::float8 as version from node_search
    where node_id > ${after} order by node_id limit ${limit}::bigint`.execute(db)
  return rows
}

/** A search entry as it is kept in memory. */
export interface IndexedEntry {
  nodeId: string
  /** See {@link listEntryVersions}. */
  version: number
  tier: number
  popularity: number
  changedAtMs: number
  facets: readonly string[]
  /** As the database sends a `tsvector`. */
  document: Uint8Array
}

export async function readEntries(db: DbOrTx, ids: readonly string[]): Promise<IndexedEntry[]> {
  const { rows } = await sql<IndexedEntry>`
    select node_id as "nodeId", xmin::text::float8 as version, tier, popularity,
      extract(epoch from changed_at)::float8 * 1000 as "changedAtMs", to_json(facets) as facets,
      tsvectorsend(document) as document
    from node_search where node_id = any(${ids}::text[])`.execute(db)
  return rows
}

/** The comfy-nodes of the latest versions of these nodes, as they were read from their archives. */
export async function readSockets(
  tx: Tx,
  ids: readonly string[],
): Promise<{ node_id: string; name: string; input_types: string; return_types: string }[]> {
  const { rows } = await sql<{
    node_id: string
    name: string
    input_types: string
    return_types: string
  }>`
    select nodes.id as node_id, comfy_nodes.name, comfy_nodes.input_types, comfy_nodes.return_types
    from nodes join comfy_nodes on comfy_nodes.version_id = nodes.latest_version_id
    where nodes.id = any(${ids}::text[]) and nodes.status = 'active'`.execute(tx)
  return rows
}

export interface SocketsRow {
  node_id: string
  name: string
  inputs: readonly string[]
  outputs: readonly string[]
}

export async function replaceSockets(
  tx: Tx,
  ids: readonly string[],
  rows: readonly SocketsRow[],
): Promise<void> {
  const written = sql`json_to_recordset(${JSON.stringify(rows)}::json)
    as written (node_id text, name text, inputs text[], outputs text[])`
  await sql`
    delete from comfy_node_sockets where node_id = any(${ids}::text[])
      and (node_id, name) not in (select node_id, name from ${written})`.execute(tx)
  await sql`
    insert into comfy_node_sockets (node_id, name, inputs, outputs) select * from ${written}
    on conflict (node_id, name) do update set inputs = excluded.inputs, outputs = excluded.outputs
    where (comfy_node_sockets.inputs, comfy_node_sockets.outputs)
      is distinct from (excluded.inputs, excluded.outputs)`.execute(tx)
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

/** How popular an entry is by now, and in which tier it belongs. */
export interface PopularityRow {
  node_id: string
  popularity: number
  tier: number
}

/** Entries whose popularity has changed, or their place among all. A new one is put there at once, and few move in an hour. */
export async function listMoved(db: DbOrTx, now: Date): Promise<PopularityRow[]> {
  const { rows } = await sql<PopularityRow>`
    with fresh as materialized (
      select nodes.id, ${popularity(now)} as popularity
      from nodes left join node_versions latest on latest.id = nodes.latest_version_id
    ),
    rated as (
      select entry.node_id, entry.tier as tier_before, entry.popularity as popularity_before,
        case when abs(fresh.popularity - entry.popularity) > ${leastChange} * entry.popularity
          then fresh.popularity else entry.popularity end as popularity
      from node_search entry join fresh on fresh.id = entry.node_id
    ),
    placed as (select *, row_number() over (order by popularity desc, node_id) as place from rated),
    moved as (
      select *, (select count(*)::int from unnest(${tierEnds}::bigint[]) as tier_end where place > tier_end) as tier
      from placed
    )
    select node_id, popularity, tier from moved
    where popularity <> popularity_before or tier <> tier_before order by node_id`.execute(db)
  return rows
}

export async function movePopularity(tx: Tx, rows: readonly PopularityRow[]): Promise<void> {
  await sql`
    update node_search set popularity = moved.popularity, tier = moved.tier
    from json_to_recordset(${JSON.stringify(rows)}::json) as moved (node_id text, popularity real, tier smallint)
    where moved.node_id = node_search.node_id`.execute(tx)
}

/** For what goes over the whole catalogue, in a job: nobody waits for it. */
export async function allowLongStatements(tx: Tx): Promise<void> {
  await sql`set local statement_timeout = '10min'`.execute(tx)
}

const shortestTerm = 3
const longestTerm = 24

/**
 * All words of ids and names of nodes, and the words that several of the most popular nodes have in the names of their
 * comfy-nodes.
 * Written as a difference, so that a rebuild of an unchanged catalogue writes nothing.
 */
export async function replaceTerms(tx: Tx): Promise<void> {
  await sql`
    with found as materialized (
      select term, sum(node_count)::int as node_count
      from (
        select word as term, ndoc as node_count from ts_stat('select names from node_search')
        union all
        select word, ndoc from ts_stat('select document from node_search where tier <= 1', 'b') where ndoc > 1
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

/** Those behind a given one, in the order of the database. */
export async function listTerms(db: DbOrTx, after: string, limit: number): Promise<KnownTerm[]> {
  return await db
    .selectFrom('search_terms')
    .select(['term', 'node_count'])
    .where('term', '>', after)
    .orderBy('term')
    .limit(limit)
    .execute()
}

/** Those of these words that exist. */
export async function findTerms(db: DbOrTx, words: readonly string[]): Promise<KnownTerm[]> {
  const { rows } = await sql<KnownTerm>`
    select term, node_count from search_terms where term = any(${words}::text[])`.execute(db)
  return rows
}

/** Words that share most letters with one, which takes ten times as long. */
export async function findSimilarTerms(db: DbOrTx, word: string): Promise<KnownTerm[]> {
  const { rows } = await sql<KnownTerm>`
    select term, node_count from search_terms
    where term % ${word} and length(term) between ${word.length - 2} and ${word.length + 6}
    order by similarity(term, ${word}) desc, node_count desc, term limit 30`.execute(db)
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
export type Relevance = readonly Worth[]

interface Worth {
  when: Condition
  worth: number
  /** Is about the id and the name alone, which are looked at without opening the whole document. */
  isOfName?: boolean
}

/** Which active nodes are looked for; all of it must hold. Nothing in it: all of them. */
export interface SearchFilter {
  condition?: Condition
  /** Of the id or the name alone. */
  nameCondition?: Condition
  /** A part of an address, in its one spelling. */
  repository?: string
  /** Types that one comfy-node takes and gives. */
  sockets?: { inputs: readonly string[]; outputs: readonly string[] }
  /** Asked for by what is in no vocabulary. */
  os?: EntryFilter
  accelerator?: EntryFilter
  changedAfter?: Date
}

/** What decides about the place of a node that was found, besides its popularity. */
export interface SearchOrder {
  /** Nodes of which this holds come first, however few people know them; without it, those of that repository. */
  exact?: Condition | undefined
  relevance?: Relevance | undefined
}

export interface Best {
  /** Those that match exactly first, then by how well they fit. */
  nodeIds: string[]
  /** How many of them match exactly. */
  exact: number
  /** How many there are to find, counted up to `counted`. */
  total: number
}

/**
 * The nodes that fit best: only the most popular ones that match are compared by how well they match, so that a text
 * that nearly everything matches costs no more than another. Those that match exactly are always among them.
 */
export async function listBest(
  db: DbOrTx,
  filter: SearchFilter,
  order: SearchOrder,
  limits: { compared: number; exact: number; counted: number },
): Promise<Best> {
  const isExact = exactness(filter, order)
  const exact = isExact
    ? sql`${entries(filter, columns.compared)} and ${isExact}`
    : sql`select * from found where false`
  const { rows } = await sql<{ nodeId: string | null; isExact: boolean; total: number }>`
    with ${foundEntries(filter, { inOrder: limits.compared, counted: limits.counted }, columns.compared)},
    exact as materialized (${exact}),
    compared as materialized (
      (select *, true as is_exact from exact ${byPopularity} limit ${limits.exact})
      union all
      (select *, false from found where node_id not in (select node_id from exact)
        ${byPopularity} limit ${limits.compared})
    ),
    counted as (select least(${limits.counted}::int, ${howMany(filter)})::int as total)
    select compared.node_id as "nodeId", compared.is_exact as "isExact", counted.total
    from counted left join compared on true
    order by compared.is_exact desc, compared.popularity * ${worth(order.relevance)} desc, compared.node_id`.execute(
    db,
  )
  return {
    nodeIds: rows.flatMap(({ nodeId }) => nodeId ?? []),
    exact: rows.filter((row) => row.isExact).length,
    total: rows[0]?.total ?? 0,
  }
}

const byPopularity = sql`order by popularity desc, node_id`

/** How many entries there are, counted up to as many as are to be. */
const howMany = (filter: SearchFilter) =>
  isOfIndex(filter)
    ? sql`(select count from ${sql.ref(`until_${tiers.length - 1}`)})`
    : sql`(select count(*) from found)`

const everything = { inOrder: Number.MAX_SAFE_INTEGER, counted: Number.MAX_SAFE_INTEGER }

/** What of an entry is looked at next; `place` is where its row is, for this statement. */
const columns = {
  listed: sql`entry.node_id, entry.popularity`,
  compared: sql`entry.node_id, entry.popularity, entry.names, entry.ctid as place`,
  counted: sql`entry.node_id, entry.popularity, entry.facets, entry.changed_at`,
}

/**
 * The table `found` of a statement, with these columns: the most popular entries that match, at least as many as are
 * wanted `inOrder`. Others are only counted until all together are as many as are to be `counted`, which the index alone
 * can tell: opening their rows took half of the time.
 *
 * It goes from tier to tier, and no further than it has to.
 */
function foundEntries(
  filter: SearchFilter,
  { inOrder, counted }: { inOrder: number; counted: number },
  wanted: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const most = Math.max(inOrder, counted)
  if (!isOfIndex(filter))
    return sql`found as materialized (${entries(filter, wanted)} ${byPopularity} limit ${most})`
  const parts = tiers.map((tier) => {
    const name = sql.ref(`tier_${tier}`)
    const until = sql.ref(`until_${tier}`)
    const isOfTier = sql`and entry.tier = ${sql.lit(tier)}`
    const before = sql`(select count from ${sql.ref(`until_${tier - 1}`)})`
    return sql`${name} as materialized (${entries(filter, wanted)} ${isOfTier} and ${before} < ${inOrder}::bigint),
      ${until} as materialized (select ${before} + (select count(*) from ${name}) + (
        select count(*) from (
          ${entries(filter, sql``)} ${isOfTier} and ${before} >= ${inOrder}::bigint and ${before} < ${most}::bigint
          limit (select greatest(0, ${most}::bigint - count) from ${sql.ref(`until_${tier - 1}`)})
        ) as more) as count)`
  })
  const all = tiers.map((tier) => sql`select * from ${sql.ref(`tier_${tier}`)}`)
  return sql`${sql.ref('until_-1')} as materialized (select 0::bigint as count), ${sql.join(parts)}, found as not materialized (${sql.join(all, sql` union all `)})`
}

export interface Part {
  limit: number
  offset: number
}

/** Ids of what was found by popularity, without what matches exactly. */
export async function listByPopularity(
  db: DbOrTx,
  filter: SearchFilter,
  order: SearchOrder,
  { limit, offset }: Part,
): Promise<string[]> {
  const isExact = exactness(filter, order)
  const { rows } = await sql<{ node_id: string }>`
    with ${foundEntries(filter, { inOrder: limit + offset, counted: 0 }, columns.listed)}
    select node_id from found
    ${isExact ? sql`where node_id not in (${entries(filter, sql`entry.node_id`)} and ${isExact})` : sql``}
    ${byPopularity} limit ${limit}::bigint offset ${offset}::bigint`.execute(db)
  return rows.map(({ node_id }) => node_id)
}

/** How many nodes there are to find, counted up to `most`. */
export async function countEntries(db: DbOrTx, filter: SearchFilter, most: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    with ${foundEntries(filter, { inOrder: 0, counted: most }, sql`1`)}
    select least(${howMany(filter)}, ${most}::bigint) as total`.execute(db)
  return rows[0]?.total ?? 0
}

/** Whether an index of texts finds it. */
const isOfIndex = ({ condition, nameCondition }: SearchFilter) => (condition ?? nameCondition) !== undefined

/** Whether the words of an entry say all that is asked for, and when it changed. */
export const isOfWords = ({ repository, sockets, os, accelerator }: SearchFilter) =>
  !repository && !sockets && !os && !accelerator

/** Every active node has one entry, which knows nearly all that is asked of it. */
function entries(filter: SearchFilter, wanted: RawBuilder<unknown>): RawBuilder<unknown> {
  const { condition, nameCondition, repository, sockets, os, accelerator, changedAfter } = filter
  const conditions = [
    ...(condition ? [matchesText(sql`entry.document`, condition)] : []),
    ...(nameCondition ? [matchesText(sql`entry.names`, nameCondition)] : []),
    ...(repository ? [sql`entry.repository like ${contains(repository)}`] : []),
    ...(sockets ? [hasSockets(sockets)] : []),
    ...(changedAfter ? [sql`entry.changed_at >= ${changedAfter}::timestamptz`] : []),
    ...(os ? [matchesEntry(osEntries, os)] : []),
    ...(accelerator ? [matchesEntry(acceleratorEntries, accelerator)] : []),
  ]
  const joined = os || accelerator ? sql`join nodes node on node.id = entry.node_id` : sql``
  const all = conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`
  return sql`select ${wanted} from node_search entry ${joined} where ${all}`
}

/**
 * The planner must not see the text: it would read the whole table for a common word, not knowing that opening one
 * document takes longer than finding hundreds by the index.
 */
const matchesText = (document: RawBuilder<unknown>, condition: Condition) =>
  sql<boolean>`${document} @@ (select ${condition}::tsquery)`

const hasSockets = ({ inputs, outputs }: NonNullable<SearchFilter['sockets']>) => sql<boolean>`exists (
  select from comfy_node_sockets sockets where sockets.node_id = entry.node_id
  and sockets.inputs @> ${inputs}::text[] and sockets.outputs @> ${outputs}::text[])`

const osEntries = sql`node.supported_os`
const acceleratorEntries = sql`node.supported_accelerators`

export interface FacetCounts {
  facets: { facet: string; count: number }[]
  /** How many changed since each of some times. */
  changed: number[]
}

/** How many of the `most` most popular of those that were found have a facet; facets as entries have them. */
export async function countFacets(
  db: DbOrTx,
  filter: SearchFilter,
  since: readonly Date[],
  most: number,
): Promise<FacetCounts> {
  const { rows } = await sql<{ facet: string | null; count: number }>`
    with ${foundEntries(filter, { inOrder: most, counted: most }, columns.counted)},
    best as materialized (select facets, changed_at from found ${byPopularity} limit ${most}::bigint)
    select null as facet, (select count(*)::int from best where changed_at >= moment) as count
    from unnest(${since}::timestamptz[]) as moment
    union all
    select facet, count(*)::int from best, unnest(facets) as facet group by facet`.execute(db)
  const changed = rows.slice(0, since.length).map(({ count }) => count)
  return { changed, facets: rows.flatMap(({ facet, count }) => (facet === null ? [] : [{ facet, count }])) }
}

/** By what lists of everything are put in order, for these nodes; see {@link listAllSorted}. */
export async function writeOrders(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await sql`
    insert into node_orders (node_id, downloads, github_stars, ranking, risen)
    select nodes.id, nodes.downloads, nodes.github_stars, coalesce(nodes.search_ranking, 5),
      case when nodes.status = 'active' then counted.risen end
    from nodes left join (
      select node_id, ${risen(now)} as risen from node_downloads
      where node_id = any(${ids}::text[]) and day > ${now}::timestamptz::date - 14 group by node_id
    ) as counted on counted.node_id = nodes.id
    where nodes.id = any(${ids}::text[])
    on conflict (node_id) do update
    set downloads = excluded.downloads, github_stars = excluded.github_stars, ranking = excluded.ranking,
      risen = excluded.risen
    where (node_orders.downloads, node_orders.github_stars, node_orders.ranking, node_orders.risen)
      is distinct from (excluded.downloads, excluded.github_stars, excluded.ranking, excluded.risen)`.execute(
    tx,
  )
}

/** Installs of the last week, less half of those of the week before: above nought where a node is getting about. */
const risen = (now: Date) =>
  sql`sum(case when day > ${now}::timestamptz::date - 7 then count else -count / 2 end)`

const sortKeys: Record<PlainSort, RawBuilder<unknown>> = {
  downloads: sql`placed.downloads desc`,
  stars: sql`placed.github_stars desc`,
  newest: sql`node.created_at desc`,
  updated: sql`entry.changed_at desc`,
  name: sql`lower(node.name)`,
  rising: sql`placed.risen desc`,
}

export type PlainSort = Exclude<SearchSort, 'relevance'>

/** Where an order is kept: some by a job, which is at most an hour behind. */
const orderedTables: Record<PlainSort, RawBuilder<unknown>> = {
  downloads: sql`join node_orders placed on placed.node_id = entry.node_id`,
  stars: sql`join node_orders placed on placed.node_id = entry.node_id`,
  rising: sql`join node_orders placed on placed.node_id = entry.node_id and placed.risen is not null`,
  newest: sql`join nodes node on node.id = entry.node_id and node.status = 'active'`,
  name: sql`join nodes node on node.id = entry.node_id and node.status = 'active'`,
  updated: sql``,
}

/** Ids of all nodes, in an order that has nothing to do with how well they fit. */
export async function listAllSorted(db: DbOrTx, sort: PlainSort, { limit, offset }: Part): Promise<string[]> {
  const { rows } = await sql<{ node_id: string }>`
    select entry.node_id from node_search entry ${orderedTables[sort]}
    order by ${sortKeys[sort]}, entry.popularity desc, entry.node_id
    limit ${limit}::bigint offset ${offset}::bigint`.execute(db)
  return rows.map(({ node_id }) => node_id)
}

/** The same of the most popular `most` of those that were found. */
export async function listSorted(
  db: DbOrTx,
  filter: SearchFilter,
  sort: PlainSort,
  { limit, offset }: Part,
  most: number,
): Promise<{ ids: string[]; total: number }> {
  const { rows } = await sql<{ node_id: string }>`
    with ${foundEntries(filter, { inOrder: most, counted: most }, columns.counted)},
    best as materialized (select node_id, popularity, changed_at from found ${byPopularity} limit ${most}::bigint)
    select entry.node_id from best entry ${orderedTables[sort]}
    order by ${sortKeys[sort]}, entry.popularity desc, entry.node_id`.execute(db)
  return { ids: rows.slice(offset, offset + limit).map(({ node_id }) => node_id), total: rows.length }
}

/** The same of all that was found and is as new as that. */
export async function listNewestSince(
  db: DbOrTx,
  filter: SearchFilter,
  sort: 'newest' | 'updated',
  { since, limit, offset }: Part & { since: Date },
): Promise<{ ids: string[]; total: number }> {
  const isNew = sort === 'newest' ? sql`node.created_at >= ${since}` : sql`true`
  const { rows } = await sql<{ node_id: string; total: number }>`
    with ${foundEntries(filter, everything, columns.counted)}
    select entry.node_id, count(*) over ()::int as total
    from found entry ${orderedTables[sort]}
    where ${isNew}
    order by ${sortKeys[sort]}, entry.popularity desc, entry.node_id
    limit ${limit}::bigint offset ${offset}::bigint`.execute(db)
  return { ids: rows.map(({ node_id }) => node_id), total: rows[0]?.total ?? 0 }
}

/** How many nodes were installed in the last two weeks, counted up to `most`. */
export async function countRising(db: DbOrTx, most: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (
      select from node_orders where risen is not null limit ${most}::bigint) as counted`.execute(db)
  return rows[0]?.total ?? 0
}

export interface TagCount {
  kind: 'tag' | 'category'
  value: string
  count: number
}

/** The `most` most used tags, and all categories, with the number of nodes that have them, the most used first. */
export async function countTags(db: DbOrTx, most: number): Promise<TagCount[]> {
  const { rows } = await sql<TagCount>`
    (select 'tag' as kind, value, count(*)::int as count from node_search, unnest(tags) as value
      group by value order by count(*) desc, value limit ${most})
    union all
    (select 'category', value, count(*)::int from node_search, unnest(categories) as value
      group by value order by count(*) desc, value)`.execute(db)
  return rows
}

function exactness({ repository }: SearchFilter, { exact }: SearchOrder): RawBuilder<boolean> | undefined {
  if (exact) return matchesText(sql`entry.names`, exact)
  if (!repository) return undefined
  // A text may be the whole name of one repository and the beginning of another's.
  const asEnd = `%/${escapeLike(repository)}`
  return sql`(entry.repository = ${repository} or entry.repository like ${asEnd})`
}

/** Of a row of `compared`. What no condition but the last can decide is worth as much as that: it was found. */
function worth(relevance: Relevance = []): RawBuilder<number> {
  const last = relevance.at(-1)
  if (!last) return sql`1`
  const decided = relevance.slice(0, -1)
  const ofDocument = decided.findIndex(({ isOfName }) => !isOfName)
  const namesEnd = ofDocument < 0 ? decided.length : ofDocument
  const places = { names: decided.slice(0, namesEnd), document: decided.slice(namesEnd) }
  const cases = (list: readonly Worth[], column: RawBuilder<unknown>) =>
    sql.join(
      list.map(({ when, worth }) => sql`when ${column} @@ (select ${when}::tsquery) then ${worth}::real`),
      sql` `,
    )
  // Joined with nothing, a document is fetched once for all comparisons.
  const byDocument = sql<number>`(select case ${cases(places.document, sql`opened.document`)} else ${last.worth}::real end
    from (select entry.document || ''::tsvector as document from node_search entry
      where entry.ctid = compared.place offset 0) as opened)`
  return places.names.length === 0
    ? byDocument
    : sql<number>`(case ${cases(places.names, sql`compared.names`)} else ${byDocument} end)`
}

export interface BannedFilter extends Pick<SearchFilter, 'os' | 'accelerator'> {
  repository?: string | undefined
  publisherId?: string | undefined
  /** Each must occur in what the node is called or described as. */
  words: readonly string[]
  visible: Visibility
}

/** Banned nodes have no entry: they are looked for only by those who may see them, and there are few. */
export async function listBanned(db: DbOrTx, filter: BannedFilter, limit: number): Promise<string[]> {
  const conditions = [sql`node.status = 'banned'`]
  for (const word of filter.words) {
    const everywhere = sql`lower(concat_ws(' ', node.id, node.name, node.description, node.author))`
    conditions.push(sql`${everywhere} like ${contains(word)}`)
  }
  if (filter.repository) conditions.push(sql`lower(node.repository_url) like ${contains(filter.repository)}`)
  if (filter.publisherId !== undefined) conditions.push(sql`node.publisher_id = ${filter.publisherId}`)
  const { os, accelerator } = filter
  if (os) conditions.push(matchesEntry(osEntries, os))
  if (accelerator) conditions.push(matchesEntry(acceleratorEntries, accelerator))
  conditions.push(isVisible(filter.visible, 'node'))
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

/** By their ids, in the order given. */
export async function listNames(
  db: DbOrTx,
  ids: readonly string[],
): Promise<{ id: string; name: string; icon_url: string; publisher_id: string }[]> {
  const { rows } = await sql<{ id: string; name: string; icon_url: string; publisher_id: string }>`
    select nodes.id, nodes.name, nodes.icon_url, nodes.publisher_id
    from unnest(${ids}::text[]) with ordinality as asked (id, place) join nodes on nodes.id = asked.id
    order by asked.place`.execute(db)
  return rows
}

export interface PublisherName {
  id: string
  name: string
}

/** Of no more publishers than this all installs are added up; of more, those of the best known nodes are looked through. */
const mostAddedUp = 200
const bestKnownNodes = 2000

/** Whose id or name begins like this, or has a word that does; those with most installs first. */
export async function listPublishersByBeginning(
  db: DbOrTx,
  text: string,
  limit: number,
): Promise<PublisherName[]> {
  const beginning = `${escapeLike(text.toLowerCase())}%`
  // As the index has it.
  const texts = sql`(p.id || ' ' || lower(p.name))`
  const begins = sql`p.status = 'active' and p.id <> ${unclaimedPublisherId}
    and (${texts} like ${beginning} or ${texts} like ${`% ${beginning}`})`
  const { rows: some } = await sql<PublisherName>`
    select p.id, p.name from publishers p where ${begins} limit ${mostAddedUp + 1}`.execute(db)
  if (some.length <= mostAddedUp) return firstByInstalls(db, some, limit)
  const { rows: known } = await sql<PublisherName>`
    select p.id, p.name
    from (select node_id, downloads from node_orders order by downloads desc limit ${bestKnownNodes}) o
    join nodes n on n.id = o.node_id join publishers p on p.id = n.publisher_id
    where ${begins} group by p.id order by max(o.downloads) desc, p.id limit ${limit}`.execute(db)
  const ids = new Set(known.map(({ id }) => id))
  return [...known, ...some.filter(({ id }) => !ids.has(id))].slice(0, limit)
}

async function firstByInstalls(
  db: DbOrTx,
  publishers: readonly PublisherName[],
  limit: number,
): Promise<PublisherName[]> {
  if (publishers.length === 0) return []
  const { rows } = await sql<PublisherName>`
    select p.id, p.name from publishers p where p.id = any(${publishers.map(({ id }) => id)}::text[])
    order by (select coalesce(sum(downloads), 0) from nodes where publisher_id = p.id) desc, p.id
    limit ${limit}`.execute(db)
  return rows
}

export interface SuggestionRow {
  query: string
  nb_words: number
  popularity: number
}

export async function findSuggestions(
  db: DbOrTx,
  condition: Condition,
  limit: number,
): Promise<SuggestionRow[]> {
  const { rows } = await sql<SuggestionRow>`
    select query, nb_words, popularity from search_suggestions
    where document @@ ${condition}::tsquery order by popularity desc, query limit ${limit}`.execute(db)
  return rows
}

/** Names of nodes, and names of comfy-nodes that several nodes have, with how well they are known. */
export async function readSuggestible(tx: Tx, most: number): Promise<{ text: string; popularity: number }[]> {
  const { rows } = await sql<{ text: string; popularity: number }>`
    (select nodes.name as text, entry.popularity
      from node_search entry join nodes on nodes.id = entry.node_id
      where entry.popularity > 1 order by entry.popularity desc, nodes.id limit ${most})
    union all
    (select name, ln(1 + count(*))::real from (
        select name, node_id from comfy_node_hints
        union select name, node_id from comfy_node_sockets
      ) as named group by name having count(*) > 2 order by count(*) desc, name limit ${most})`.execute(tx)
  return rows
}

/** Written as a difference, so that a rebuild of an unchanged catalogue writes nothing. */
export async function replaceSuggestions(
  tx: Tx,
  rows: readonly (SuggestionRow & { document: string })[],
): Promise<void> {
  const written = sql`json_to_recordset(${JSON.stringify(rows)}::json)
    as written (query text, nb_words integer, popularity real, document text)`
  await sql`
    delete from search_suggestions where query not in (select query from ${written})`.execute(tx)
  await sql`
    insert into search_suggestions (query, nb_words, popularity, document)
    select query, nb_words, popularity, document::tsvector from ${written}
    on conflict (query) do update set popularity = excluded.popularity
    where search_suggestions.popularity <> excluded.popularity`.execute(tx)
}

/** Nodes whose entry was not rebuilt since a time, the longest untouched first. */
export async function listLeastIndexed(db: DbOrTx, before: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from nodes where indexed_at is null or indexed_at <= ${before}
    order by indexed_at nulls first, id limit ${limit}::bigint`.execute(db)
  return rows.map(({ id }) => id)
}
