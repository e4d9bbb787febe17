import { unclaimedPublisherId } from '@nodeyard/contract/ground'
import type { Totals } from '@nodeyard/contract/packs'
import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx, Tx } from '../../ground/db/database.ts'
import { contains, escapeLike } from '../../ground/db/like.ts'
import { type EntryFilter, isVisible, matchesEntry, type Visibility } from '../../packs/nodes/listing/sql.ts'

/** Lists ids of nodes of any status after an id, in order. */
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

export interface ShownComfyNodeRow extends ComfyNodeRow {
  display_name: string
  description: string
  node_name: string
}

/** The comfy-nodes of the latest versions of these nodes that are still recommended. */
export async function listShownComfyNodes(
  db: DbOrTx,
  nodeIds: readonly string[],
): Promise<ShownComfyNodeRow[]> {
  const { rows } = await sql<ShownComfyNodeRow>`
    select n.id as node_id, n.name as node_name, c.name, c.display_name, left(c.description, 200) as description,
      c.input_types, c.return_types
    from unnest(${nodeIds}::text[]) with ordinality as asked (id, place) join nodes n on n.id = asked.id
    join comfy_nodes c on c.version_id = n.facts_id
    where not c.deprecated and c.policy <> 'banned'
    order by asked.place, c.name`.execute(db)
  return rows
}

export interface DrawnComfyNodeRow extends ComfyNodeRow {
  display_name: string
  description: string
  return_names: string
}

/** Longer declarations list choices, and are not drawn. */
const longestDrawn = 6_000

/** Reads these comfy-nodes of latest versions or readings. `nodeIds` and `names` are pairs. */
export async function listDrawnComfyNodes(
  db: DbOrTx,
  nodeIds: readonly string[],
  names: readonly string[],
): Promise<DrawnComfyNodeRow[]> {
  const drawn = (column: string) =>
    sql`case when length(c.input_types) <= ${longestDrawn}::int then ${sql.ref(column)} else '' end`
  const { rows } = await sql<DrawnComfyNodeRow>`
    select n.id as node_id, c.name, c.display_name, left(c.description, 300) as description,
      ${drawn('c.input_types')} as input_types, ${drawn('c.return_types')} as return_types, c.return_names
    from unnest(${nodeIds}::text[], ${names}::text[]) as asked (id, name)
    join nodes n on n.id = asked.id join comfy_nodes c on c.version_id = n.facts_id and c.name = asked.name`.execute(
    db,
  )
  return rows
}

/** Counts shown on the home page. A pack without an analysis is listed, but neither published nor read. */
export async function readTotals(db: DbOrTx): Promise<Totals> {
  const { rows } = await sql<Totals>`
    select listed.*,
      (select count(*)::int from comfy_node_claims c join nodes n on n.id = c.node_id and n.status = 'active'
        join version_analyses a on a.version_id = n.facts_id) as comfy_nodes,
      (select count(*)::int from version_workflows w join nodes n on n.facts_id = w.version_id
        left join node_readings r on r.id = n.facts_id
        where n.status = 'active' and r.is_shareable is distinct from false) as workflows
    from (
      select count(*)::int as nodes,
        (count(a.version_id) filter (where n.latest_version_id is not null))::int as published,
        (count(a.version_id) filter (where n.latest_version_id is null))::int as read
      from nodes n left join version_analyses a on a.version_id = n.facts_id
      where n.status = 'active'
    ) as listed`.execute(db)
  return rows[0] as Totals
}

/** Traits that the analysis found in the files. */
export interface Detected {
  os?: readonly string[]
  accelerators?: readonly string[]
  /** `requires-python`, which authors declare. */
  python?: string
  /** Python versions of wheels. */
  wheels?: readonly string[]
}

export interface TextsRow {
  id: string
  name: string
  description: string
  author: string
  category: string
  license: string
  /** The license that the archive of the latest version states. */
  license_name: string
  tags: string[]
  tags_admin: string[]
  publisher_id: string
  publisher_name: string
  repository_url: string
  supported_os: string[]
  supported_accelerators: string[]
  deprecated: boolean
  preempted_comfy_node_names: string[]
  /** Null if the node ships no workflows. */
  used_names: string[] | null
  supported_comfyui_version: string
  /** Null if the version has no analysis. */
  traits: Detected | null
  size_bytes: string | number | null
}

