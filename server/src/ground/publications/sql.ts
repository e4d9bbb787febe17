import { type Insertable, type Selectable, sql } from 'kysely'
import type { DbOrTx, Tx } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'

export type KeyRow = Selectable<Schema['kill_list_keys']>

/** Lists the signing keys in use, newest first. */
export function listSigningKeys(db: DbOrTx): Promise<KeyRow[]> {
  return db
    .selectFrom('kill_list_keys')
    .selectAll()
    .where('retired_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('kid')
    .execute()
}

/** The ids of the signing keys in use, in a fixed order. */
export const listKids = async (db: DbOrTx): Promise<string[]> =>
  (await listSigningKeys(db)).map(({ kid }) => kid).sort()

export async function insertKey(tx: Tx, key: Insertable<Schema['kill_list_keys']>): Promise<void> {
  await tx.insertInto('kill_list_keys').values(key).execute()
}

export async function retireKey(tx: Tx, kid: string, now: Date): Promise<void> {
  await tx.updateTable('kill_list_keys').set({ retired_at: now }).where('kid', '=', kid).execute()
}

export type IssueTable = 'catalogue_snapshots' | 'datasets' | 'kill_lists' | 'python_index_slices'

/** A table with a row for each issue of a signed document that clients can still use. */
export interface Issues<Table extends IssueTable = IssueTable> {
  table: Table
  /** Column of the number that grows with each issue. */
  number: 'serial' | 'sequence'
  /** SQL of the digests of a row's files. */
  digests?: string
}

export type IssueOf<Table extends IssueTable> = Selectable<Schema[Table]>
/** The columns that only some tables have. */
export type OwnColumns<Table extends IssueTable> = Omit<
  Insertable<Schema[Table]>,
  'sequence' | 'serial' | 'issued_at' | 'envelope'
>

const partsOf = ({ table, number }: Issues) => ({ table: sql.table(table), number: sql.ref(number) })

/** Lists issues, newest first. */
export async function listIssues<Table extends IssueTable>(
  db: DbOrTx,
  of: Issues<Table>,
  limit: number,
): Promise<IssueOf<Table>[]> {
  const { table, number } = partsOf(of)
  const { rows } = await sql<IssueOf<Table>>`
    select * from ${table} order by ${number} desc limit ${limit}::bigint`.execute(db)
  return rows
}

/** Serializes issuing and removing files. */
export async function lockIssues(tx: Tx, of: Issues): Promise<void> {
  await sql`lock table ${partsOf(of).table} in share row exclusive mode`.execute(tx)
}

export async function insertIssue<Table extends IssueTable>(
  tx: Tx,
  { table }: Issues<Table>,
  row: object,
): Promise<IssueOf<Table>> {
  const stored = await tx
    .insertInto(table as IssueTable)
    .values(row as never)
    .returningAll()
    .executeTakeFirstOrThrow()
  return stored as IssueOf<Table>
}

/** Which issues are no longer needed: all but the last ones, or up to `limit` whose successor is from before a time. */
export type Outdated = { kept: number } | { replacedBefore: Date; limit: number }

/** Returns the number of deleted issues. */
export async function deleteIssues(tx: Tx, of: Issues, outdated: Outdated): Promise<number> {
  const { table, number } = partsOf(of)
  const chosen =
    'kept' in outdated
      ? sql`order by ${number} desc offset ${outdated.kept}::bigint`
      : sql`where ${number} < (select max(${number}) from ${table} where issued_at <= ${outdated.replacedBefore})
          order by ${number} limit ${outdated.limit}::bigint`
  const { numAffectedRows = 0n } = await sql`
    delete from ${table} where ${number} in (select ${number} from ${table} ${chosen})`.execute(tx)
  return Number(numAffectedRows)
}

/** Digests of the files of all issues. */
export async function listNamedFiles(db: DbOrTx, of: Issues): Promise<Set<string>> {
  const { rows } = await sql<{ digest: string }>`
    select distinct unnest(${sql.raw(of.digests ?? "'{}'::text[]")}) as digest from ${partsOf(of).table}`.execute(
    db,
  )
  return new Set(rows.map(({ digest }) => digest))
}
