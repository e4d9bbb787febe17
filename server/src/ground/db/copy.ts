import { sql } from 'kysely'
import type { Database, DbOrTx, Tx } from './database.ts'
import { withoutTransaction } from './transaction-scope.ts'
import { inTransaction } from './transactions.ts'

/** A table of the product. Names and types are quoted as in SQL. */
interface Table {
  name: string
  /** Excludes generated columns. */
  columns: { name: string; type: string }[]
}

/** Rows that a new database contains: for each table, an SQL condition. */
export type InitialRows = Readonly<Record<string, string>>

/** Smaller tables are not reported. */
const minReportedRows = 1000
const firstBatch = 100
const maxBatch = 5000
/** Approximate size of a batch. */
const batchCharacters = 4_000_000

/** Throws unless this process is the only one of a registry that has the database open. */
export async function assertUsedAlone({ kind, raw, applicationName }: Database): Promise<void> {
  if (kind === 'pglite') return
  const { rows } = await raw.query(
    `select from pg_stat_activity
     where datname = current_database() and application_name like 'nodeyard%' and not starts_with(application_name, $1)`,
    [applicationName],
  )
  if (rows.length > 0)
    throw new Error('A process still uses the database that you want to copy. Stop it first.')
}

/** Throws unless the target's tables of the same names are empty. */
export async function assertCanTake(
  source: Database,
  target: Database,
  initialRows: InitialRows,
): Promise<void> {
  const known = new Set((await listTables(source.db)).map(({ name }) => name))
  await assertEmpty(
    target.db,
    (await listTables(target.db)).filter(({ name }) => known.has(name)),
    initialRows,
  )
}

interface CopyOptions {
  initialRows: InitialRows
  output(line: string): void
}

/**
 * Copies all rows of a database into another one that has the same, empty tables. Locks the source against writes. Either all
 * rows arrive unchanged, or none.
 */
export async function copyRows(
  source: Database,
  target: Database,
  options: CopyOptions,
): Promise<{ tables: number; rows: number }> {
  // Runs before the transaction, whose snapshot must be taken after the lock.
  const tables = await listTables(source.db)
  const copy = async (from: Tx) => {
    await prepareSession(from)
    await sql`lock table ${listOf(tables)} in share mode`.execute(from)
    const rows = await withoutTransaction(() =>
      inTransaction(target.patient, async (to) => {
        await prepareSession(to)
        const copied = await fill(from, to, tables, options)
        await withoutTransaction(() => assertUsedAlone(source))
        return copied
      }),
    )
    return { tables: tables.length, rows }
  }
  return inTransaction(source.patient, copy, { isolation: 'repeatable read' })
}

/** Makes both sides format values identically and in full, whatever the settings of their servers. */
async function prepareSession(tx: Tx): Promise<void> {
  await sql`set local timezone = 'UTC'`.execute(tx)
  await sql`set local datestyle = 'ISO'`.execute(tx)
  await sql`set local intervalstyle = 'postgres'`.execute(tx)
  await sql`set local bytea_output = 'hex'`.execute(tx)
  await sql`set local extra_float_digits = 1`.execute(tx)
}

