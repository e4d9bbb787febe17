import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, type LogEvent, PGliteDialect, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { lockFolder } from './folder-lock.ts'
import { EmbeddedDatabase } from './pglite.ts'
import { PreparingClient } from './prepared.ts'
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
  listen(channel: string, heard: (payload: string | undefined) => void): Promise<() => Promise<void>>
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
type OnQuery = (query: RanQuery) => void

const tellingTo = (onQuery: OnQuery) => (event: LogEvent) =>
  onQuery({
    sql: event.query.sql,
    parameters: event.query.parameters,
    outcome: event.level === 'query' ? 'done' : 'failed',
    ms: event.queryDurationMillis,
  })

export interface Database {
  kind: 'pglite' | 'postgres'
  db: Db
  raw: RawDatabase
  /** The engine itself, where a library has an adapter for it. */
  engine: EmbeddedDatabase | pg.Pool
  /** How many connections do what. */
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
    log: tellingTo(onQuery),
  })
  return {
    kind: 'pglite',
    db,
    engine,
    connections: () => ({ busy: 0, idle: 1, awaited: 0 }),
    raw: {
      query: (sql, params) => engine.query(sql, params),
      listen: (channel, heard) => engine.listen(channel, heard),
    },
    async close() {
      await engine.close()
      unlock()
    },
  }
}

// Counts and sizes: none of ours passes 2^53.
pg.types.setTypeParser(20, Number)
// A day stays the text it is; as a Date it would move with the time zone.
pg.types.setTypeParser(1082, (text) => text)

/** Connects to PostgreSQL 15 or newer. */
export async function openPostgres(
  url: string,
  connections: number,
  onQuery: OnQuery = () => {},
): Promise<Database> {
  const engine = new pg.Pool({
    Client: PreparingClient,
    connectionString: url,
    max: connections,
    application_name: 'nodeyard',
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
  })
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  engine.on('error', () => {})
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: engine }),
    log: tellingTo(onQuery),
  })
  const version = await engine.query<{ number: number }>(
    "select current_setting('server_version_num')::int as number",
  )
  if ((version.rows[0]?.number ?? 0) < 150_000) throw new Error('PostgreSQL 15 or newer is needed.')
  const listeners = new Set<() => Promise<void>>()
  return {
    kind: 'postgres',
    db,
    engine,
    connections: () => ({
      busy: engine.totalCount - engine.idleCount,
      idle: engine.idleCount,
      awaited: engine.waitingCount,
    }),
    raw: {
      query: (sql, params) => engine.query(sql, params),
      async listen(channel, heard) {
        const stop = await listenOn(url, channel, heard)
        listeners.add(stop)
        return stop
      },
    },
    async close() {
      for (const stop of listeners) await stop()
      await db.destroy()
    },
  }
}

/** One connection of its own that listens, and connects again when it breaks. */
async function listenOn(
  url: string,
  channel: string,
  heard: (payload: string | undefined) => void,
): Promise<() => Promise<void>> {
  let stopped = false
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined

  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'nodeyard listener',
      keepAlive: true,
    })
    const broken = () => {
      if (client !== next || stopped) return
      client = undefined
      heard(undefined)
      retry = setTimeout(() => void connect().catch(again), 500)
    }
    next.on('error', broken)
    next.on('end', broken)
    next.on('notification', (message) => heard(message.payload ?? ''))
    await next.connect()
    client = next
    await next.query(`listen ${pg.escapeIdentifier(channel)}`)
    heard(undefined)
  }
  const again = () => {
    if (!stopped) retry = setTimeout(() => void connect().catch(again), 2000)
  }

  await connect()
  return async () => {
    stopped = true
    clearTimeout(retry)
    await client?.end()
  }
}
