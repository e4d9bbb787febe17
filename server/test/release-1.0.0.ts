import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { prepareDatabase } from '../src/database-template.ts'
import type { Database } from '../src/ground/db/database.ts'
import { openEmbedded } from '../src/ground/db/open.ts'
import { inTransaction } from '../src/ground/db/transactions.ts'

/** The latest time in the rows of {@link readRows100}. */
export const momentOf100 = new Date('2026-11-29T12:05:00Z')

/**
 * The rows that the tests of release 1.0.0 left behind when they had run every example of its API: at least one in each
 * table. Its keys and secrets were made for this.
 */
export async function readRows100(): Promise<Map<string, object[]>> {
  const text = await readFile(new URL('release-1.0.0.jsonl', import.meta.url), 'utf8')
  const rows = text
    .trim()
    .split('\n')
    .map((line): [string, object] => JSON.parse(line))
  return new Map(
    Map.groupBy(rows, ([table]) => table)
      .entries()
      .map(([table, own]) => [table, own.map(([, row]) => row)]),
  )
}

/** Turns an empty database into a filled one of release 1.0.0, before any later migration. */
export async function fillAs100({ db, patient }: Database): Promise<void> {
  const schema = await readFile(new URL('../migrations/0001_schema.sql', import.meta.url), 'utf8')
  await sql.raw(schema).execute(db)
  await sql`create table kysely_migration (name text primary key, timestamp text not null)`.execute(db)
  await sql`insert into kysely_migration values ('0001_schema', '2026-11-26')`.execute(db)
  const tables = await readRows100()
  await inTransaction(patient, async (tx) => {
    // Rows refer to rows of later tables, and what triggers would write is among them.
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql.raw(`truncate ${[...tables.keys()].join()} cascade`).execute(tx)
    for (const [table, rows] of tables) {
      const { rows: columns } = await sql<{ name: string; isCounted: boolean }>`
        select column_name as name, is_identity = 'YES' as "isCounted" from information_schema.columns
        where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'`.execute(tx)
      const names = sql.raw(columns.map(({ name }) => name).join())
      await sql`insert into ${sql.raw(table)} (${names}) overriding system value
        select ${names} from json_populate_recordset(null::${sql.raw(table)}, ${JSON.stringify(rows)})`.execute(
        tx,
      )
      for (const { name } of columns.filter(({ isCounted }) => isCounted))
        await sql`select setval(pg_get_serial_sequence(${table}, ${name}), max(${sql.raw(name)})) from ${sql.raw(table)}`.execute(
          tx,
        )
    }
  })
}

/** Opens a registry of release 1.0.0, migrated to the present schema. */
export async function openUpgraded(): Promise<Database> {
  const database = await openEmbedded({})
  await fillAs100(database)
  await prepareDatabase(database)
  return database
}
