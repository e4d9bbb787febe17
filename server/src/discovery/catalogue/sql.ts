import { unclaimedPublisherId } from '@nodeyard/contract/shapes'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, DbOrTx, Tx } from '../../ground/db/database.ts'
import type { NodeStatus, Schema } from '../../ground/db/schema.ts'
import { inTransaction } from '../../ground/db/transactions.ts'

/** What an import writes of a node. */
export interface NodeToWrite {
  id: string
  name: string
  description: string
  author: string
  repositoryUrl: string
  repositoryKey: string | undefined
  stars: number
  tags: string[]
  /** Sorted. */
  comfyNodeNames: string[]
  /** Absent: the time of the import. */
  createdAt: Date | undefined
}

export interface StoredNode extends Omit<NodeToWrite, 'createdAt'> {
  publisherId: string
  status: NodeStatus
  hasVersions: boolean
}

/** Reads nodes by their normalised ids and locks their rows until the transaction ends. */
export async function lockNodes(tx: Tx, keys: readonly string[]): Promise<Map<string, StoredNode>> {
  const { rows } = await sql<StoredNode & { key: string; repositoryKey: string | null }>`
    select nodes.normalized_id as key, nodes.id, nodes.name, nodes.description, nodes.author,
      nodes.repository_url as "repositoryUrl", nodes.repository_key as "repositoryKey",
      nodes.github_stars as stars, nodes.tags, nodes.publisher_id as "publisherId", nodes.status,
      exists (select from node_versions where node_id = nodes.id) as "hasVersions",
      array(select name from comfy_node_hints where node_id = nodes.id) as "comfyNodeNames"
    from nodes where nodes.normalized_id = any(${keys}::text[])
    order by nodes.id for update of nodes`.execute(tx)
  return new Map(
    rows.map(({ key, repositoryKey, comfyNodeNames, ...node }) => [
      key,
      // Sorted here: the order of the database may be another one.
      { ...node, repositoryKey: repositoryKey ?? undefined, comfyNodeNames: comfyNodeNames.sort() },
    ]),
  )
}

/** Which node has which of these repositories. */
export async function findRepositoryHolders(tx: Tx, keys: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ key: string; id: string }>`
    select repository_key as key, id from nodes
    where repository_key = any(${keys}::text[]) and status <> 'deleted'`.execute(tx)
  return new Map(rows.map(({ key, id }) => [key, id]))
}

const columns = sql`id text, name text, description text, author text, "repositoryUrl" text, "repositoryKey" text,
  stars integer, tags text[], "createdAt" timestamptz`

const asRows = (nodes: readonly NodeToWrite[]) =>
  sql`json_to_recordset(${JSON.stringify(nodes.map(({ comfyNodeNames, ...node }) => node))}::json) as listed (${columns})`

/**
 * Makes nodes of the unclaimed publisher, and gives the ids of those that were made: another one may have taken an
 * id or a repository in this moment. They were created when they last changed, as far as the list knows, so that
 * old ones do not stand among the new; they count as changed now, which is when readers can first meet them.
 */
