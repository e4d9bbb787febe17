import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, type LogEvent, PGliteDialect, PostgresDialect, type Transaction } from 'kysely'
import type pg from 'pg'
import { lockFolder } from './folder-lock.ts'
import { Listener, type Listening } from './listener.ts'
import { EmbeddedDatabase } from './pglite.ts'
import { noLimits, openPool } from './postgres.ts'
import type { Schema } from './schema.ts'
import { assertOutsideTransaction, outsideTransactions } from './transaction-scope.ts'

/** Transactions begin with `transact` or `inTransaction`, which keep their work from using other handles. */
export type Db = Omit<Kysely<Schema>, 'transaction' | 'startTransaction' | 'connection'>
/** The only handle that works inside a transaction: the embedded database has one connection. */
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
  /** The same database without time limits, for work on all of it: migrations, copies, checks. */
  patient: Kysely<Schema>
  raw: RawDatabase
  /** The embedded engine, for libraries that have an adapter for it. */
  embedded?: EmbeddedDatabase
  /** Begins the `application_name` of every connection of this object. */
  applicationName: string
  /** Connections by state; `awaited` counts callers that wait for one. */
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
    plugins: [outsideTransactions],
    log: tellingTo(onQuery),
  })
  return {
    kind: 'pglite',
    isNew,
    db,
    patient: db,
    embedded: engine,
    applicationName: 'nodeyard',
    connections: () => ({ busy: 0, idle: 1, awaited: 0 }),
    raw: {
      async query(sql, params) {
        assertOutsideTransaction()
        return engine.query(sql, params)
      },
      async listen(channel, heard) {
        const stop = await engine.listen(channel, heard)
        // Within one process, no notification is lost.
        return { heardUntil: () => performance.now(), catchUp: async () => {}, stop }
      },
    },
    async close() {
      await engine.close()
      unlock()
    },
  }
}

/** Connects to PostgreSQL 15 or newer. After a failover the URL has to lead to the new primary. */
export async function openPostgres(
  url: string,
  connections: number,
  onQuery: OnQuery = () => {},
): Promise<Database> {
  const applicationName = `nodeyard ${randomBytes(3).toString('hex')}`
  const pool = openPool(url, { connections, applicationName })
  const patientPool = openPool(url, { connections: 2, applicationName, limits: noLimits })
  const over = (source: pg.Pool) =>
    new Kysely<Schema>({
      dialect: new PostgresDialect({ pool: source }),
      plugins: [outsideTransactions],
      log: tellingTo(onQuery),
    })
  const db = over(pool)
  const patient = over(patientPool)
  const version = await pool.query("select current_setting('server_version_num')::int as number")
  if ((version.rows[0]?.number ?? 0) < 150_000) throw new Error('PostgreSQL 15 or newer is needed.')
  const listeners = new Set<Listener>()
  return {
    kind: 'postgres',
    isNew: false,
    db,
    patient,
    applicationName,
    connections: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      awaited: pool.waitingCount,
    }),
    raw: {
      async query(sql, params) {
        assertOutsideTransaction()
        return pool.query(sql, params)
      },
      async listen(channel, heard) {
        const listener = await new Listener({ url, applicationName }, channel, heard).start()
        listeners.add(listener)
        return listener
      },
    },
    async close() {
      for (const listener of listeners) await listener.stop()
      await Promise.all([pool.end(), patientPool.end()])
    },
  }
}
