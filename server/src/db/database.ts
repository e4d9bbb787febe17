import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, type LogEvent, PGliteDialect, PostgresDialect, type Transaction } from 'kysely'
import type pg from 'pg'
import { lockFolder } from './folder-lock.ts'
import { Listener, type Listening } from './listener.ts'
import { EmbeddedDatabase } from './pglite.ts'
import { noLimits, openPool } from './postgres.ts'
import type { Schema } from './schema.ts'
import { assertOutsideTransaction, outsideTransactions } from './transactions.ts'

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

/** Opens the embedded database in a folder that no other process may have open, or in memory. */
export async function openEmbedded(
  options: { folder?: string; template?: string },
  onQuery: OnQuery = () => {},
): Promise<Database> {
  const unlock = options.folder ? lockFolder(options.folder) : () => {}
  if (options.folder) mkdirSync(join(options.folder, 'pglite'), { recursive: true })
  const engine = await EmbeddedDatabase.open({
    ...(options.folder ? { folder: join(options.folder, 'pglite') } : {}),
    ...(options.template ? { template: options.template } : {}),
  }).catch((error: unknown) => {
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
