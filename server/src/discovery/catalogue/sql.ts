import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, DbOrTx, Tx } from '../../ground/db/database.ts'
import type { Schema } from '../../ground/db/schema.ts'
import { inTransaction } from '../../ground/db/transactions.ts'

/** A signed pointer, with the state that it describes. */
export type PointerRow = Selectable<Schema['catalogue_snapshots']>

export function findLastPointer(db: DbOrTx): Promise<PointerRow | undefined> {
  return db
    .selectFrom('catalogue_snapshots')
    .selectAll()
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Serializes issuing pointers and removing files. */
export async function lockPointers(tx: Tx): Promise<void> {
  await sql`lock table catalogue_snapshots in share row exclusive mode`.execute(tx)
}

export async function insertPointer(tx: Tx, row: Insertable<Schema['catalogue_snapshots']>): Promise<void> {
  await tx.insertInto('catalogue_snapshots').values(row).execute()
}

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

/** Lists pointers whose successor was issued before a time, oldest first. */
export async function listOutdatedPointers(
  tx: Tx,
  before: Date,
  limit: number,
): Promise<Pick<PointerRow, 'sequence' | 'files'>[]> {
  const { rows } = await sql<Pick<PointerRow, 'sequence' | 'files'>>`
    select sequence, files from catalogue_snapshots where sequence < (
      select max(sequence) from catalogue_snapshots where issued_at <= ${before})
    order by sequence limit ${limit}::bigint`.execute(tx)
  return rows
}

export async function deletePointers(tx: Tx, sequences: readonly number[]): Promise<void> {
  await sql`delete from catalogue_snapshots where sequence = any(${sequences}::bigint[])`.execute(tx)
}

/** Digests of the files of all pointers. */
export async function listNamedFiles(db: DbOrTx): Promise<Set<string>> {
  const { rows } = await sql<{ digest: string }>`
    select distinct unnest(files) as digest from catalogue_snapshots`.execute(db)
  return new Set(rows.map(({ digest }) => digest))
}
