import { sql } from 'kysely'
import type { Database, DbOrTx, Tx } from './database.ts'
import { withoutTransaction } from './transaction-scope.ts'
import { inTransaction } from './transactions.ts'

/** A table of the product. Names and types are as they stand in SQL. */
interface Table {
  name: string
  /** Without those that are computed from others. */
  columns: { name: string; type: string }[]
}

/** Rows that a new database contains: for each table, an SQL condition. */
export type InitialRows = Readonly<Record<string, string>>

const toldFrom = 1000
const firstRows = 100
const mostRows = 5000
const charactersAtOnce = 4_000_000

/** Throws unless this process is the only one of a registry that has the database open. */
export async function assertNobodyElse({ kind, raw, applicationName }: Database): Promise<void> {
  if (kind === 'pglite') return
  const { rows } = await raw.query(
    `select from pg_stat_activity
     where datname = current_database() and application_name like 'nodeyard%' and not starts_with(application_name, $1)`,
    [applicationName],
  )
  if (rows.length > 0)
    throw new Error('A process is working on the database that is to be copied. Stop it first.')
}

/** Throws unless the database can hold every text, and nobody has put anything into the tables that the source has too. */
export async function assertCanTake(
  source: Database,
  target: Database,
  initialRows: InitialRows,
): Promise<void> {
  const { rows } = await sql<{ encoding: string }>`
    select current_setting('server_encoding') as encoding`.execute(target.db)
  if (rows[0]?.encoding !== 'UTF8')
    throw new Error(`The database has to be in UTF-8, and is in ${rows[0]?.encoding}.`)
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
 * Copies all rows of a database into another one that has the same tables and nothing in them. Nothing can be written to
 * the source meanwhile. All of it arrives as it was, or none.
 */
export async function copyRows(
  source: Database,
  target: Database,
  options: CopyOptions,
): Promise<{ tables: number; rows: number }> {
  // Before the transaction: its first look at the data has to come after the lock.
  const tables = await listTables(source.db)
  const copy = async (from: Tx) => {
    await prepareSession(from)
    await sql`lock table ${listOf(tables)} in share mode`.execute(from)
    const rows = await withoutTransaction(() =>
      inTransaction(target.patient, async (to) => {
        await prepareSession(to)
        const copied = await fill(from, to, tables, options)
        await withoutTransaction(() => assertNobodyElse(source))
        return copied
      }),
    )
    return { tables: tables.length, rows }
  }
  return inTransaction(source.patient, copy, { isolation: 'repeatable read' })
}

/** Has both sides write values alike and in full, whatever their server is set to. */
async function prepareSession(tx: Tx): Promise<void> {
  await sql`set local timezone = 'UTC'`.execute(tx)
  await sql`set local datestyle = 'ISO'`.execute(tx)
  await sql`set local intervalstyle = 'postgres'`.execute(tx)
  await sql`set local bytea_output = 'hex'`.execute(tx)
  await sql`set local extra_float_digits = 1`.execute(tx)
}

/** All but what says which migrations were applied: that is of each database itself. A partition is a part of its table. */
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
    const usual = initialRows[name] ?? 'false'
    const { rows } = await sql`select from ${sql.raw(name)} where not (${sql.raw(usual)}) limit 1`.execute(db)
    if (rows.length > 0) filled.push(name)
  }
  if (filled.length > 0) throw new Error(`The database is not empty: there are rows in ${filled.join(', ')}.`)
}

async function fill(
  from: Tx,
  to: Tx,
  tables: readonly Table[],
  { initialRows, output }: CopyOptions,
): Promise<number> {
  await assertSameTables(to, tables)
  await sql`lock table ${listOf(tables)} in access exclusive mode`.execute(to)
  // Once more: somebody may have begun to use it before it was locked.
  await assertEmpty(to, tables, initialRows)
  let rows = 0
  await withoutForeignKeys(to, tables, () =>
    withoutTriggers(to, tables, async () => {
      for (const name of Object.keys(initialRows)) await sql`delete from ${sql.raw(name)}`.execute(to)
      for (const table of tables) {
        const count = await copyTable(from, to, table)
        if (count >= toldFrom) output(`  ${table.name}: ${count.toLocaleString('en')} rows`)
        rows += count
      }
    }),
  )
  await copySequences(from, to)
  for (const table of tables) await assertArrived(from, to, table)
  await sql`analyze ${listOf(tables)}`.execute(to)
  return rows
}

/** Of two releases one may have a table or a column that the other does not know. */
async function assertSameTables(to: Tx, tables: readonly Table[]): Promise<void> {
  const found = new Map((await listTables(to)).map(({ name, columns }) => [name, JSON.stringify(columns)]))
  const other = tables.filter(({ name, columns }) => found.get(name) !== JSON.stringify(columns))
  if (other.length === 0) return
  const names = other.map(({ name }) => name).join(', ')
  throw new Error(`The databases are of different releases: ${names} are not the same in both.`)
}

/** The rows of one table name those of another before they are there, and some tables name each other. */
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

/** What they did for these rows was done in the source, and is copied too. */
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

/** Each as a JSON list of its values as text, from which every type is read as it was: also null, apart from JSON's own. */
async function* readRows(from: Tx, table: Table): AsyncGenerator<string[]> {
  await sql`
    declare rows_to_copy no scroll cursor for select ${asText(table)} as row from ${sql.raw(table.name)}
  `.execute(from)
  for (let count = firstRows; ; ) {
    const { rows } = await sql<{ row: string }>`fetch ${sql.raw(`${count}`)} from rows_to_copy`.execute(from)
    if (rows.length === 0) break
    yield rows.map(({ row }) => row)
    const characters = rows.reduce((sum, { row }) => sum + row.length, 0)
    count = Math.max(1, Math.min(mostRows, Math.round((rows.length * charactersAtOnce) / characters)))
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
  const [there, here] = [await digestOf(from, table), await digestOf(to, table)]
  if (there !== here)
    throw new Error(`${table.name} is not the same in both databases: ${there} there, ${here} here.`)
}

/** How many rows, and a sum over them that does not depend on their order. */
async function digestOf(tx: Tx, table: Table): Promise<string> {
  const { rows } = await sql<{ digest: string }>`
    select count(*) || ' rows, ' || coalesce(sum(('x' || left(encode(sha256(convert_to(row, 'UTF8')), 'hex'), 16))::bit(64)::bigint), 0)
      as digest
    from (select ${asText(table)} as row from ${sql.raw(table.name)}) as rows
  `.execute(tx)
  return rows[0]?.digest ?? ''
}