/** Reads the searched texts of these nodes. Omits nodes that are not active. */
export async function readTexts(tx: Tx, ids: readonly string[]): Promise<TextsRow[]> {
  const { rows } = await sql<TextsRow>`
    select nodes.id, nodes.name, nodes.description, nodes.author, nodes.category, nodes.license,
      nodes.tags, nodes.tags_admin, nodes.publisher_id, publishers.name as publisher_name,
      nodes.repository_url, nodes.preempted_comfy_node_names, nodes.supported_os, nodes.supported_accelerators,
      nodes.supported_comfyui_version,
      coalesce(facts.manifest ->> 'license_name', facts.traits ->> 'license', '') as license_name,
      facts.traits, coalesce(archives.size_bytes, readings.unpacked_bytes + readings.omitted_bytes) as size_bytes,
      coalesce(latest.deprecated, false) as deprecated,
      (select array_agg(distinct name) from version_workflows w join workflow_files f on f.digest = w.digest
        cross join unnest(f.names) as name where w.version_id = nodes.facts_id) as used_names
    from nodes join publishers on publishers.id = nodes.publisher_id
    left join node_versions latest on latest.id = nodes.latest_version_id
    left join archives on archives.digest = latest.archive_digest
    left join node_readings readings on readings.id = nodes.reading_id and latest.id is null
    left join version_analyses facts on facts.version_id = nodes.facts_id
    where nodes.id = any(${ids}::text[]) and nodes.status = 'active'
    order by nodes.id`.execute(tx)
  return rows
}

export interface ComfyNodeRow {
  node_id: string
  name: string
  /** JSON texts, as versions store them. */
  input_types: string
  return_types: string
  /** Its names in the languages of the pack. */
  titles?: readonly string[] | null
}

/** Lists the comfy-nodes of latest versions or readings; for nodes without a version also names from the import. */
export async function listComfyNodes(tx: Tx, nodeIds: readonly string[]): Promise<ComfyNodeRow[]> {
  const { rows } = await sql<ComfyNodeRow>`
    select nodes.id as node_id, comfy_nodes.name, input_types, return_types,
      (select array_agg(distinct translation ->> 'display_name') from comfy_node_texts texts
        where texts.version_id = facts_id and texts.name = comfy_nodes.name
          and translation ->> 'display_name' is not null) as titles
    from nodes join comfy_nodes on version_id = facts_id where nodes.id = any(${nodeIds}::text[])
    union all
    select node_id, comfy_node_hints.name, '', '', null
    from nodes join comfy_node_hints on node_id = nodes.id
    where nodes.id = any(${nodeIds}::text[]) and latest_version_id is null and not exists (
      select from comfy_nodes where version_id = facts_id and comfy_nodes.name = comfy_node_hints.name)
    order by node_id, name`.execute(tx)
  return rows
}

/** Deletes entries of nodes that are not active. */
export async function deleteEntries(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`delete from node_search where node_id = any(${ids}::text[])`.execute(tx)
}

export interface WrittenEntry {
  node_id: string
  /** In lowercase. */
  tags: readonly string[]
  /** A `SearchDocument`. */
  document: string
}

export async function writeEntries(tx: Tx, entries: readonly WrittenEntry[], now: Date): Promise<void> {
  await sql`
    insert into node_search (node_id, tags, document, popularity)
    select entries.node_id, entries.tags, entries.document, ${popularity(now)}
    from json_to_recordset(${JSON.stringify(entries)}::json) as entries (node_id text, tags text[], document text)
    join nodes on nodes.id = entries.node_id
    left join node_versions latest on latest.id = nodes.latest_version_id
    on conflict (node_id) do update
    set tags = excluded.tags, document = excluded.document, popularity = excluded.popularity
    where (node_search.tags, node_search.document, node_search.popularity)
      is distinct from (excluded.tags, excluded.document, excluded.popularity)`.execute(tx)
}

/** Changes with every write to a row that an indexed node is read from. */
const stamp = sql<string>`concat_ws(' ', entry.xmin, node.xmin, publisher.xmin, latest.xmin)`

const entries = sql`node_search entry
  join nodes node on node.id = entry.node_id
  join publishers publisher on publisher.id = node.publisher_id
  left join node_versions latest on latest.id = node.latest_version_id`