export async function insertNodes(tx: Tx, nodes: readonly NodeToWrite[], now: Date): Promise<Set<string>> {
  if (nodes.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    insert into nodes (id, publisher_id, name, description, author, repository_url, repository_key, tags,
      github_stars, github_stars_at, created_at, updated_at)
    select id, ${unclaimedPublisherId}, name, description, author, "repositoryUrl", "repositoryKey", tags,
      stars, case when stars > 0 then ${now}::timestamptz end, least("createdAt", ${now}::timestamptz),
      ${now}::timestamptz
    from ${asRows(nodes)} order by id
    on conflict do nothing returning id`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Nodes keep the time of their creation: lists are paged by it. */
export async function updateNodes(tx: Tx, nodes: readonly NodeToWrite[], now: Date): Promise<void> {
  if (nodes.length === 0) return
  await sql`
    update nodes set name = listed.name, description = listed.description, author = listed.author,
      repository_url = listed."repositoryUrl", repository_key = listed."repositoryKey", tags = listed.tags,
      github_stars = listed.stars,
      github_stars_at = case when nodes.github_stars <> listed.stars then ${now}::timestamptz
        else nodes.github_stars_at end,
      updated_at = ${now}
    from ${asRows(nodes)} where nodes.id = listed.id`.execute(tx)
}

export async function replaceHints(tx: Tx, nodes: readonly NodeToWrite[]): Promise<void> {
  const hints = nodes.flatMap(({ id, comfyNodeNames }) => comfyNodeNames.map((name) => ({ id, name })))
  const lists = { ids: hints.map(({ id }) => id), names: hints.map(({ name }) => name) }
  await sql`
    delete from comfy_node_hints where node_id = any(${nodes.map(({ id }) => id)}::text[])
      and (node_id, name) not in (select * from unnest(${lists.ids}::text[], ${lists.names}::text[]))`.execute(
    tx,
  )
  await sql`
    insert into comfy_node_hints (node_id, name)
    select * from unnest(${lists.ids}::text[], ${lists.names}::text[])
    on conflict do nothing`.execute(tx)
}

/** One at a time brings the entries up to date. */
export async function lockEntries(tx: Tx): Promise<void> {
  await sql`lock table catalogue_entries in share row exclusive mode`.execute(tx)
}

/** True when the entries were made with something else until now. */
export async function setMakings(tx: Tx, madeWith: string): Promise<boolean> {
  const { rows } = await sql`
    insert into catalogue_makings (made_with) values (${madeWith})
    on conflict (is_only) do update set made_with = excluded.made_with
      where catalogue_makings.made_with <> excluded.made_with
    returning made_with`.execute(tx)
  return rows.length > 0
}

export async function noteEveryNode(tx: Tx): Promise<void> {
  await sql`insert into catalogue_changes (node_id) select id from nodes`.execute(tx)
}

/** Takes changes out, the oldest first. A node may be named more than once in them. */
export async function takeChanges(tx: Tx, limit: number): Promise<{ nodeIds: string[]; taken: number }> {
  const { rows } = await sql<{ node_id: string }>`
    delete from catalogue_changes where id in (
      select id from catalogue_changes order by id limit ${limit}::bigint)
    returning node_id`.execute(tx)
  return { nodeIds: [...new Set(rows.map(({ node_id }) => node_id))], taken: rows.length }
}

/** How a node that is listed is kept. */
export interface EntryTexts {
  entry: string
  listed: string
}

/** Only of those that are listed. */
export async function findEntries(tx: Tx, nodeIds: readonly string[]): Promise<Map<string, EntryTexts>> {
  const { rows } = await sql<EntryTexts & { id: string }>`
    select node_id as id, entry, listed from catalogue_entries
    where node_id = any(${nodeIds}::text[]) and entry is not null`.execute(tx)
  return new Map(rows.map(({ id, ...texts }) => [id, texts]))
}

export interface EntryToWrite extends Partial<EntryTexts> {
  id: string
  /** Of the line, those that have changed. Absent: the line is new or taken out. */
  members?: readonly string[]
}

/** Without texts an entry stays as a note that the node was taken out. Its place in lists never changes. */
export async function writeEntries(tx: Tx, entries: readonly EntryToWrite[], now: Date): Promise<void> {
  await sql`
    with revision as materialized (select nextval('catalogue_revisions') as next),
    given as (
      select g.id, g.entry, g.listed, g.members, coalesce(n.created_at, k.created_at) as created_at
      from json_to_recordset(${JSON.stringify(entries)}::json)
        as g (id text, entry text, listed text, members text[])
      left join nodes n on n.id = g.id left join catalogue_entries k on k.node_id = g.id
    )
    insert into catalogue_entries as e
      (node_id, created_at, entry, listed, entry_revision, listed_revision, removed_at, whole_revision,
        member_revisions)
    select id, created_at, entry, listed, next, next, case when entry is null then ${now}::timestamptz end,
      case when members is null then next else 0 end,
      coalesce((select jsonb_object_agg(member, next) from unnest(members) as member), '{}')
    from given, revision where created_at is not null
    on conflict (node_id) do update set
      entry = excluded.entry, listed = excluded.listed,
      entry_revision = case when e.entry is distinct from excluded.entry then excluded.entry_revision
        else e.entry_revision end,
      listed_revision = excluded.listed_revision, removed_at = excluded.removed_at,
      whole_revision = greatest(e.whole_revision, excluded.whole_revision),
      member_revisions = case when excluded.whole_revision > 0 then '{}'
        else e.member_revisions || excluded.member_revisions end`.execute(tx)
}

/** Of the latest versions; of nodes without one those of an import. */
export async function listComfyNodeNames(tx: Tx, nodeIds: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ id: string; names: string[] }>`
    select n.id, case when n.latest_version_id is null
        then array(select name from comfy_node_hints where node_id = n.id)
        else array(select name from comfy_nodes where version_id = n.latest_version_id)
      end as names
    from nodes n where n.id = any(${nodeIds}::text[])`.execute(tx)
  return new Map(rows.map(({ id, names }) => [id, names]))
}

export async function deleteOldRemovals(tx: Tx, before: Date): Promise<void> {
  await sql`delete from catalogue_entries where removed_at < ${before}`.execute(tx)
}

export type SnapshotRow = Selectable<Schema['catalogue_snapshots']>

export function findLastSnapshot(db: DbOrTx): Promise<SnapshotRow | undefined> {
  return db
    .selectFrom('catalogue_snapshots')
    .selectAll()
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** One issue at a time, and nobody removes files meanwhile. */
export async function lockSnapshots(tx: Tx): Promise<void> {
  await sql`lock table catalogue_snapshots in share row exclusive mode`.execute(tx)
}

export async function insertSnapshot(tx: Tx, row: Insertable<Schema['catalogue_snapshots']>): Promise<void> {
  await tx.insertInto('catalogue_snapshots').values(row).execute()
}

/**
 * The highest that a line has, of nodes that were taken out too, or had: what is known of such a node is forgotten some day.
 * 0 when there is none.
 */
export async function findEntryRevision(db: DbOrTx): Promise<number> {
  const { rows } = await sql<{ highest: number }>`
    select greatest(
      (select max(entry_revision) from catalogue_entries),
      (select revision from catalogue_snapshots order by sequence desc limit 1),
      0)::bigint as highest`.execute(db)
  return rows[0]?.highest ?? 0
}

/** Everything that is asked in `read` is of one moment. */
export function atOneMoment<T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(db, read, { isolation: 'repeatable read' })
}

export interface Lines {
  /** With a line feed after each. */
  text: string
  count: number
  last: string
}

/** The lines of nodes that follow on one, in the order of their ids. Undefined at the end. */
export async function readLinesAfter(tx: Tx, nodeId: string, limit: number): Promise<Lines | undefined> {
  const { rows } = await sql<{ text: string | null; count: number; last: string | null }>`
    select string_agg(entry || E'\n', '' order by node_id) as text, count(*)::int as count, max(node_id) as last
    from (
      select node_id, entry from catalogue_entries where node_id > ${nodeId} and entry is not null
      order by node_id limit ${limit}::bigint
    ) part`.execute(tx)
  const [{ text, count, last } = { text: null, count: 0, last: null }] = rows
  return text === null || last === null ? undefined : { text, count, last }
}

export interface ChangedLine {
  nodeId: string
  /** Null: taken out. */
  entry: string | null
  revision: number
  wholeRevision: number
  memberRevisions: Record<string, number>
}

/** Of nodes that are listed. */
export async function countLines(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from catalogue_entries where listed is not null`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function countChangedLines(db: DbOrTx, revision: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from catalogue_entries where entry_revision > ${revision}`.execute(db)
  return rows[0]?.count ?? 0
}

/** In the order of their ids. */
export async function listChangedLines(tx: Tx, revision: number): Promise<ChangedLine[]> {
  const { rows } = await sql<ChangedLine>`
    select node_id as "nodeId", entry, entry_revision as revision, whole_revision as "wholeRevision",
      member_revisions as "memberRevisions"
    from catalogue_entries
    where entry_revision > ${revision} order by node_id`.execute(tx)
  return rows
}

/** The lowest revision after which lines of no more than so many bytes have changed. */
export async function findRevisionWithin(tx: Tx, bytes: number): Promise<number> {
  const { rows } = await sql<{ revision: number }>`
    select coalesce(max(entry_revision), 0)::bigint as revision
    from (
      select entry_revision, sum(octet_length(coalesce(entry, ''))) over (order by entry_revision desc) as size
      from catalogue_entries
    ) summed where size > ${bytes}`.execute(tx)
  return rows[0]?.revision ?? 0
}

/** A whole, and the sequence from which on pointers name it or a later one. */
export interface DeltaBase {
  sequence: number
  revision: number
}

const wholes = (tx: Tx) =>
  tx
    .selectFrom('catalogue_snapshots')
    .select(['sequence', 'whole_revision as revision'])
    .whereRef('packed_at', '=', 'issued_at')
    .limit(1)

/** The newest whole that was there at this time; undefined where none was. */
export function findWholeAt(tx: Tx, time: Date): Promise<DeltaBase | undefined> {
  return wholes(tx).where('issued_at', '<=', time).orderBy('sequence', 'desc').executeTakeFirst()
}

export function findOldestWholeFrom(tx: Tx, revision: number): Promise<DeltaBase | undefined> {
  return wholes(tx).where('whole_revision', '>=', revision).orderBy('sequence').executeTakeFirst()
}

/** Those whose files nobody needs any more: a later one was issued before this time. The oldest first. */
export async function listOutdatedSnapshots(
  tx: Tx,
  before: Date,
  limit: number,
): Promise<Pick<SnapshotRow, 'sequence' | 'files'>[]> {
  const { rows } = await sql<Pick<SnapshotRow, 'sequence' | 'files'>>`
    select sequence, files from catalogue_snapshots where files <> '{}' and sequence < (
      select max(sequence) from catalogue_snapshots where issued_at <= ${before})
    order by sequence limit ${limit}::bigint`.execute(tx)
  return rows
}

/** Of a whole its revision stays, from which deltas are made; other pointers go. */
export async function forgetFiles(tx: Tx, sequences: readonly number[]): Promise<void> {
  await sql`
    delete from catalogue_snapshots
    where sequence = any(${sequences}::bigint[]) and packed_at <> issued_at`.execute(tx)
  await sql`update catalogue_snapshots set files = '{}' where sequence = any(${sequences}::bigint[])`.execute(
    tx,
  )
}

/** Not the last whole, however old: the next delta leads from it. */
export async function deleteSnapshotsBefore(tx: Tx, before: Date): Promise<void> {
  await sql`
    delete from catalogue_snapshots where issued_at < ${before} and files = '{}'
      and sequence < (select max(sequence) from catalogue_snapshots where packed_at = issued_at)`.execute(tx)
}

/** Digests of all files that are named and not removed yet. */
export async function listNamedFiles(db: DbOrTx): Promise<Set<string>> {
  const { rows } = await sql<{ digest: string }>`
    select distinct unnest(files) as digest from catalogue_snapshots where files <> '{}'`.execute(db)
  return new Set(rows.map(({ digest }) => digest))
}

/** Where a node stands in lists: as text, so that texts are in the order of the lists. */
const placeOf = sql`to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') || ' ' || node_id`

export interface ListedRow extends ListedPlace {
  key: string
  /** Undefined: taken out. */
  text: string | undefined
}

export interface ListedPlace {
  revision: number
  nodeId: string
}

/** Entries that have changed after one, in the order in which they did. */
export async function listListedAfter(
  db: DbOrTx,
  { revision, nodeId }: ListedPlace,
  limit: number,
): Promise<ListedRow[]> {
  const { rows } = await sql<ListedPlace & { key: string; text: string | null }>`
    select listed_revision as revision, node_id as "nodeId", ${placeOf} as key, listed as text
    from catalogue_entries where (listed_revision, node_id) > (${revision}::bigint, ${nodeId})
    order by listed_revision, node_id limit ${limit}::bigint`.execute(db)
  return rows.map(({ text, ...row }) => ({ ...row, text: text ?? undefined }))
}

/** The entry that changed last; undefined where there is none. */
export async function findLastListed(db: DbOrTx): Promise<ListedPlace | undefined> {
  const { rows } = await sql<ListedPlace>`
    select listed_revision as revision, node_id as "nodeId"
    from catalogue_entries order by listed_revision desc, node_id desc limit 1`.execute(db)
  return rows[0]
}

/** Stands before the keys of all entries. */
export const firstKey = '-infinity '

/** Entries that are listed, in the order of the lists, behind a key. */
export async function listListedInOrder(db: DbOrTx, after: string, limit: number): Promise<ListedRow[]> {
  const [time, nodeId] = after.split(' ')
  const { rows } = await sql<ListedRow & { text: string }>`
    select listed_revision as revision, node_id as "nodeId", ${placeOf} as key, listed as text
    from catalogue_entries
    where listed is not null
      and (created_at, node_id) > (${time}::timestamp at time zone 'UTC', ${nodeId})
    order by created_at, node_id limit ${limit}::bigint`.execute(db)
  return rows
}

export interface Removal {
  key: string
  at: Date
}

export async function listRemovals(db: DbOrTx, since: Date): Promise<Removal[]> {
  const { rows } = await sql<Removal>`
    select ${placeOf} as key, removed_at as at from catalogue_entries where removed_at > ${since}
    order by removed_at desc limit 10000`.execute(db)
  return rows
}
