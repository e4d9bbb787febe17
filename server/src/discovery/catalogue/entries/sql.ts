import { sql } from 'kysely'
import type { DbOrTx, Tx } from '../../../ground/db/database.ts'

/** Serializes updates of the entries. */
export async function lockEntries(tx: Tx): Promise<void> {
  await sql`lock table catalogue_entries in share row exclusive mode`.execute(tx)
}

/** Stores the format that entries are written in. Returns true if it has changed. */
export async function setFormat(tx: Tx, format: string): Promise<boolean> {
  const { rows } = await sql`
    insert into catalogue_makings (made_with) values (${format})
    on conflict (is_only) do update set made_with = excluded.made_with
      where catalogue_makings.made_with <> excluded.made_with
    returning made_with`.execute(tx)
  return rows.length > 0
}

export async function touchEveryNode(tx: Tx): Promise<void> {
  await sql`insert into catalogue_changes (node_id) select id from nodes`.execute(tx)
}

/** Takes changes from the queue, oldest first. Several of them can concern the same node. */
export async function takeChangedNodes(tx: Tx, limit: number): Promise<{ nodeIds: string[]; taken: number }> {
  const { rows } = await sql<{ node_id: string }>`
    delete from catalogue_changes where id in (
      select id from catalogue_changes order by id limit ${limit}::bigint)
    returning node_id`.execute(tx)
  return { nodeIds: [...new Set(rows.map(({ node_id }) => node_id))], taken: rows.length }
}

/** A listed node as a line of the catalogue, and as an entry of a page. */
export interface EntryTexts {
  entry: string
  listed: string
}

export async function findEntries(tx: Tx, nodeIds: readonly string[]): Promise<Map<string, EntryTexts>> {
  const { rows } = await sql<EntryTexts & { id: string }>`
    select node_id as id, entry, listed from catalogue_entries
    where node_id = any(${nodeIds}::text[]) and entry is not null`.execute(tx)
  return new Map(rows.map(({ id, ...texts }) => [id, texts]))
}

/** Writes entries. An entry without texts becomes a tombstone. `created_at`, which orders lists, never changes. */
export async function writeEntries(
  tx: Tx,
  entries: readonly ({ id: string } & Partial<EntryTexts>)[],
  now: Date,
): Promise<void> {
  await sql`
    with revision as materialized (select nextval('catalogue_revisions') as next),
    given as (
      select g.id, g.entry, g.listed, coalesce(n.created_at, k.created_at) as created_at
      from json_to_recordset(${JSON.stringify(entries)}::json) as g (id text, entry text, listed text)
      left join nodes n on n.id = g.id left join catalogue_entries k on k.node_id = g.id
    )
    insert into catalogue_entries as e
      (node_id, created_at, entry, listed, entry_revision, listed_revision, removed_at)
    select id, created_at, entry, listed, next, next, case when entry is null then ${now}::timestamptz end
    from given, revision where created_at is not null
    on conflict (node_id) do update set
      entry = excluded.entry, listed = excluded.listed,
      entry_revision = case when e.entry is distinct from excluded.entry then excluded.entry_revision
        else e.entry_revision end,
      listed_revision = excluded.listed_revision, removed_at = excluded.removed_at`.execute(tx)
}

/** Reads the names from the latest version, else from the reading, else from the import. */
export async function listComfyNodeNames(tx: Tx, nodeIds: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ id: string; names: string[] }>`
    select n.id, case when n.latest_version_id is null
        and not exists (select from comfy_nodes where version_id = n.facts_id)
        then array(select name from comfy_node_hints where node_id = n.id)
        else array(select name from comfy_nodes where version_id = n.facts_id)
      end as names
    from nodes n where n.id = any(${nodeIds}::text[])`.execute(tx)
  return new Map(rows.map(({ id, names }) => [id, names]))
}

/** Deletes older tombstones that the current snapshot already reflects, so that no client needs them. */
export async function deleteTombstones(tx: Tx, before: Date): Promise<void> {
  await sql`
    delete from catalogue_entries where removed_at < ${before} and entry_revision <= (
      select snapshot_revision from catalogue_snapshots order by sequence desc limit 1)`.execute(tx)
}

/** An entry's sort key in lists. Keys compare as strings. */
const placeKey = sql`to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') || ' ' || node_id`

export interface Position {
  revision: number
  nodeId: string
}

export interface ListedRow extends Position {
  key: string
  /** `null` marks a tombstone. */
  text: string | null
}

/** Lists entries that changed after a position, in the order of their changes. */
export async function listChangedAfter(
  db: DbOrTx,
  { revision, nodeId }: Position,
  limit: number,
): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    select listed_revision as revision, node_id as "nodeId", ${placeKey} as key, listed as text
    from catalogue_entries where (listed_revision, node_id) > (${revision}::bigint, ${nodeId})
    order by listed_revision, node_id limit ${limit}::bigint`.execute(db)
  return rows
}

export interface Removal {
  key: string
  at: Date
}

/** Lists entries removed since a time, newest first. */
export async function listRemovals(db: DbOrTx, since: Date): Promise<Removal[]> {
  const { rows } = await sql<Removal>`
    select ${placeKey} as key, removed_at as at from catalogue_entries where removed_at > ${since}
    order by removed_at desc limit 10000`.execute(db)
  return rows
}
