import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'

/**
 * The embedded database, in a thread of its own so that a long statement does not stop HTTP. Requests are
 * answered one after the other in the order in which they come; `pglite.ts` is the other end.
 */
export interface WorkerOptions {
  /** Absent: in memory. */
  folder?: string
  /** A dump to start from, only with a database in memory. */
  template?: string
  /** The database's compiled program. */
  program: WebAssembly.Module
}

export type WorkerRequest =
  | { call: number; kind: 'open' }
  | { call: number; kind: 'query'; sql: string; params: unknown[] }
  | { call: number; kind: 'script'; sql: string }
  | { call: number; kind: 'listen'; channel: string }
  | { call: number; kind: 'dump' }
  | { call: number; kind: 'close' }

export type WorkerAnswer =
  | { call: number; value: unknown }
  | { call: number; error: { message: string; fields: Record<string, unknown> } }
  | { channel: string; payload: string }

if (!parentPort) throw new Error('This file runs as a worker thread.')
const port = parentPort
const { folder, template, program } = workerData as WorkerOptions

const database = await PGlite.create({
  ...(folder ? { dataDir: `file://${folder}` } : {}),
  ...(template ? { loadDataDir: new Blob([await readFile(template)]) } : {}),
  pgliteWasmModule: program,
  extensions: { pg_trgm },
  // A third of the memory of the default, and no slower at the sizes an embedded database is for.
  startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'],
  parsers: { 20: Number, 1082: (text) => text },
})

let queue: Promise<void> = Promise.resolve()
port.on('message', (request: WorkerRequest) => {
  queue = queue.then(() => answer(request))
})

async function answer(request: WorkerRequest): Promise<void> {
  try {
    port.postMessage({ call: request.call, value: await run(request) } satisfies WorkerAnswer)
  } catch (error) {
    port.postMessage({ call: request.call, error: describe(error) } satisfies WorkerAnswer)
  }
}

async function run(request: WorkerRequest): Promise<unknown> {
  switch (request.kind) {
    // Nothing is answered before it is.
    case 'open':
      return undefined
    case 'query': {
      const { rows, affectedRows } = await database.query(request.sql, request.params)
      return { rows, affectedRows }
    }
    case 'script':
      return (await database.exec(request.sql)).map(({ rows, affectedRows }) => ({ rows, affectedRows }))
    case 'listen':
      await database.listen(request.channel, (payload) =>
        port.postMessage({ channel: request.channel, payload } satisfies WorkerAnswer),
      )
      return undefined
    case 'dump':
      return new Uint8Array(await (await database.dumpDataDir('none')).arrayBuffer())
    case 'close':
      await database.close()
      return undefined
  }
}

/** Only plain fields cross a thread: the SQLSTATE, constraint and detail that callers look at. */
function describe(error: unknown): { message: string; fields: Record<string, unknown> } {
  if (!(error instanceof Error)) return { message: String(error), fields: {} }
  const fields = Object.fromEntries(
    Object.entries(error).filter(([, value]) => typeof value === 'string' || typeof value === 'number'),
  )
  return { message: error.message, fields }
}
