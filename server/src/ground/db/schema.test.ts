import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { openTestDatabase } from '../../../test/test-database.ts'

describe('the types of the tables', () => {
  it('match the columns of the migrated database', async () => {
    const [types, columns] = [await readTypes(), await readColumns()]
    assert.deepEqual([...types.keys()].toSorted(), [...columns.keys()].toSorted())
    for (const [name, type] of types) {
      const { isNullable, hasDefault } = columns.get(name) ?? {}
      assert.equal(/\| null|Optional</.test(type), isNullable, `${name} can be null`)
      if (/^(Generated|ReadOnly)</.test(type)) assert.ok(hasDefault, `${name} has a default`)
      // These types cover columns with a default and columns without one.
      else if (!/Timestamp|Json<|ColumnType</.test(type)) assert.ok(!hasDefault, `${name} has no default`)
    }
  })
})

/** The type of each column of `Schema` as text. The formatter decides how the file is laid out. */
async function readTypes(): Promise<Map<string, string>> {
  const text = await readFile(new URL('schema.ts', import.meta.url), 'utf8')
  const tables = text.slice(text.indexOf('export interface Schema {')).matchAll(/^ {2}(\w+): \{(.*?) ?\}$/gms)
  const types = new Map<string, string>()
  for (const [, table, columns = ''] of tables) {
    for (const [, column, type = ''] of columns.matchAll(/(?:^|;) *(\w+): ((?:[^;{\n]|\{[^}]*\})+)/gm)) {
      types.set(`${table}.${column}`, type.trim())
    }
  }
  return types
}

async function readColumns(): Promise<Map<string, { isNullable: boolean; hasDefault: boolean }>> {
  const database = await openTestDatabase()
  const { rows } = await sql<{ name: string; is_nullable: boolean; has_default: boolean }>`
    select c.table_name || '.' || c.column_name as name, c.is_nullable = 'YES' as is_nullable,
      c.column_default is not null or c.is_identity = 'YES' or c.is_generated = 'ALWAYS' as has_default
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where table_schema = 'public' and t.table_type = 'BASE TABLE' and table_name not like 'kysely%'`
    .execute(database.db)
    .finally(() => database.close())
  return new Map(rows.map((row) => [row.name, { isNullable: row.is_nullable, hasDefault: row.has_default }]))
}
