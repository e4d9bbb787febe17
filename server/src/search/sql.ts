import type { SearchFacets } from '@nodeyard/contract/search'
import type { NodeState } from '@nodeyard/contract/search-text'
import { unclaimedPublisherId } from '@nodeyard/contract/shapes'
import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx, Tx } from '../db/database.ts'
import { contains, escapeLike } from '../db/like.ts'
import { prepared } from '../db/prepared.ts'
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
  license: string
  tags: string[]
  tags_admin: string[]
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
    select nodes.id, nodes.name, nodes.description, nodes.author, nodes.category, nodes.license,
      nodes.tags, nodes.tags_admin, nodes.publisher_id, publishers.name as publisher_name,
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
  /** In small letters. */
  tags: readonly string[]
  categories: readonly string[]
  license: string
  comfy_node_count: number
}

/** What nearly all searches find enough in. */
const headSize = 8192

/** An entry that would stay as it is is not written: its index is the dear part. */
export async function writeEntries(tx: Tx, entries: readonly EntryRow[], now: Date): Promise<void> {
  await sql`
    insert into node_search
      (node_id, repository, document, popularity, tags, categories, license, comfy_node_count, changed_at, is_head)
    select nodes.id, entries.repository, entries.document::tsvector, ${popularity(now)}, entries.tags,
      entries.categories, entries.license, entries.comfy_node_count,
      coalesce(latest.first_active_at, nodes.created_at), ${popularity(now)} >= coalesce((
        select popularity from node_search order by popularity desc, node_id offset ${headSize - 1} limit 1), 0)
    from json_to_recordset(${JSON.stringify(entries)}::json) as entries (node_id text, repository text,
      document text, tags text[], categories text[], license text, comfy_node_count integer)
    join nodes on nodes.id = entries.node_id
    left join node_versions latest on latest.id = nodes.latest_version_id
    on conflict (node_id) do update
    set repository = excluded.repository, document = excluded.document, popularity = excluded.popularity,
      tags = excluded.tags, categories = excluded.categories, license = excluded.license,
      comfy_node_count = excluded.comfy_node_count, changed_at = excluded.changed_at
    where (node_search.repository, node_search.document, node_search.popularity, node_search.tags,
        node_search.categories, node_search.license, node_search.comfy_node_count, node_search.changed_at)
      is distinct from (excluded.repository, excluded.document, excluded.popularity, excluded.tags,
        excluded.categories, excluded.license, excluded.comfy_node_count, excluded.changed_at)`.execute(tx)
}

