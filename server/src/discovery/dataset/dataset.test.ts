import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import {
  type Dataset,
  type DatasetEncoding,
  type DatasetTable,
  datasetTableNames,
  getDataset,
  getDatasetSchema,
} from '@nodeyard/contract/discovery'
import { listKillListKeys } from '@nodeyard/contract/safety'
import { parquetReadObjects } from 'hyparquet'
import { Value } from 'typebox/value'
import { verifyDataset } from '../../../../client/src/dataset.ts'
import { useWorld } from '../../../test/world.ts'
import { transact } from '../../ground/db/changes.ts'
import { makeDataset, sweepDataset } from './jobs.ts'

const holder = useWorld()
const dayMs = 86_400_000

type Row = Record<string, unknown>

async function make(): Promise<Dataset> {
  const { world } = holder
  await transact(world.deps, (tx) => world.deps.jobs.send(tx, makeDataset, {}))
  await world.runJobs()
  const { keys } = await world.anonymous.call(listKillListKeys)
  const signed = await world.anonymous.call(getDataset)
  return verifyDataset(signed, { keys, lastSequence: 0, now: world.now() })
}

async function download(dataset: Dataset, name: string): Promise<Buffer> {
  const file = dataset.files.find((one) => one.name === name)
  assert.ok(file, name)
  const { rawPayload } = await holder.world.inject({ url: `/dataset/files/${file.digest}/${name}` })
  assert.equal(createHash('sha256').update(rawPayload).digest('hex'), file.digest)
  assert.equal(rawPayload.length, file.bytes)
  return rawPayload
}

async function readLines(dataset: Dataset, table: DatasetTable): Promise<Row[]> {
  const text = gunzipSync(await download(dataset, `${table}.jsonl.gz`)).toString()
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Row)
}

async function readParquet(dataset: Dataset, table: DatasetTable): Promise<Row[]> {
  const bytes = await download(dataset, `${table}.parquet`)
  const file = new Uint8Array(bytes).buffer
  const compressors = { ZSTD: (input: Uint8Array) => zstdDecompressSync(input) }
  return (await parquetReadObjects({ file, compressors })).map((row) => toJson(row, table))
}

/** A row as JSON lines have it. */
function toJson(row: Row, table: DatasetTable): Row {
  const days = new Set(table === 'downloads' ? ['day'] : [])
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => {
      if (value === null || value === undefined) return []
      if (typeof value === 'bigint') return [[name, Number(value)]]
      if (!(value instanceof Date)) return [[name, value]]
      const text = value.toISOString()
      return [[name, days.has(name) ? text.slice(0, 10) : text]]
    }),
  )
}

/** A node with a version, and one that was read. */
async function makeNodes() {
  const { given, deps } = holder.world
  const { id } = await given.node({ downloads: 3 })
  const version = await given.version({ node_id: id, dependencies: ['torch>=2', 'Pillow'] })
  await given.comfyNode({
    version_id: version.id,
    name: 'Blur',
    input_types:
      '{"required":{"image":["IMAGE",{}],"mode":[["a","b"]]},"optional":{"mask":["MASK"]},"hidden":{"id":"ID"}}',
    return_types: '["IMAGE","MASK"]',
    return_names: '["picture"]',
    output_is_list: [false, true],
  })
  await deps.db
    .insertInto('node_downloads')
    .values({
      node_id: version.node_id,
      version_id: version.id,
      day: holder.world.now().toISOString().slice(0, 10),
      count: 3,
    })
    .execute()
  const { id: readId } = await given.node({ license: '' })
  await given.reading(
    {
      node_id: readId,
      traits: {
        license: 'MIT',
        os: ['Windows'],
        requirements: [
          'Foo.Bar_baz[extra]>=1',
          'git+https://example.org/x.git',
          '--no-deps',
          'b; python_version<"3"',
        ],
      },
      findings: [{ severity: 'high' }, { severity: 'low' }, { severity: 'low' }],
    },
    [{ name: 'Odd', input_types: 'not JSON', return_types: '', return_names: '' }],
  )
  return { version, readId }
}

