import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Tables that a second file writes, with the reason. Every other table has one writer, its owner. */
const shared: Record<string, string> = {
  node_versions: 'people/tokens, which comes before packs, voids the upload URLs of a token that it revokes',
  nodes:
    'people/publishers, which comes before packs, keeps the deleted nodes of a publisher that it deletes',
}

/** The publisher of signed files, which writes the tables that its callers name. */
const writesNamedTables = ['server/src/ground/publications/sql.ts']

describe('the owner of a table', () => {
  const tables = globSync('server/migrations/*.sql', { cwd: root }).flatMap((path) =>
    [...read(path).matchAll(/^create table (\w+)/gm)].map(([, name = '']) => name),
  )
  const files = globSync('server/src/**/*.ts', { cwd: root }).filter((path) => !/\.test/.test(path))
  const writers = listWriters(files.map((path) => [path, read(path)]))

  it('is the only file that writes it', () => {
    const owned = tables.filter((table) => writers.has(table))
    assert(owned.length > 90, 'the statements were found')
    const several = owned.filter((table) => (writers.get(table)?.size ?? 0) > 1)
    const faults = several
      .filter((table) => !(table in shared))
      .map((table) => `${table}: ${[...(writers.get(table) ?? [])].join(', ')}`)
    assert.deepEqual(faults, [])
    assert.deepEqual(
      Object.keys(shared).filter((table) => !several.includes(table)),
      [],
      'an exception that nothing needs is removed',
    )
  })

  it('is known from its statements', () => {
    assert.deepEqual([...(writers.get('') ?? [])], writesNamedTables)
  })

  it('is found in every kind of statement', () => {
    const texts = [
      "db.insertInto('a').values(row)",
      "db\n  .updateTable('b as x')",
      "db.deleteFrom( 'c' )",
      'sql`with old as (delete from d) update e x set n = 1`',
      'sql`insert into f (id) values (1) on conflict do update set id = 2`',
      'sql`select * from g for update of g`',
      'db.insertInto(named)',
    ]
    assert.deepEqual(
      [...listWriters([['sql.ts', texts.join('\n')]]).keys()],
      ['a', 'b', 'c', '', 'd', 'e', 'f'],
    )
  })
})

/** Lists the files that write each table; the table is `''` where a statement does not name it. */
function listWriters(files: [path: string, text: string][]): Map<string, Set<string>> {
  const patterns = [
    /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*(?:'(\w+)|\S)/g,
    /\b(?:insert into|delete from|merge into|truncate)\s+(\w+)|\bupdate\s+(\w+)(?:\s+\w+)?\s+set\b/g,
  ]
  const writers = new Map<string, Set<string>>()
  for (const [path, text] of files)
    for (const pattern of patterns)
      for (const [, first, second] of text.matchAll(pattern)) {
        const table = first ?? second ?? ''
        writers.set(table, (writers.get(table) ?? new Set()).add(path))
      }
  return writers
}