/** The comfy-nodes of the latest versions of these nodes, as they were read from their archives. */
export async function readSockets(
  tx: Tx,
  ids: readonly string[],
): Promise<{ node_id: string; name: string; input_types: string; return_types: string }[]> {
  const { rows } = await sql<{ node_id: string; name: string; input_types: string; return_types: string }>`
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

/** For what goes over the whole catalogue, in a job: nobody waits for it. */
export async function allowLongStatements(tx: Tx): Promise<void> {
  await sql`set local statement_timeout = '10min'`.execute(tx)
}

/** The most popular entries are the head. A new one is put where it belongs at once, and few move in an hour. */
export async function chooseHead(tx: Tx): Promise<void> {
  await sql`
    update node_search set is_head = chosen.is_head
    from (
      select node_id, row_number() over (order by popularity desc, node_id) <= ${headSize} as is_head from node_search
    ) as chosen
    where chosen.node_id = node_search.node_id and chosen.is_head <> node_search.is_head`.execute(tx)
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
        select word, ndoc from ts_stat('select document from node_search where is_head', 'b') where ndoc > 1
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
export type Relevance = readonly Worth[]

interface Worth {
  when: Condition
  worth: number
  /** Is about the id and the name alone, which are looked at without opening the whole document. */
  isOfName?: boolean
}

/** Which active nodes are looked for; all of it must hold. */
export interface SearchFilter {
  condition?: Condition | undefined
  /** Of the id or the name alone. */
  nameCondition?: Condition | undefined
  /** A part of an address, in its one spelling. */
  repository?: string | undefined
  publisherId?: string | undefined
  /** Types that one comfy-node takes and gives. */
  sockets?: { inputs: readonly string[]; outputs: readonly string[] } | undefined
  narrowed?: Narrowing | undefined
}

/** What a list offers to narrow a search by, each of it alone. */
export interface Narrowing {
  os?: EntryFilter | undefined
  accelerator?: EntryFilter | undefined
  /** In small letters; all of them. */
  tags?: readonly string[] | undefined
  category?: string | undefined
  license?: string | undefined
  state?: NodeState | undefined
  hasComfyNodes?: boolean | undefined
  changedAfter?: Date | undefined
}

/** What decides about the place of a node that was found, besides its popularity. */
export interface SearchOrder {
  /** Nodes of which this holds come first, however few people know them; without it, those of that repository. */
  exact?: Condition | undefined
  relevance?: Relevance | undefined
}

export interface Best {
  /** Those that match exactly first, then by how well they fit. */
  nodes: { nodeId: string; isExact: boolean }[]
  /** How many there are to find, counted up to `counted`. */
  total: number
}

/**
 * The nodes that fit best: only the most popular ones that match are compared by how well they match, so that a text
 * that nearly everything matches costs no more than another. Those that match exactly are always among them.
 *
 * What is found is found by the index alone, and exact ones by another look into it: a document lies outside of its
 * row, and reading one takes longer than all the rest.
 */
export async function listBest(
  db: DbOrTx,
  filter: SearchFilter,
  order: SearchOrder,
  limits: { compared: number; exact: number; counted: number },
): Promise<Best> {
  const byPopularity = sql`order by popularity desc, node_id`
  const isExact = exactness(filter, order)
  const exactIds = sql`(select node_id from exact)`
  const { rows } = await sql<{ nodeId: string | null; isExact: boolean; total: number }>`${prepared}
    with ${foundEntries(filter, { inOrder: limits.compared, counted: limits.counted })},
    exact as materialized (select entry.node_id from node_search entry where ${isExact ?? sql`false`}),
    compared as materialized (
      (select node_id, popularity, true as is_exact from found where node_id in ${exactIds}
        ${byPopularity} limit ${limits.exact})
      union all
      (select node_id, popularity, false from found where node_id not in ${exactIds}
        ${byPopularity} limit ${limits.compared})
    ),
    counted as (select count(*)::int as total from (select from found limit ${limits.counted}) as so_many)
    select compared.node_id as "nodeId", compared.is_exact as "isExact", counted.total
    from counted left join compared on true
    order by compared.is_exact desc, compared.popularity * ${worth(order.relevance)} desc, compared.node_id`.execute(
    db,
  )
  return {
    nodes: rows.flatMap(({ nodeId, isExact }) => (nodeId === null ? [] : [{ nodeId, isExact }])),
    total: rows[0]?.total ?? 0,
  }
}

/**
 * The table `found` of a statement, or of another name, with `node_id` and `popularity`: the most popular entries that match, at least as many
 * as are wanted `inOrder`, and others until all together are as many as are to be `counted`.
 */
function foundEntries(
  filter: SearchFilter,
  { inOrder, counted }: { inOrder: number; counted: number },
  name = 'found',
): RawBuilder<unknown> {
  const columns = sql`entry.node_id, entry.popularity`
  return sql`
    head as materialized (select ${columns} from ${entries(filter)} and entry.is_head),
    of_head as materialized (select count(*) as count from head),
    rest as materialized (
      select ${columns} from ${entries(filter)} and not entry.is_head
        and (select count from of_head) < ${counted} and exists (select from node_search where not is_head)
      limit (select case when count >= ${inOrder} then greatest(0, ${counted} - count) end from of_head)
    ),
    ${sql.ref(name)} as not materialized (select * from head union all select * from rest)`
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
    with ${foundEntries(filter, { inOrder: limit + offset, counted: limit + offset })}
    select node_id from found
    ${isExact ? sql`where node_id not in (select node_id from node_search entry where ${isExact})` : sql``}
    order by popularity desc, node_id limit ${limit} offset ${offset}`.execute(db)
  return rows.map(({ node_id }) => node_id)
}