/** Lists entries after an id with their stamps, in order. */
export async function listEntryStamps(
  db: DbOrTx,
  after: string,
  limit: number,
): Promise<{ id: string; stamp: string }[]> {
  const { rows } = await sql<{ id: string; stamp: string }>`
    select entry.node_id as id, ${stamp} as stamp from ${entries}
    where entry.node_id > ${after} order by entry.node_id limit ${limit}::bigint`.execute(db)
  return rows
}

export interface EntryRow {
  id: string
  stamp: string
  popularity: number
  risen: number | null
  /** A `SearchDocument`. */
  document: string
}

/** Lists the entries of these nodes. Omits nodes without an entry. */
export async function listEntries(db: DbOrTx, nodeIds: readonly string[]): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select entry.node_id as id, ${stamp} as stamp, entry.popularity, risen::float8 as risen, entry.document
    from ${entries} left join node_orders on node_orders.node_id = entry.node_id
    where entry.node_id = any(${nodeIds}::text[])`.execute(db)
  return rows
}

export async function listFigures(
  db: DbOrTx,
  nodeIds: readonly string[],
): Promise<{ id: string; downloads: number; risen: number | null }[]> {
  const { rows } = await sql<{ id: string; downloads: number; risen: number | null }>`
    select id, nodes.downloads::float8 as downloads, risen::float8 as risen
    from nodes left join node_orders on node_id = id where id = any(${nodeIds}::text[])`.execute(db)
  return rows
}

/**
 * Popularity of a node, from about 1 upwards. It is multiplied by the relevance of a match:
 *
 *     (1 + ln(1 + downloads + 20 stars + 1000 users) / 4 x freshness) x 1.5 ^ (5 - search_ranking)
 *
 * Stars count more, because they cost users more effort and imported nodes have nothing else. Users are other owners of
 * packs whose workflows use it, see `countUsers`. Freshness falls from 1 to
 * 0.6 with the age of the last release, or of a node without releases, by half of the difference in two years. A ranking
 * by an admin multiplies by five (1) to an eighth (10); the default of 5 changes nothing.
 */
function popularity(now: Date): RawBuilder<number> {
  return sql<number>`(
    (1 + ln(1 + nodes.downloads + 20 * nodes.github_stars + 1000 * coalesce(
        (select used_by from node_orders where node_id = nodes.id), 0)) / 4 * (0.6 + 0.4 * power(0.5,
      greatest(0, extract(epoch from ${now}::timestamptz - coalesce(latest.first_active_at, nodes.created_at)))
        / (2 * 365 * 86400))))
    * power(1.5, 5 - coalesce(nodes.search_ranking, 5)))::real`
}

/** Smaller changes are ignored: they hardly move a node, but every process would have to read it. */
const minChange = 0.03

interface PopularityRow {
  node_id: string
  popularity: number
}

/** Lists entries whose popularity has changed notably. */
export async function listMoved(db: DbOrTx, now: Date): Promise<PopularityRow[]> {
  const { rows } = await sql<PopularityRow>`
    select node_id, fresh.popularity
    from node_search join (
      select nodes.id as node_id, ${popularity(now)} as popularity
      from nodes left join node_versions latest on latest.id = nodes.latest_version_id
    ) as fresh using (node_id)
    where abs(fresh.popularity - node_search.popularity) > ${minChange} * node_search.popularity
    order by node_id`.execute(db)
  return rows
}

export async function movePopularity(tx: Tx, rows: readonly PopularityRow[]): Promise<void> {
  await sql`
    update node_search set popularity = moved.popularity
    from json_to_recordset(${JSON.stringify(rows)}::json) as moved (node_id text, popularity real)
    where moved.node_id = node_search.node_id`.execute(tx)
}

/**
 * Counts, for each node, the owners of other repositories whose workflows use comfy-nodes that the node was the first to
 * define. Many packs of one owner count once, at most 100 owners do, and the tool's own comfy-nodes do not.
 */
export async function countUsers(tx: Tx): Promise<void> {
  const owner = (node: string) =>
    sql`coalesce(split_part(${sql.ref(`${node}.repository_key`)}, '/', 2), ${sql.ref(`${node}.publisher_id`)})`
  await sql`
    with used as (
      select distinct f.name, ${owner('n')} as owner
      from nodes n join version_workflows w on w.version_id = n.facts_id
        join workflow_files files on files.digest = w.digest cross join unnest(files.names) as f (name)
      where n.status = 'active' and not exists (select from core_comfy_nodes k where k.name = f.name)),
    firsts as (
      select distinct on (c.name) c.name, c.node_id, ${owner('n')} as owner
      from comfy_node_claims c join nodes n on n.id = c.node_id and n.status = 'active'
      where c.name in (select name from used) order by c.name, c.since, c.node_id),
    counted as (
      select node_id, least(count(distinct used.owner), 100)::int as users
      from firsts join used on used.name = firsts.name and used.owner <> firsts.owner group by node_id)
    update node_orders set used_by = fresh.users
    from (select o.node_id, coalesce(users, 0) as users from node_orders o left join counted using (node_id)) as fresh
    where fresh.node_id = node_orders.node_id and fresh.users <> node_orders.used_by`.execute(tx)
}

/** Allows statements that read all nodes. Call it only in jobs, where no request waits. */
export async function allowLongStatements(tx: Tx): Promise<void> {
  await sql`set local statement_timeout = '10min'`.execute(tx)
}

/** Stores the sort keys of these nodes for lists here and in `packs/nodes/listing`. */
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

/** Installs of the last week minus half of those of the week before. Positive if a node is gaining users. */
const risen = (now: Date) =>
  sql`sum(case when day > ${now}::timestamptz::date - 7 then count else -count / 2 end)`

export interface BannedFilter {
  os?: EntryFilter | undefined
  accelerator?: EntryFilter | undefined
  repository?: string | undefined
  publisherId?: string | undefined
  /** Each word must occur in the id, name, description or author. */
  words: readonly string[]
  visible: Visibility
}

/** Finds banned nodes. They have no search entry, because they are few and hidden from most users. */
export async function listBanned(db: DbOrTx, filter: BannedFilter, limit: number): Promise<string[]> {
  const conditions = [sql`node.status = 'banned'`]
  for (const word of filter.words) {
    const everywhere = sql`lower(concat_ws(' ', node.id, node.name, node.description, node.author))`
    conditions.push(sql`${everywhere} like ${contains(word)}`)
  }
  if (filter.repository) conditions.push(sql`lower(node.repository_url) like ${contains(filter.repository)}`)
  if (filter.publisherId !== undefined) conditions.push(sql`node.publisher_id = ${filter.publisherId}`)
  const { os, accelerator } = filter
  if (os) conditions.push(matchesEntry(sql`node.supported_os`, os))
  if (accelerator) conditions.push(matchesEntry(sql`node.supported_accelerators`, accelerator))
  conditions.push(isVisible(filter.visible, 'node'))
  const { rows } = await sql<{ id: string }>`
    select node.id from nodes node where ${sql.join(conditions, sql` and `)}
    order by node.downloads desc, node.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

