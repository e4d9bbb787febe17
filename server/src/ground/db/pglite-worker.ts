import { readFile } from 'node:fs/promises'
import { workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import pg from 'pg'
import { Moved } from '../threads/calls.ts'
import { serve } from '../threads/thread.ts'
import './column-parsers.ts'

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
})

/** Connects the driver of PostgreSQL, which can keep statements. */
async function connect(): Promise<pg.Client> {
  const connected = new pg.Client(createPgConfig(database) as pg.ClientConfig)
  await connected.connect()
  return connected.on('notification', ({ channel, payload = '' }) => {
    void client.call('notified', { channel, payload })
  })
}

/** The plan for any list, which the database chooses for a few items, would take minutes for thousands. */
const longestKeptList = 20

/** A plan takes about 20 kB. Lists in statements make more of them than the product has queries. */
const mostKept = 400

/** Whether a script may change the columns that a kept statement returns. */
const changesTables = /\b(alter|drop)\s/i

let connection = await connect()
/** The database's names for the statements whose plans it keeps. */
const kept = new Map<string, string>()

/** Returns the name of a statement to keep. */
async function keep(sql: string, params: unknown[]): Promise<{ name?: string }> {
  if (params.some((param) => Array.isArray(param) && param.length > longestKeptList)) return {}
  if (kept.size === mostKept && !kept.has(sql)) await forgetAll()
  const name = kept.get(sql) ?? `kept ${kept.size}`
  kept.set(sql, name)
  return { name }
}

/** Replaces the connection, because the driver never forgets a name. */
async function forgetAll(): Promise<void> {
  await connection.query('deallocate all')
  await connection.end()
  kept.clear()
  connection = await connect()
}

let turn: Promise<unknown> = Promise.resolve()

/** Runs requests one after the other, in the order of their arrival. */
function inOrder<Value>(work: () => Promise<Value>): Promise<Value> {
  const result = turn.then(work)
  turn = result.catch(() => {})
  return result
}

const toResult = ({ command, rows, rowCount }: pg.QueryResult): QueryResult => ({
  rows,
  ...(command === 'SELECT' || rowCount === null ? {} : { affectedRows: rowCount }),
})

const api = {
  /** Resolves once the database is open. */
  open: async () => {},
  query: ({ sql, params }: { sql: string; params: unknown[] }) =>
    inOrder(async () => {
      const named = await keep(sql, params)
      return toResult(await connection.query({ ...named, text: sql, values: params }))
    }),
  script: ({ sql }: { sql: string }) =>
    inOrder(async () => {
      const results = [await connection.query(sql)].flat().map(toResult)
      if (changesTables.test(sql)) await forgetAll()
      return results
    }),
  listen: ({ channel }: { channel: string }) =>
    inOrder(async () => {
      await connection.query(`listen ${pg.escapeIdentifier(channel)}`)
    }),
  dump: () =>
    inOrder(async () => {
      const bytes = new Uint8Array(await (await database.dumpDataDir('none')).arrayBuffer())
      return new Moved(bytes, [bytes.buffer])
    }),
  close: () =>
    inOrder(async () => {
      await connection.end()
      await database.close()
    }),
}

const client = serve<DatabaseClient>(api)
