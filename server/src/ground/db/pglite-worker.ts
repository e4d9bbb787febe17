import { readFile } from 'node:fs/promises'
import { workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { Moved } from '../threads/calls.ts'
import { serve } from '../threads/thread.ts'

/** The embedded database, in a thread of its own so that a long statement does not delay HTTP requests. */
export interface DatabaseThreadOptions {
  /** Defaults to a database in memory. */
  folder?: string
  /** A dump to start from, only with a database in memory. */
  template?: string
  /** The database's compiled program. */
  program: WebAssembly.Module
}

export interface QueryResult {
  rows: Record<string, unknown>[]
  affectedRows?: number
}

/** Methods of the thread that opened the database. */
export type DatabaseClient = { notified(notification: { channel: string; payload: string }): void }

export type DatabaseApi = typeof api

const { folder, template, program }: DatabaseThreadOptions = workerData

const database = await PGlite.create({
  ...(folder ? { dataDir: `file://${folder}` } : {}),
  ...(template ? { loadDataDir: new Blob([await readFile(template)]) } : {}),
  pgliteWasmModule: program,
  extensions: { pg_trgm },
  // A third of the default's memory, and no slower at the sizes an embedded database is meant for.
  startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'],
  parsers: { 20: Number, 1082: (text) => text },
})

let turn: Promise<unknown> = Promise.resolve()

/** Runs requests one after the other, in the order of their arrival. */
function inOrder<Value>(work: () => Promise<Value>): Promise<Value> {
  const result = turn.then(work)
  turn = result.catch(() => {})
  return result
}

const toResult = ({ rows, affectedRows }: Awaited<ReturnType<PGlite['exec']>>[number]): QueryResult => ({
  rows,
  ...(affectedRows === undefined ? {} : { affectedRows }),
})

const api = {
  /** Resolves once the database is open. */
  open: async () => {},
  query: ({ sql, params }: { sql: string; params: unknown[] }) =>
    inOrder(async () => toResult(await database.query<QueryResult['rows'][number]>(sql, params))),
  script: ({ sql }: { sql: string }) => inOrder(async () => (await database.exec(sql)).map(toResult)),
  listen: ({ channel }: { channel: string }) =>
    inOrder(async () => {
      await database.listen(channel, (payload) => void client.call('notified', { channel, payload }))
    }),
  dump: () =>
    inOrder(async () => {
      const bytes = new Uint8Array(await (await database.dumpDataDir('none')).arrayBuffer())
      return new Moved(bytes, [bytes.buffer])
    }),
  close: () => inOrder(() => database.close()),
}

const client = serve<DatabaseClient>(api)