export interface PublisherName {
  id: string
  name: string
}

/** Up to this many publishers are sorted by all their installs. With more, only the most installed nodes are considered. */
const maxSummed = 200

const topNodes = 2000

/** Lists publishers with a word in their id or name that begins like the text, the most installed first. */
export async function listPublishersByBeginning(
  db: DbOrTx,
  text: string,
  limit: number,
): Promise<PublisherName[]> {
  const beginning = `${escapeLike(text.toLowerCase())}%`
  // Must equal the expression of the database index.
  const texts = sql`(p.id || ' ' || lower(p.name))`
  const begins = sql`p.status = 'active' and p.id <> ${unclaimedPublisherId}
    and (${texts} like ${beginning} or ${texts} like ${`% ${beginning}`})`
  const { rows: some } = await sql<PublisherName>`
    select p.id, p.name from publishers p where ${begins} limit ${maxSummed + 1}`.execute(db)
  if (some.length <= maxSummed) return firstByInstalls(db, some, limit)
  const { rows: known } = await sql<PublisherName>`
    select p.id, p.name
    from (select node_id, downloads from node_orders order by downloads desc limit ${topNodes}) o
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

/** Lists nodes whose entry was not rebuilt since a time, the oldest first. */
export async function listLeastIndexed(db: DbOrTx, before: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from nodes where indexed_at is null or indexed_at <= ${before}
    order by indexed_at nulls first, id limit ${limit}::bigint`.execute(db)
  return rows.map(({ id }) => id)
}
