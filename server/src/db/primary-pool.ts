import { Socket } from 'node:net'
import pg from 'pg'
import { hostsIn } from './database-hosts.ts'
import { PreparingClient } from './prepared.ts'
import { endWhenSilent, Silent } from './silence.ts'

// Counts and sizes: none of ours passes 2^53.
pg.types.setTypeParser(20, Number)
// A day stays the text it is; as a Date it would move with the time zone.
pg.types.setTypeParser(1082, (text) => text)

const connectWithinMs = 5000
/** For a connection of the pool, when all are taken. */
const waitWithinMs = 10_000

/** Settings that every connection of ours has. */
export function connectionTo(url: string, applicationName: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: connectWithinMs,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
  }
}

/** The pool's own limit would be for both: to connect, and to wait until another gives a connection back. */
class PooledClient extends PreparingClient {
  constructor(config: pg.ClientConfig = {}) {
    super({ ...config, connectionTimeoutMillis: connectWithinMs })
  }
}

export function openPool(url: string, connections: number, applicationName: string): pg.Pool {
  const config = connectionTo(url, applicationName)
  const pool = new pg.Pool({
    Client: PooledClient,
    ...config,
    connectionTimeoutMillis: waitWithinMs,
    max: connections,
  })
  const isThere = askedOnce(() => doesAnswer(config))
  // A connection that breaks is replaced by the pool; without a listener it would end the process.
  const ignore = () => {}
  pool.on('error', ignore).on('connect', (client) => {
    client.on('error', ignore)
    endWhenSilent(client, isThere)
  })
  return pool
}

/** Those who ask at the same time get the same answer. */
function askedOnce<T>(ask: () => Promise<T>): () => Promise<T> {
  let asking: Promise<T> | undefined
  return () => {
    asking ??= ask().finally(() => {
      asking = undefined
    })
    return asking
  }
}

/** Whether a server speaks to somebody new, be it only to refuse. */
async function doesAnswer(config: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client(config)
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch (error) {
    return error instanceof pg.DatabaseError
  } finally {
    client.end().catch(() => {})
  }
}

/**
 * Connections to that one of several hosts which takes writes, found anew whenever connecting fails or a standby
 * answers: after a failover the processes need nobody to tell them. A single host is taken as it is.
 */
export class PrimaryPool {
  readonly #hosts: readonly { url: string; pool: pg.Pool }[]
  readonly #proven = new WeakSet<pg.PoolClient>()
  readonly #clients = new Set<pg.ClientBase>()
  #current = 0
  #isSilent = () => false

  constructor(url: string, connections: number) {
    this.#hosts = hostsIn(url).map((one) => ({ url: one, pool: openPool(one, connections, 'nodeyard') }))
    for (const { pool } of this.#hosts) pool.on('connect', (client) => this.#count(client))
  }

  /** What the query builder wants to know of a pool. */
  get options(): object {
    return this.#host.pool.options
  }

  get counts(): { total: number; idle: number; waiting: number } {
    const pools = this.#hosts.map(({ pool }) => pool)
    const sum = (pick: (pool: pg.Pool) => number) => pools.reduce((total, pool) => total + pick(pool), 0)
    return {
      total: sum((pool) => pool.totalCount),
      idle: sum((pool) => pool.idleCount),
      waiting: sum((pool) => pool.waitingCount),
    }
  }

  /** The server's numbers of all connections that were made here, also outside of the pool. */
  get sessions(): number[] {
    // What the driver has but does not declare.
    return [...this.#clients].map((client) => (client as unknown as { processID: number }).processID)
  }

  /** While this holds, nobody is kept waiting for a server that does not speak. */
  refuseWhile(isSilent: () => boolean): void {
    this.#isSilent = isSilent
  }

  async connect(): Promise<pg.PoolClient> {
    if (this.#isSilent()) throw new Silent()
    return this.#onPrimary(async ({ pool }) => {
      const client = await pool.connect()
      if (this.#proven.has(client)) return client
      await this.#assertPrimary(client).catch((error: unknown) => {
        client.release(true)
        throw error
      })
      this.#proven.add(client)
      return client
    })
  }

  async query(sql: string, params: unknown[] = []): Promise<pg.QueryResult> {
    const client = await this.connect()
    try {
      return await client.query(sql, params)
    } finally {
      client.release()
    }
  }

  /** A connection of its own, outside of the pool; whoever gets it ends it. */
  connectAlone(applicationName: string, withinMs: number): Promise<{ client: pg.Client; cut: () => void }> {
    return this.#onPrimary(async ({ url }) => {
      const socket = new Socket()
      const client = new pg.Client({
        ...connectionTo(url, applicationName),
        connectionTimeoutMillis: withinMs,
        stream: () => socket,
      })
      client.on('error', () => {})
      try {
        await client.connect()
        await this.#assertPrimary(client)
      } catch (error) {
        socket.destroy()
        throw error
      }
      this.#count(client)
      return { client, cut: () => void socket.destroy() }
    })
  }

  async end(): Promise<void> {
    await Promise.all(this.#hosts.map(({ pool }) => pool.end()))
  }

  get #host(): { url: string; pool: pg.Pool } {
    return this.#hosts[this.#current] as { url: string; pool: pg.Pool }
  }

  /** Tries each host once, beginning with the one that worked last. */
  async #onPrimary<T>(work: (host: { url: string; pool: pg.Pool }) => Promise<T>): Promise<T> {
    for (let tried = 1; ; tried++) {
      const at = this.#current
      try {
        return await work(this.#host)
      } catch (error) {
        if (isBusy(error)) throw error
        if (this.#current === at) this.#current = (at + 1) % this.#hosts.length
        if (tried >= this.#hosts.length) throw error
      }
    }
  }

  #count(client: pg.ClientBase): void {
    this.#clients.add(client)
    client.on('end', () => void this.#clients.delete(client))
  }

  async #assertPrimary(client: pg.ClientBase): Promise<void> {
    if (this.#hosts.length === 1) return
    const { rows } = await client.query<{ is_standby: boolean }>('select pg_is_in_recovery() as is_standby')
    if (rows[0]?.is_standby) throw new NotPrimary()
  }
}

/** All connections are taken: another host would not help. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect'
}

/** Every host that answers is a standby: nobody has been promoted yet. */
class NotPrimary extends Error {
  override name = 'NotPrimary'
  /** SQLSTATE of the write that would fail. */
  readonly code = '25006'
  constructor() {
    super('No host of DATABASE_URL takes writes.')
  }
}
