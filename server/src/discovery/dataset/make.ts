import { createWriteStream, type WriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import {
  type Dataset,
  type DatasetFile,
  type DatasetTable,
  datasetFormat,
  datasetTableNames,
} from '@nodeyard/contract/discovery'
import { limits } from '@nodeyard/contract/limits'
import { transact } from '../../ground/db/changes.ts'
import { inTransaction } from '../../ground/db/transactions.ts'
import { withFolder } from '../../ground/jobs/work-folder.ts'
import { Thread } from '../../ground/threads/thread.ts'
import type { Deps } from './deps.ts'
import { datasetKey, datasets } from './files.ts'
import type { PackApi } from './pack-worker.ts'
import { toDatasetRows } from './rows.ts'
import { listListedIds, readTables } from './sql.ts'

type MakeDeps = Pick<Deps, 'db' | 'changes' | 'now' | 'newId' | 'seal' | 'config' | 'blobs'>

const dayMs = 86_400_000
/** Nodes that are read in one transaction. Their rows are in memory. */
const batchSize = 100
const program = new URL('pack-worker.ts', import.meta.url)

/** Makes the dataset of the current nodes, and signs the list of its files. */
export function publishDataset(deps: MakeDeps, signal?: AbortSignal): Promise<void> {
  return withFolder(async (folder) => {
    await writeLines(deps, folder, signal)
    const files = await packTables(folder, signal)
    await transact(deps, async (tx) => {
      await datasets.lock(tx)
      // Within the lock, so that no file is removed before it is named.
      for (const file of files) await storeFile(deps, folder, file)
      const content = { files, format: datasetFormat } satisfies Partial<Dataset>
      await datasets.issue(tx, deps, content, () => ({ files: files.map(({ digest }) => digest) }))
    })
  })
}

/** Each batch is consistent in itself, so that no transaction is long. */
async function writeLines({ db, now }: MakeDeps, folder: string, signal?: AbortSignal): Promise<void> {
  const since = new Date(now().getTime() - limits.datasetDownloadDays * dayMs)
  const streams = new Map(
    datasetTableNames.map((table) => [table, createWriteStream(join(folder, `${table}.jsonl`))]),
  )
  try {
    for (let last = ''; ; ) {
      signal?.throwIfAborted()
      const ids = await listListedIds(db, last, batchSize)
      if (ids.length === 0) break
      last = ids.at(-1) ?? last
      const read = await inTransaction(db, (tx) => readTables(tx, ids, since), {
        isolation: 'repeatable read',
      })
      for (const [table, rows] of toDatasetRows(read)) await writeRows(streams, table, rows)
    }
  } finally {
    for (const stream of streams.values()) stream.end()
  }
  await Promise.all([...streams.values()].map((stream) => finished(stream)))
}

async function writeRows(
  streams: ReadonlyMap<DatasetTable, WriteStream>,
  table: DatasetTable,
  rows: readonly object[],
): Promise<void> {
  const stream = streams.get(table)
  if (!stream || rows.length === 0) return
  const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  await new Promise<void>((resolve, reject) => {
    stream.write(text, (error) => (error ? reject(error) : resolve()))
  })
}

async function packTables(folder: string, signal?: AbortSignal): Promise<DatasetFile[]> {
  const thread = new Thread<PackApi>(program, { name: 'The thread that packs the dataset', env: {} })
  const stop = () => void thread.end()
  signal?.addEventListener('abort', stop)
  try {
    const files: DatasetFile[] = []
    for (const table of datasetTableNames) files.push(...(await thread.call('pack', { folder, table })))
    return files
  } finally {
    signal?.removeEventListener('abort', stop)
    await thread.end()
  }
}

async function storeFile({ blobs }: MakeDeps, folder: string, file: DatasetFile): Promise<void> {
  const key = datasetKey(file.digest)
  if ((await blobs.stat(key))?.size === file.bytes) return
  await blobs.put(key, await readFile(join(folder, file.name)), 'application/octet-stream')
}