describe('the dataset', () => {
  it('has the same rows as JSON lines and as Parquet, in the published schema', async () => {
    await makeNodes()
    const dataset = await make()
    const { tables } = await holder.world.anonymous.call(getDatasetSchema)
    for (const table of datasetTableNames) {
      const rows = await readLines(dataset, table)
      assert.deepEqual(await readParquet(dataset, table), rows, table)
      for (const row of rows) assert.ok(Value.Check(tables[table], row), `${table} ${JSON.stringify(row)}`)
      const files = dataset.files.filter((file) => file.table === table)
      assert.deepEqual(
        files.map((file) => file.rows),
        [rows.length, rows.length],
      )
    }
  })

  it('describes sockets, requirements, findings and downloads of versions and readings', async () => {
    const { version, readId } = await makeNodes()
    const dataset = await make()
    const of = async (table: DatasetTable, id: string) =>
      (await readParquet(dataset, table)).filter((row) => (row['node_id'] ?? row['id']) === id)
    assert.deepEqual(
      (await of('sockets', version.node_id)).map((row) => Object.values(row).slice(2).join(' ')),
      [
        'input 0 image IMAGE false false',
        'input 1 mode COMBO false false',
        'input 2 mask MASK true false',
        'output 0 picture IMAGE false false',
        'output 1  MASK false true',
      ],
    )
    assert.deepEqual(
      (await of('requirements', readId)).map((row) => row['package']),
      ['foo-bar-baz', '', '', 'b'],
    )
    assert.deepEqual(
      (await of('findings', readId)).map((row) => [row['severity'], row['findings']]),
      [
        ['high', 1],
        ['low', 2],
      ],
    )
    assert.deepEqual(
      (await of('downloads', version.node_id)).map((row) => row['downloads']),
      [3],
    )
    const [node] = await of('nodes', readId)
    assert.equal(node?.['license'], 'MIT')
    assert.deepEqual(node?.['detected_os'], ['Windows'])
    assert.ok(node?.['read_commit'])
  })

  it('has no banned nodes and no flagged versions', async () => {
    const { given } = holder.world
    const banned = await given.node({ status: 'banned' })
    const flagged = await given.version({ status: 'flagged' })
    const dataset = await make()
    const ids = (await readLines(dataset, 'nodes')).map((row) => row['id'])
    assert.ok(!ids.includes(banned.id) && ids.includes(flagged.node_id))
    const versions = (await readLines(dataset, 'versions')).map((row) => row['node_id'])
    assert.ok(!versions.includes(flagged.node_id))
  })

  it('serves the newest files under a stable URL, with ranges', async () => {
    const { world } = holder
    const dataset = await make()
    const whole = await download(dataset, 'nodes.parquet')
    const part = await world.inject({ url: '/dataset/files/nodes.parquet', headers: { range: 'bytes=-4' } })
    assert.equal(part.statusCode, 206)
    assert.equal(part.payload, 'PAR1')
    assert.equal(
      part.headers['content-range'],
      `bytes ${whole.length - 4}-${whole.length - 1}/${whole.length}`,
    )
    assert.equal((await world.inject({ url: '/dataset/files/users.parquet' })).statusCode, 404)
  })

  it('removes files a week after their dataset was replaced, except those that the newest one names', async () => {
    const { world } = holder
    await makeNodes()
    const old = await make()
    world.advance(8 * dayMs)
    await world.given.node()
    const { sequence } = await make()
    assert.ok(sequence > old.sequence)
    const sweep = async () => {
      await transact(world.deps, (tx) => world.deps.jobs.send(tx, sweepDataset, {}))
      await world.runJobs()
    }
    await sweep()
    const statusOf = async (table: DatasetTable, encoding: DatasetEncoding) => {
      const file = old.files.find(({ name }) => name === `${table}.${encoding}`)
      return (await world.inject({ url: `/dataset/files/${file?.digest}/${file?.name}` })).statusCode
    }
    assert.equal(await statusOf('nodes', 'parquet'), 200)
    world.advance(8 * dayMs)
    await sweep()
    assert.equal(await statusOf('nodes', 'parquet'), 404)
    assert.equal(await statusOf('sockets', 'jsonl.gz'), 200)
  })
})
