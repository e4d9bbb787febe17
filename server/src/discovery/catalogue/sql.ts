import { sql } from 'kysely'
import type { Db, DbOrTx, Tx } from '../../ground/db/database.ts'
import { inTransaction } from '../../ground/db/transactions.ts'

/** The highest revision of any line. Includes the last pointer's, because tombstones are deleted. */
export async function findRevision(db: DbOrTx): Promise<number> {
  const { rows } = await sql<{ highest: number }>`
    select greatest(
      (select max(entry_revision) from catalogue_entries),
      (select revision from catalogue_snapshots order by sequence desc limit 1),
      0)::bigint as highest`.execute(db)
  return rows[0]?.highest ?? 0
}

/** Runs all reads against one state of the database. */
export function consistently<T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(db, read, { isolation: 'repeatable read' })
}

export interface Lines {
  /** Each line ends in a line feed. */
  text: string
  last: string
}

/** Reads up to `limit` lines that follow a node id, in id order. Returns undefined at the end. */
export async function readLinesAfter(tx: Tx, nodeId: string, limit: number): Promise<Lines | undefined> {
  const { rows } = await sql<{ text: string | null; last: string | null }>`
    select string_agg(entry || E'\n', '' order by node_id) as text, max(node_id) as last
    from (
      select node_id, entry from catalogue_entries where node_id > ${nodeId} and entry is not null
      order by node_id limit ${limit}::bigint
    ) part`.execute(tx)
  const { text, last } = rows[0] ?? { text: null, last: null }
  return text === null || last === null ? undefined : { text, last }
}

export async function countLines(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from catalogue_entries where listed is not null`.execute(tx)
  return rows[0]?.count ?? 0
}

/** The size in bytes of all lines that changed after a revision. */
export async function measureChanges(tx: Tx, revision: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(octet_length(coalesce(entry, node_id))), 0)::bigint as bytes
    from catalogue_entries where entry_revision > ${revision}`.execute(tx)
  return rows[0]?.bytes ?? 0
}

/** Lists lines that changed after a revision, in id order. `entry` is null for a tombstone. */
export async function listChangedLines(
  tx: Tx,
  revision: number,
): Promise<{ nodeId: string; entry: string | null }[]> {
  const { rows } = await sql<{ nodeId: string; entry: string | null }>`
    select node_id as "nodeId", entry from catalogue_entries
    where entry_revision > ${revision} order by node_id`.execute(tx)
  return rows
}
