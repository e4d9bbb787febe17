import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { createGzip, zstdCompressSync } from 'node:zlib'
import {
  type DatasetEncoding,
  type DatasetFile,
  type DatasetTable,
  datasetTables,
} from '@nodeyard/contract/discovery'
import { fileWriter, ParquetWriter } from 'hyparquet-writer'
import { serve } from '../../ground/threads/thread.ts'
import { yieldToAll } from '../../ground/threads/yield-to-requests.ts'
import { toColumns, toParquetSchema } from './parquet-columns.ts'

export interface PackRequest {
  folder: string
  table: DatasetTable
}

/** A row group is in memory as a whole. */
const groupRows = 20_000
const groupCharacters = 16 * 1024 * 1024

yieldToAll()

const api = {
  /** Packs `TABLE.jsonl` in a folder into the files of the dataset, beside it. */
  async pack({ folder, table }: PackRequest): Promise<DatasetFile[]> {
    const lines = join(folder, `${table}.jsonl`)
    const rows = await writeParquet(lines, join(folder, `${table}.parquet`), table)
    await pipeline(createReadStream(lines), createGzip(), createWriteStream(`${lines}.gz`))
    const encodings: DatasetEncoding[] = ['jsonl.gz', 'parquet']
    return Promise.all(
      encodings.map(async (encoding) => {
        const name = `${table}.${encoding}`
        return { name, table, rows, ...(await measure(join(folder, name))) }
      }),
    )
  },
}
export type PackApi = typeof api

async function writeParquet(lines: string, file: string, table: DatasetTable): Promise<number> {
  const shape = datasetTables[table]
  const writer = new ParquetWriter({
    writer: fileWriter(file),
    schema: toParquetSchema(shape),
    codec: 'ZSTD',
    compressors: { ZSTD: (bytes) => zstdCompressSync(bytes) },
    createdBy: 'Nodeyard',
  })
  let count = 0
  let characters = 0
  let group: Record<string, unknown>[] = []
  const flush = async () => {
    if (group.length > 0)
      await writer.write({ columnData: toColumns(shape, group), rowGroupSize: group.length })
    group = []
    characters = 0
  }
  for await (const line of createInterface({ input: createReadStream(lines), crlfDelay: Infinity })) {
    group.push(JSON.parse(line))
    count++
    characters += line.length
    if (group.length === groupRows || characters >= groupCharacters) await flush()
  }
  await flush()
  await writer.finish()
  return count
}

async function measure(file: string): Promise<Pick<DatasetFile, 'bytes' | 'digest'>> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return { bytes: (await stat(file)).size, digest: hash.digest('hex') }
}

serve(api)