/** Lists all tables except those of the migrator. Partitions are copied with their table. */
async function listTables(db: DbOrTx): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select format('%I.%I', n.nspname, c.relname) as name, json_agg(
      json_build_object('name', quote_ident(a.attname), 'type', format_type(a.atttypid, a.atttypmod))
      order by a.attname
    ) as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where n.nspname in ('public', 'jobs') and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname not in ('kysely_migration', 'kysely_migration_lock')
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    group by n.nspname, c.relname
    order by n.nspname, c.relname
  `.execute(db)
  return rows
}

async function assertEmpty(db: DbOrTx, tables: readonly Table[], initialRows: InitialRows): Promise<void> {
  const filled: string[] = []
  for (const { name } of tables) {
    const isInitial = sql.raw(initialRows[name] ?? 'false')
    const { rows } = await sql`select from ${sql.raw(name)} where not (${isInitial}) limit 1`.execute(db)
    if (rows.length > 0) filled.push(name)
  }
  if (filled.length > 0)
    throw new Error(`The database is not empty. These tables have rows: ${filled.join(', ')}.`)
}

async function fill(
  from: Tx,
  to: Tx,
  tables: readonly Table[],
  { initialRows, output }: CopyOptions,
): Promise<number> {
  await assertSameTables(to, tables)
  await sql`lock table ${listOf(tables)} in access exclusive mode`.execute(to)
  // Checked again, because another process may have written rows before the lock.
  await assertEmpty(to, tables, initialRows)
  let rows = 0
  await withoutForeignKeys(to, tables, () =>
    withoutTriggers(to, tables, async () => {
      for (const name of Object.keys(initialRows)) await sql`delete from ${sql.raw(name)}`.execute(to)
      for (const table of tables) {
        const count = await copyTable(from, to, table)
        if (count >= minReportedRows) output(`  ${table.name}: ${count.toLocaleString('en')} rows`)
        rows += count
      }
    }),
  )
  await copySequences(from, to)
  for (const table of tables) await assertArrived(from, to, table)
  await sql`analyze ${listOf(tables)}`.execute(to)
  return rows
}

/** Throws if the tables or columns differ, as between releases. */
async function assertSameTables(to: Tx, tables: readonly Table[]): Promise<void> {
  const found = new Map((await listTables(to)).map(({ name, columns }) => [name, JSON.stringify(columns)]))
  const other = tables.filter(({ name, columns }) => found.get(name) !== JSON.stringify(columns))
  if (other.length === 0) return
  const names = other.map(({ name }) => name).join(', ')
  throw new Error(`The databases belong to different releases. These tables differ: ${names}.`)
}

/** Drops foreign keys during the copy, because rows refer to rows that are copied later, and some tables to each other. */
async function withoutForeignKeys(
  to: Tx,
  tables: readonly Table[],
  work: () => Promise<void>,
): Promise<void> {
  const { rows } = await sql<{ on: string; name: string; definition: string }>`
    select format('%I.%I', n.nspname, c.relname) as on, quote_ident(k.conname) as name,
      pg_get_constraintdef(k.oid) as definition
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    join pg_namespace n on n.oid = c.relnamespace
    where k.contype = 'f' and k.conparentid = 0 and k.confrelid = any (${tables.map(({ name }) => name)}::regclass[])
  `.execute(to)
  for (const { on, name } of rows)
    await sql`alter table ${sql.raw(on)} drop constraint ${sql.raw(name)}`.execute(to)
  await work()
  for (const { on, name, definition } of rows)
    await sql`alter table ${sql.raw(on)} add constraint ${sql.raw(`${name} ${definition}`)}`.execute(to)
}

/** Disables triggers during the copy. Their effects in the source are copied like other rows. */
async function withoutTriggers(to: Tx, tables: readonly Table[], work: () => Promise<void>): Promise<void> {
  for (const { name } of tables) await sql`alter table ${sql.raw(name)} disable trigger user`.execute(to)
  await work()
  for (const { name } of tables) await sql`alter table ${sql.raw(name)} enable trigger user`.execute(to)
}

async function copyTable(from: Tx, to: Tx, table: Table): Promise<number> {
  const names = sql.raw(table.columns.map(({ name }) => name).join(', '))
  const values = sql.raw(table.columns.map(({ type }, at) => `(texts ->> ${at})::${type}`).join(', '))
  let count = 0
  for await (const rows of readRows(from, table)) {
    await sql`
      insert into ${sql.raw(table.name)} (${names}) overriding system value
      select ${values} from jsonb_array_elements(${`[${rows.join(',')}]`}::jsonb) as row (texts)
    `.execute(to)
    count += rows.length
  }
  return count
}

/**
 * Reads each row as a JSON array of its values as text, which preserves every type, and distinguishes a null value from a
 * JSON null.
 */
async function* readRows(from: Tx, table: Table): AsyncGenerator<string[]> {
  await sql`
    declare rows_to_copy no scroll cursor for select ${asText(table)} as row from ${sql.raw(table.name)}
  `.execute(from)
  for (let count = firstBatch; ; ) {
    const { rows } = await sql<{ row: string }>`fetch ${sql.raw(`${count}`)} from rows_to_copy`.execute(from)
    if (rows.length === 0) break
    yield rows.map(({ row }) => row)
    const characters = rows.reduce((sum, { row }) => sum + row.length, 0)
    count = Math.max(1, Math.min(maxBatch, Math.round((rows.length * batchCharacters) / characters)))
  }
  await sql`close rows_to_copy`.execute(from)
}

const asText = ({ columns }: Table) =>
  sql.raw(`to_jsonb(array[${columns.map(({ name }) => `${name}::text`).join(', ')}])::text`)

const listOf = (tables: readonly Table[]) => sql.raw(tables.map(({ name }) => name).join(', '))

async function copySequences(from: Tx, to: Tx): Promise<void> {
  const { rows: names } = await sql<{ name: string }>`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'jobs') and c.relkind = 'S'
  `.execute(from)
  for (const { name } of names) {
    const { rows } = await sql<{ last: string; is_called: boolean }>`
      select last_value::text as last, is_called from ${sql.raw(name)}`.execute(from)
    for (const { last, is_called } of rows)
      await sql`select setval(${name}::regclass, ${last}::bigint, ${is_called})`.execute(to)
  }
}

async function assertArrived(from: Tx, to: Tx, table: Table): Promise<void> {
  const [source, target] = [await digestOf(from, table), await digestOf(to, table)]
  if (source !== target)
    throw new Error(`${table.name} differs between the databases. Source: ${source}. Target: ${target}.`)
}

/** Returns the number of rows and a checksum that does not depend on their order. */
async function digestOf(tx: Tx, table: Table): Promise<string> {
  const { rows } = await sql<{ digest: string }>`
    select count(*) || ' rows, ' || coalesce(sum(('x' || left(encode(sha256(convert_to(row, 'UTF8')), 'hex'), 16))::bit(64)::bigint), 0)
      as digest
    from (select ${asText(table)} as row from ${sql.raw(table.name)}) as rows
  `.execute(tx)
  return rows[0]?.digest ?? ''
}
