import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, type LogEvent, PGliteDialect, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { blame } from '../setting-error.ts'
import type { Database, OnQuery } from './database.ts'
import { explainDatabase, inspectServer } from './explain.ts'
import { FolderInUse, lockFolder } from './folder-lock.ts'
import { Listener } from './listener.ts'
import { EmbeddedDatabase } from './pglite.ts'
import { noLimits, openPool } from './postgres.ts'
import type { Schema } from './schema.ts'
import { assertOutsideTransaction, outsideTransactions } from './transaction-scope.ts'

export const logEventsTo = (onQuery: OnQuery) => (event: LogEvent) =>
  onQuery({
    sql: event.query.sql,
    parameters: event.query.parameters,
    outcome: event.level === 'query' ? 'done' : 'failed',
    ms: event.queryDurationMillis,
  })

export interface EmbeddedOptions {
  /** If omitted, the database is in memory. */
  folder?: string
  /** A dump to start from, only in memory. */
  template?: string
  /**
   * Creates a database at this path, which does not exist, when the folder has none; otherwise the engine
   * creates one.
   */
  layOut?: (path: string) => Promise<void>
}

function lock(folder: string): () => void {
  try {
    return lockFolder(folder)
  } catch (error) {
    throw error instanceof FolderInUse ? error : blame(`DATA_DIR=${folder}`, error)
  }
}

/** Opens the embedded database in memory, or in a folder that no other process uses. */
export async function openEmbedded(
  { folder, template, layOut }: EmbeddedOptions,
  onQuery: OnQuery = () => {},
): Promise<Database> {
  const unlock = folder ? lock(folder) : () => {}
  const path = folder && join(folder, 'pglite')
  const isNew = path !== undefined && !existsSync(path)
  const open = async () => {
    if (isNew && layOut) await layOut(path)
    if (path) mkdirSync(path, { recursive: true })
    return EmbeddedDatabase.open({ ...(path ? { folder: path } : {}), ...(template ? { template } : {}) })
  }
  const engine = await open().catch((error: unknown) => {
    unlock()
    throw folder ? blame(`DATA_DIR=${folder}`, error) : error
  })
  const db = new Kysely<Schema>({
    dialect: new PGliteDialect({ pglite: engine as never }),
    plugins: [outsideTransactions],
    log: logEventsTo(onQuery),
  })
  return {
    kind: 'pglite',
    isNew,
    db,
    patient: db,
    embedded: engine,
    applicationName: 'nodeyard',
    connections() {
      const busy = Math.min(engine.callers, 1)
      return { busy, idle: 1 - busy, awaited: engine.callers - busy }
    },
    raw: {
      async query(sql, params) {
        assertOutsideTransaction()
        return engine.query(sql, params)
      },
      async listen(channel, onNotification) {
        const stop = await engine.listen(channel, onNotification)
        // Within one process, no notification is lost.
        return { receivedUntil: () => performance.now(), catchUp: async () => {}, stop }
      },
    },
    async close() {
      await engine.close()
      unlock()
    },
  }
}

/**
 * Connects to PostgreSQL 15 or newer. After a failover the URL has to lead to the new primary. Errors begin with the name of the
 * setting that has the URL.
 */
export async function openPostgres(
  url: string,
  connections: number,
  onQuery: OnQuery = () => {},
  setting = 'DATABASE_URL',
): Promise<Database> {
  const applicationName = `nodeyard ${randomBytes(3).toString('hex')}`
  const pool = openPool(url, { connections, applicationName })
  const patientPool = openPool(url, { connections: 2, applicationName, limits: noLimits })
  const over = (source: pg.Pool) =>
    new Kysely<Schema>({
      dialect: new PostgresDialect({ pool: source }),
      plugins: [outsideTransactions],
      log: logEventsTo(onQuery),
    })
  const db = over(pool)
  const patient = over(patientPool)
  const server = await inspectServer((sql) => pool.query(sql), setting).catch(async (error: unknown) => {
    await Promise.all([pool.end(), patientPool.end()])
    throw explainDatabase(url, error, setting)
  })
  const listeners = new Set<Listener>()
  return {
    kind: 'postgres',
    server,
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
      async listen(channel, onNotification) {
        const listener = await new Listener({ url, applicationName }, channel, onNotification).start()
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
