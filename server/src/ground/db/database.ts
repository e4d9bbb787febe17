import type { Kysely, Transaction } from 'kysely'
import type { ServerFacts } from './explain.ts'
import type { Schema } from './schema.ts'

/** Transactions begin with `transact` or `inTransaction`, which keep their work from using other handles. */
export type Db = Omit<Kysely<Schema>, 'transaction' | 'startTransaction' | 'connection'>
/** The only handle that works inside a transaction: the embedded database has one connection. */
export type Tx = Transaction<Schema>
/** Used by reads inside and outside of transactions. */
export type DbOrTx = Db | Tx

/** A subscription to notifications that knows until when it has received all of them. */
export interface Listening {
  /** On the scale of `performance.now()`: notifications committed before this time have been received. */
  receivedUntil(): number
  /** Checks for missing notifications now; waits at most half a second. */
  catchUp(): Promise<void>
  stop(): Promise<void>
}

/** The minimal interface for libraries with their own SQL: the job library, LISTEN. */
export interface RawDatabase {
  query(sql: string, params?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>
  /** Calls back for every notification, and with `undefined` whenever some may have been missed. */
  listen(channel: string, onNotification: (payload: string | undefined) => void): Promise<Listening>
}

/** A statement that the product's own query builder ran. */
export interface RanQuery {
  sql: string
  /** Can contain personal data, which must not be logged. */
  parameters: readonly unknown[]
  outcome: 'done' | 'failed'
  ms: number
}

/** Called for every statement. */
export type OnQuery = (query: RanQuery) => void

/** The embedded engine. */
export interface Embedded {
  query(sql: string, params?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>
  exec(sql: string): Promise<unknown>
  /** A dump of the whole database. */
  dump(): Promise<Uint8Array>
}

export interface Database {
  kind: 'pglite' | 'postgres'
  /** Facts about a PostgreSQL database when it was opened. */
  server?: ServerFacts
  /** True for an embedded database in a folder that held none. */
  isNew: boolean
  db: Db
  /** The same database without time limits, for work on all of it: migrations, copies, checks. */
  patient: Kysely<Schema>
  raw: RawDatabase
  /** The embedded engine, for libraries that have an adapter for it. */
  embedded?: Embedded
  /** Begins the `application_name` of every connection of this object. */
  applicationName: string
  /** Connections by state; `awaited` counts callers that wait for one. */
  connections(): Record<'busy' | 'idle' | 'awaited', number>
  close(): Promise<void>
}
