import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { tableTypes } from '../../../../scripts/documents/table-types.ts'
import { openTestDatabase } from '../../../test/test-database.ts'

describe('the types of the tables', () => {
  it('are those that npm run docs writes for the migrated database', async () => {
    const database = await openTestDatabase()
    const types = await tableTypes(database.raw).finally(() => database.close())
    assert.equal(await readFile(new URL('tables.ts', import.meta.url), 'utf8'), types)
  })

  it('give JSON columns only contents that exist', async () => {
    const read = (name: string) => readFile(new URL(name, import.meta.url), 'utf8')
    const [types, contents] = [await read('tables.ts'), await read('column-types.ts')]
    for (const [, column = ''] of contents.matchAll(/^ {2}('\w+\.\w+'): /gm))
      assert.ok(types.includes(column), column)
  })
})
