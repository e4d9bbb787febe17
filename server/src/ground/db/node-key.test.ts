import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { unclaimedPublisherId } from '@nodeyard/contract/ground'
import { sql } from 'kysely'
import { openTestDatabase } from '../../../test/test-database.ts'
import type { Database } from './database.ts'
import { aliasKey, namedNodes, readNamed } from './node-key.ts'

/** The relevant part of the output of `explain (format json)`. */
interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  Plans?: PlanNode[]
}

describe('looking up names', () => {
  let database: Database
  before(async () => {
    database = await openTestDatabase()
  })
  after(() => database?.close())

  const lookUp = async (names: readonly string[]) => {
    const { rows } = await sql<{ id: string | null }>`
      select id from ${namedNodes(names)} as named order by place`.execute(database.db)
    return rows.map(({ id }) => id)
  }

  async function addNode(id: string, status: string, stars = 0): Promise<void> {
    await sql`insert into nodes (id, name, publisher_id, status, was_public, github_stars)
      values (${id}, ${id}, ${unclaimedPublisherId}, ${status}, true, ${stars})`.execute(database.db)
  }

  async function addAlias(nodeId: string, alias: string, kind: string): Promise<void> {
    await sql`insert into node_aliases (key, node_id, alias, kind)
      values (${aliasKey(alias)}, ${nodeId}, ${alias}, ${kind})`.execute(database.db)
  }

  it('finds ids, repositories and aliases in the order of the request, and null for the rest', async () => {
    await addNode('Main-Pack', 'active')
    await sql`update nodes set repository_key = 'github.com/ann/tool' where id = 'Main-Pack'`.execute(
      database.db,
    )
    await addAlias('Main-Pack', 'old_name', 'former')
    assert.deepEqual(
      await lookUp(['nobody', 'Old.Name', 'MAIN-pack', 'Ann/Tool', 'ann/other', 'MAIN-pack']),
      [null, 'Main-Pack', 'Main-Pack', 'Main-Pack', null, 'Main-Pack'],
    )
    assert.deepEqual(await lookUp([]), [])
  })

  it('lets the merged alias of a deleted node lead on', async () => {
    await addNode('kept', 'active')
    await addNode('gone', 'deleted')
    await addNode('just-deleted', 'deleted')
    await addAlias('kept', 'gone', 'merged')
    assert.deepEqual(await lookUp(['gone', 'just-deleted']), ['kept', 'just-deleted'])
  })

  it('decides between nodes with the same listed name only for one that is far better known', async () => {
    await addNode('known', 'active', 1000)
    await addNode('less-known', 'active', 101)
    await addNode('unknown', 'active', 3)
    for (const id of ['known', 'unknown']) await addAlias(id, 'clear', 'listed')
    for (const id of ['known', 'less-known']) await addAlias(id, 'unclear', 'listed')
    await addAlias('unknown', 'by-place', 'project')
    await addAlias('known', 'by-place', 'repository')
    assert.deepEqual(await lookUp(['clear', 'unclear', 'by-place']), ['known', null, 'known'])
  })

  it('searches other names only where no node has the id', async () => {
    await addNode('Searched-Pack', 'active')
    await addAlias('Searched-Pack', 'sought', 'listed')
    const found = async (asked: string) => {
      let reads = 0
      const id = await readNamed(asked, async (id) => {
        reads++
        const { rows } = await sql<{ id: string }>`select id from nodes where id = ${id}`.execute(database.db)
        return rows[0]?.id
      })
      return [id, reads]
    }
    assert.deepEqual(await found('searched-PACK'), ['Searched-Pack', 1])
    assert.deepEqual(await found('Sought'), ['Searched-Pack', 2])
    assert.deepEqual(await found('nothing-has-this-name'), [undefined, 2])
  })

  it('reads by index alone after tables have grown that were empty when it was first used', async () => {
    for (let i = 0; i < 12; i++) await lookUp([`warm-${i}`])
    await sql`insert into nodes (id, name, publisher_id, status, was_public)
      select 'grown-' || i, 'Grown', ${unclaimedPublisherId}, 'active', true from generate_series(1, 3000) as i`.execute(
      database.db,
    )
    await sql`insert into node_aliases (key, node_id, alias, kind)
      select 'also-' || i, 'grown-' || i, 'also-' || i, 'listed' from generate_series(1, 3000) as i`.execute(
      database.db,
    )
    const names = Array.from({ length: 340 }, (_, i) => `unknown-${i}`)
    const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>`
      explain (format json) select id from ${namedNodes(names)} as named`.execute(database.db)
    const scans = rows.flatMap(({ 'QUERY PLAN': [{ Plan }] }) => [...listScans(Plan)])
    assert.ok(scans.length > 4)
    assert.deepEqual(
      scans.filter((scan) => scan.startsWith('Seq Scan')),
      [],
    )
    assert.equal((await lookUp(['grown-7', 'also-8'])).join(), 'grown-7,grown-8')
  })
})

function* listScans({ Plans = [], ...plan }: PlanNode): Generator<string> {
  if (plan['Relation Name']) yield `${plan['Node Type']} ${plan['Relation Name']}`
  for (const part of Plans) yield* listScans(part)
}
