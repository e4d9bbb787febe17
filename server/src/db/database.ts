import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, type LogEvent, PGliteDialect, PostgresDialect, type Transaction } from 'kysely'
import { lockFolder } from './folder-lock.ts'
import { Listener, type Listening } from './listener.ts'
import { EmbeddedDatabase } from './pglite.ts'
import { PrimaryPool } from './primary-pool.ts'
import type { Schema } from './schema.ts'

export type Db = Kysely<Schema>
/** The only handle to use inside of a transaction: the embedded database has one connection. */
export type Tx = Transaction<Schema>
/** For reads that serve both sides. */
export type DbOrTx = Db | Tx

/** The little of a database that libraries with their own SQL need: the job library, LISTEN. */
export interface RawDatabase {
  query(sql: string, params?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>
  /** Calls back for every notification, and with `undefined` whenever some may have been missed. */
  listen(channel: string, heard: (payload: string | undefined) => void): Promise<Listening>
}

/** A statement that the product's own query builder ran. */
export interface RanQuery {
  sql: string
  /** May hold what is nobody else's business: not for logs. */
  parameters: readonly unknown[]
  outcome: 'done' | 'failed'
  ms: number
}

/** Told of every statement. */
export type OnQuery = (query: RanQuery) => void

export const tellingTo = (onQuery: OnQuery) => (event: LogEvent) =>
  onQuery({
    sql: event.query.sql,
    parameters: event.query.parameters,
    outcome: event.level === 'query' ? 'done' : 'failed',
    ms: event.queryDurationMillis,
  })

export interface Database {
  kind: 'pglite' | 'postgres'
  /** True for an embedded database in a folder that held none. */
  isNew: boolean
  db: Db
  raw: RawDatabase
  /** The engine itself, where a library has an adapter for it. */
  engine: EmbeddedDatabase | PrimaryPool
  /** How many connections do what. */
  connections(): Record<'busy' | 'idle' | 'awaited', number>
  close(): Promise<void>
}

export interface EmbeddedOptions {
  /** Absent: the database is in memory. */
  folder?: string
  /** A dump to start from, only in memory. */
  template?: string
  /** Puts a database to this path, which does not exist, when the folder holds none; otherwise the engine makes one. */
  layOut?: (path: string) => Promise<void>
}

/** Opens the embedded database in a folder that no other process may have open, or in memory. */
export async function openEmbedded(
  { folder, template, layOut }: EmbeddedOptions,
  onQuery: OnQuery = () => {},
): Promise<Database> {
  const unlock = folder ? lockFolder(folder) : () => {}
  const path = folder && join(folder, 'pglite')
  const isNew = path !== undefined && !existsSync(path)
  const open = async () => {
    if (isNew && layOut) await layOut(path)
    if (path) mkdirSync(path, { recursive: true })
    return EmbeddedDatabase.open({ ...(path ? { folder: path } : {}), ...(template ? { template } : {}) })
  }
  const engine = await open().catch((error: unknown) => {
    unlock()
    throw error
  })
  const db = new Kysely<Schema>({
    dialect: new PGliteDialect({ pglite: engine as never }),
    log: tellingTo(onQuery),
  })
  return {
    kind: 'pglite',
    isNew,
    db,
    engine,
    connections: () => ({ busy: 0, idle: 1, awaited: 0 }),
    raw: {
      query: (sql, params) => engine.query(sql, params),
      async listen(channel, heard) {
        const stop = await engine.listen(channel, heard)
        // In the same process nothing gets lost on the way.
        return { heardUntil: () => performance.now(), catchUp: async () => {}, stop }
      },
    },
    async close() {
      await engine.close()
      unlock()
    },
  }
}

/** Connects to PostgreSQL 15 or newer: to that one of the address's hosts which takes writes. */
export async function openPostgres(
  url: string,
  connections: number,
  onQuery: OnQuery = () => {},
): Promise<Database> {
  const engine = new PrimaryPool(url, connections)
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: engine }),
    log: tellingTo(onQuery),
  })
  const version = await engine.query("select current_setting('server_version_num')::int as number")
  if ((version.rows[0]?.number ?? 0) < 150_000) throw new Error('PostgreSQL 15 or newer is needed.')
  const listeners = new Set<Listener>()
  engine.refuseWhile(() => [...listeners].some(({ isSilent }) => isSilent))
  return {
    kind: 'postgres',
    isNew: false,
    db,
    engine,
    connections() {
      const { total, idle, waiting } = engine.counts
      return { busy: total - idle, idle, awaited: waiting }
    },
    raw: {
      query: (sql, params) => engine.query(sql, params),
      async listen(channel, heard) {
        const listener = await new Listener(engine, channel, heard).start()
        listeners.add(listener)
        return listener
      },
    },
    async close() {
      for (const listener of listeners) await listener.stop()
      await db.destroy()
    },
  }
}
