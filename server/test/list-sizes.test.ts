import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { limits } from '@nodeyard/contract/limits'
import { sql } from 'kysely'
import { listComfyNodesOfVersion, textColumns } from '../src/packs/comfy-nodes/sql.ts'
import { listVersionsOfNode } from '../src/packs/nodes/versions/sql.ts'
import { useWorld } from './world.ts'

const holder = useWorld()
/** Rows of usual size come behind the large ones. */
const [large, usual] = ['large', 'usual']
const packs = 40

const read = async (url: string) => {
  const { statusCode, body } = await holder.world.inject({ url })
  assert.equal(statusCode, 200, url)
  assert.ok(body.length < 2 * limits.listedTextBytes, `${url}: ${body.length} bytes`)
  return JSON.parse(body)
}

describe('a list of rows that strangers made as large as they can', () => {
  before(async () => {
    const { given, deps } = holder.world
    await given.publisher({ id: 'many' })
    const dependencies = Array.from({ length: limits.dependencies }, (_, i) =>
      `torch!=1.${i}`.padEnd(limits.dependencyLength, '0'),
    )
    const changelog = 'ab '.repeat(limits.changelogLength / 3)
    for (let i = 0; i < packs; i++) {
      await given.node({ id: `${large}-${i}`, publisher_id: 'many' })
      await given.version({ node_id: `${large}-${i}`, changelog, dependencies })
      await given.version({ node_id: `${large}-0`, version: `2.${i}.0`, changelog, dependencies })
    }
    await given.node({ id: usual, publisher_id: 'many' })
    const version = await given.version({ node_id: usual, changelog: 'Faster', dependencies: ['numpy'] })
    await given.version({
      node_id: `${large}-0`,
      version: '0.1.0',
      changelog: 'First',
      dependencies: ['numpy'],
    })
    const texts = Object.fromEntries(textColumns.map((name) => [name, 'a'.repeat(30_000)]))
    for (let i = 0; i < packs; i++) await given.comfyNode({ version_id: version.id, name: `A${i}`, ...texts })
    await given.comfyNode({ version_id: version.id, name: 'B', description: 'Blurs' })
    await deps.db.updateTable('nodes').set({ indexed_at: deps.now() }).execute()
  })

  for (const url of ['/nodes?limit=1000', '/publishers/many/nodes/v2?limit=1000', '/publishers/many/nodes'])
    it(`has a bounded size and leaves no usual row out: ${url}`, async () => {
      const found = await read(url)
      const rows: { id: string; latest_version: Record<string, unknown> }[] = found.nodes ?? found
      assert.equal(rows.length, packs + 1)
      const { changelog, dependencies, left_out } = rows.find(({ id }) => id === usual)?.latest_version ?? {}
      assert.deepEqual([changelog, dependencies, left_out], ['Faster', ['numpy'], undefined])
      const short = rows.filter(({ latest_version: { left_out } }) => left_out)
      assert.ok(short.length > packs / 2)
      for (const {
        latest_version: { changelog, dependencies, left_out },
      } of short)
        assert.deepEqual([changelog, dependencies, left_out], ['', [], ['changelog', 'dependencies']])
    })

  it('has a bounded size: versions of a pack', async () => {
    const rows = await read(`/nodes/${large}-0/versions`)
    assert.equal(rows.length, packs + 2)
    assert.equal(rows[0].left_out, undefined)
    assert.equal(rows[0].dependencies.length, limits.dependencies)
    assert.deepEqual(rows.at(-2).left_out, ['changelog', 'dependencies'])
    assert.deepEqual(rows.at(-1).dependencies, ['numpy'])
  })

  for (const url of [
    `/nodes/${usual}/versions/1.0.0/comfy-nodes?limit=1000`,
    `/comfy-nodes?node_id=${usual}`,
  ])
    it(`has a bounded size: ${url}`, async () => {
      const { comfy_nodes: rows } = await read(url)
      assert.equal(rows.length, packs + 1)
      assert.equal(rows[0].description.length, 30_000)
      assert.deepEqual([rows.at(-2).description, rows.at(-2).left_out], [undefined, [...textColumns]])
      assert.equal(rows.at(-1).description, 'Blurs')
    })

  it('has all columns of its table', async () => {
    const { db } = holder.world.deps
    const columnsOf = async (table: string) => {
      const { rows } = await sql<{ name: string }>`
        select column_name as name from information_schema.columns where table_name = ${table}`.execute(db)
      return rows.map(({ name }) => name)
    }
    const [version] = await listVersionsOfNode(db, usual, ['active'])
    assert.ok(version)
    const [comfyNode] = await listComfyNodesOfVersion(db, version.id, { limit: 1, offset: 0 })
    assert.ok(comfyNode)
    const own = (row: object, names: string[]) => Object.keys(row).filter((name) => !names.includes(name))
    assert.deepEqual(
      own(version, ['is_long', 'archive_bytes']).toSorted(),
      (await columnsOf('node_versions')).toSorted(),
    )
    assert.deepEqual(own(comfyNode, ['is_long']).toSorted(), (await columnsOf('comfy_nodes')).toSorted())
  })
})