/** How many nodes there are to find, counted up to `most`. */
export async function countEntries(
  db: DbOrTx,
  filter: SearchFilter,
  most: number,
  risingAt?: Date,
): Promise<number> {
  const rising = risingAt ? isRising(risingAt) : sql``
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (select from ${entries(filter)} ${rising} limit ${most}) as counted`.execute(
    db,
  )
  return rows[0]?.total ?? 0
}

/** Every active node has one entry: what else is known of a node is joined where it is asked for. */
function entries(filter: SearchFilter, isNodeNeeded = asksForNode(filter)): RawBuilder<unknown> {
  const conditions = [...found(filter), ...Object.values(narrowed(filter.narrowed))]
  return sql`${isNodeNeeded ? joined : sql`node_search entry`} where ${sql.join(conditions, sql` and `)}`
}

function asksForNode({ publisherId, narrowed = {} }: SearchFilter): boolean {
  const { os, accelerator, state } = narrowed
  return [publisherId, os, accelerator, state].some((asked) => asked !== undefined)
}

const joined = sql`node_search entry join nodes node on node.id = entry.node_id
  left join node_versions latest on latest.id = node.latest_version_id`

function found({
  condition,
  nameCondition,
  repository,
  publisherId,
  sockets,
}: SearchFilter): RawBuilder<boolean>[] {
  const conditions = [sql<boolean>`true`]
  if (condition) conditions.push(matchesText(sql`entry.document`, condition))
  if (nameCondition) conditions.push(matchesText(sql`entry.names`, nameCondition))
  if (repository) conditions.push(sql`entry.repository like ${contains(repository)}`)
  if (publisherId !== undefined) conditions.push(sql`node.publisher_id = ${publisherId}`)
  if (sockets) conditions.push(hasSockets(sockets))
  return conditions
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

const state = sql<NodeState>`case when node.publisher_id = ${unclaimedPublisherId} then 'unclaimed'
  when coalesce(latest.deprecated, false) then 'deprecated' else 'published' end`
const osEntries = sql`node.supported_os`
const acceleratorEntries = sql`node.supported_accelerators`

/** A condition for each kind of narrowing that is asked for. */
function narrowed(asked: Narrowing = {}): Partial<Record<FacetName, RawBuilder<boolean>>> {
  const { os, accelerator, tags, category, license, hasComfyNodes, changedAfter } = asked
  return {
    ...(os ? { os: matchesEntry(osEntries, os) } : {}),
    ...(accelerator ? { accelerator: matchesEntry(acceleratorEntries, accelerator) } : {}),
    ...(tags && tags.length > 0 ? { tag: sql`entry.tags @> ${tags}::text[]` } : {}),
    ...(category ? { category: sql`entry.categories @> array[${category}]::text[]` } : {}),
    ...(license ? { license: sql`lower(entry.license) = lower(${license})` } : {}),
    ...(asked.state ? { state: sql`${state} = ${asked.state}` } : {}),
    ...(hasComfyNodes === undefined
      ? {}
      : { has_nodes: sql`(entry.comfy_node_count > 0) = ${hasComfyNodes}::boolean` }),
    ...(changedAfter ? { updated_within_days: sql`entry.changed_at >= ${changedAfter}::timestamptz` } : {}),
  }
}

export type FacetName = keyof SearchFacets

/** For facets that have few values: what each stands for. */
export interface FacetChoices {
  os: readonly { value: string; filter: EntryFilter }[]
  accelerator: readonly { value: string; filter: EntryFilter }[]
  /** Days, and the moment from which they count. */
  updated: readonly { value: string; after: Date }[]
}

/** Of so many of the most popular that were found, and so many values of each kind. */
const mostForFacets = 8000
const mostValues = 20

/**
 * What a search could be narrowed to, with the number of nodes that would be left. Of each kind as if nothing of
 * this kind were chosen, so that another choice can be seen.
 */
export async function countFacets(
  db: DbOrTx,
  filter: SearchFilter,
  choices: FacetChoices,
): Promise<{ facet: FacetName; value: string; count: number }[]> {
  const flags = narrowed(filter.narrowed)
  const columns = Object.entries(flags).map(([name, holds]) => sql`(${holds}) as ${sql.ref(`is_${name}`)}`)
  const butOwn = (own: FacetName) => {
    const others = Object.keys(flags).filter((name) => name !== own)
    return others.length === 0
      ? sql`true`
      : sql.join(
          others.map((name) => sql.ref(`is_${name}`)),
          sql` and `,
        )
  }
  const ofValues = (facet: FacetName, values: RawBuilder<unknown>) => sql`
    (select ${facet}::text as facet, value, count(*)::int as count from found, ${values} as value
      where ${butOwn(facet)} and value <> '' group by value order by count(*) desc, value limit ${mostValues})`
  const ofChoice = (facet: FacetName, value: string, holds: RawBuilder<unknown>) => sql`
    (select ${facet}::text as facet, ${value}::text as value, count(*)::int as count from found
      where ${butOwn(facet)} and ${holds})`
  const counts = [
    ofValues('category', sql`unnest(categories)`),
    ofValues('tag', sql`unnest(tags)`),
    ofValues('license', sql`cast(license as text)`),
    ofValues('state', sql`cast(state as text)`),
    ofChoice('has_nodes', 'true', sql`comfy_node_count > 0`),
    ...choices.os.map(({ value, filter }) => ofChoice('os', value, matchesEntry(sql`supported_os`, filter))),
    ...choices.accelerator.map(({ value, filter }) =>
      ofChoice('accelerator', value, matchesEntry(sql`supported_accelerators`, filter)),
    ),
    ...choices.updated.map(({ value, after }) =>
      ofChoice('updated_within_days', value, sql`changed_at >= ${after}::timestamptz`),
    ),
  ]
  const { rows } = await sql<{ facet: FacetName; value: string; count: number }>`
    with ${foundEntries({ ...filter, narrowed: undefined }, { inOrder: mostForFacets, counted: mostForFacets }, 'known')},
    best as materialized (select node_id from known order by popularity desc, node_id limit ${mostForFacets}),
    found as materialized (
      select entry.categories, entry.tags, entry.license, entry.comfy_node_count, ${state} as state,
        entry.changed_at, ${osEntries} as supported_os,
        ${acceleratorEntries} as supported_accelerators
        ${columns.length > 0 ? sql`, ${sql.join(columns)}` : sql``}
      from best join node_search entry on entry.node_id = best.node_id join nodes node on node.id = entry.node_id
      left join node_versions latest on latest.id = node.latest_version_id
    )
    ${sql.join(counts, sql` union all `)}`.execute(db)
  return rows.filter(({ count }) => count > 0)
}

/** Installs of the last week, less those of the week before: above nought where a node is getting about. */
const risen = (
  now: Date,
) => sql`(select sum(case when day > ${now}::timestamptz::date - 7 then count else -count / 2 end)
  from node_downloads where node_id = entry.node_id and day > ${now}::timestamptz::date - 14)`

const sortKeys = {
  downloads: () => sql`node.downloads desc`,
  stars: () => sql`node.github_stars desc`,
  newest: () => sql`node.created_at desc`,
  updated: () => sql`entry.changed_at desc`,
  name: () => sql`lower(node.name)`,
  rising: (now: Date) => sql`${risen(now)} desc`,
} as const

export type PlainSort = keyof typeof sortKeys

/** Those that a search entry does not know by itself. */
const sortsOfNode: ReadonlySet<PlainSort> = new Set(['downloads', 'stars', 'newest', 'name'])

/** Ids of what was found, in an order that has nothing to do with how well it fits. */
export async function listSorted(
  db: DbOrTx,
  filter: SearchFilter,
  sort: PlainSort,
  { now, limit, offset }: { now: Date; limit: number; offset: number },
): Promise<string[]> {
  const rising = sort === 'rising' ? isRising(now) : sql``
  const { rows } = await sql<{ node_id: string }>`
    select entry.node_id from ${entries(filter, asksForNode(filter) || sortsOfNode.has(sort))} ${rising}
    order by ${sortKeys[sort](now)}, entry.popularity desc, entry.node_id
    limit ${limit} offset ${offset}`.execute(db)
  return rows.map(({ node_id }) => node_id)
}

const isRising = (now: Date) => sql`and exists (select from node_downloads where node_id = entry.node_id
  and day > ${now}::timestamptz::date - 14)`

/** Tags and categories with the number of nodes that have them, the most used first. */
export async function countTags(
  db: DbOrTx,
  limit: number,
): Promise<{ kind: 'tag' | 'category'; value: string; count: number }[]> {
  const { rows } = await sql<{ kind: 'tag' | 'category'; value: string; count: number }>`
    (select 'tag' as kind, value, count(*)::int as count from node_search, unnest(tags) as value
      group by value order by count(*) desc, value limit ${limit})
    union all
    (select 'category', value, count(*)::int from node_search, unnest(categories) as value
      group by value order by count(*) desc, value)`.execute(db)
  return rows
}

function exactness({ repository }: SearchFilter, { exact }: SearchOrder): RawBuilder<boolean> | undefined {
  if (exact) return matchesText(sql`entry.document`, exact)
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
      list.map(({ when, worth }) => sql`when ${column} @@ ${when}::tsquery then ${worth}::real`),
      sql` `,
    )
  // Joined with nothing, a document is fetched once for all comparisons.
  const byDocument = sql`(select case ${cases(places.document, sql`opened.document`)} else ${last.worth}::real end
    from (select entry.document || ''::tsvector as document offset 0) as opened)`
  const rated =
    places.names.length === 0
      ? byDocument
      : sql`case ${cases(places.names, sql`entry.names`)} else ${byDocument} end`
  return sql`(select ${rated} from node_search entry where entry.node_id = compared.node_id)`
}

export interface BannedFilter extends Omit<SearchFilter, 'condition' | 'sockets'> {
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
    conditions.push(sql`${everywhere} like ${contains(word)}`)
  }
  if (filter.repository) conditions.push(sql`lower(node.repository_url) like ${contains(filter.repository)}`)
  if (filter.publisherId !== undefined) conditions.push(sql`node.publisher_id = ${filter.publisherId}`)
  const { os, accelerator } = filter.narrowed ?? {}
  if (os) conditions.push(matchesEntry(osEntries, os))
  if (accelerator) conditions.push(matchesEntry(acceleratorEntries, accelerator))
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

/** Whose id or name begins like this, or has a word that does; those with most installs first. */
export async function listPublishersByBeginning(
  db: DbOrTx,
  text: string,
  limit: number,
): Promise<{ id: string; name: string }[]> {
  const beginning = `${escapeLike(text.toLowerCase())}%`
  // As the index has it.
  const texts = sql`(id || ' ' || lower(name))`
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from publishers
    where status = 'active' and id <> ${unclaimedPublisherId}
      and (${texts} like ${beginning} or ${texts} like ${`% ${beginning}`})
    order by (select coalesce(sum(downloads), 0) from nodes where publisher_id = publishers.id) desc, id
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
