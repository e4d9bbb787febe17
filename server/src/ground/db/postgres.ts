import { Socket } from 'node:net'
import pg from 'pg'
import './column-parsers.ts'

/** How long a connection waits before it gives up, in milliseconds; 0 means forever. */
export interface TimeLimits {
  /** Time for the server to finish a statement. */
  statement: number
  /** Time between two statements of one transaction. */
  idleInTransaction: number
  /**
   * Time without a byte in either direction before the server counts as unreachable. Idle connections of a
   * pool end earlier.
   */
  silence: number
}

/** Used for statements that a request or a job waits for. */
export const usualLimits: TimeLimits = { statement: 30_000, idleInTransaction: 30_000, silence: 40_000 }

/** Used for work on a whole database: migrations, copies, checks. */
export const noLimits: TimeLimits = { statement: 0, idleInTransaction: 0, silence: 0 }

const connectWithinMs = 5000
/** Covers both connecting and waiting until another user returns a connection. */
const acquireWithinMs = 10_000

/** The driver's settings for one connection. */
export function connectionTo(url: string, applicationName: string, limits = usualLimits): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: connectWithinMs,
    statement_timeout: limits.statement,
    idle_in_transaction_session_timeout: limits.idleInTransaction,
    keepAlive: true,
    stream: () => closedWhenSilent(new Socket(), limits.silence),
  }
}

/** Opens a pool that silently replaces broken idle connections. */
export function openPool(
  url: string,
  options: { connections: number; applicationName: string; limits?: TimeLimits },
): pg.Pool {
  const pool = new pg.Pool({
    ...connectionTo(url, options.applicationName, options.limits),
    connectionTimeoutMillis: acquireWithinMs,
    max: options.connections,
  })
  const ignore = () => {}
  return pool.on('error', ignore).on('connect', (client) => void client.on('error', ignore))
}

/** Detects a network that drops every packet, for which the system itself would wait a quarter of an hour. */
function closedWhenSilent(socket: Socket, silenceMs: number): Socket {
  return socket.setTimeout(silenceMs, () => socket.destroy(new SilentServerError()))
}

class SilentServerError extends Error {
  override name = 'SilentServerError'
  readonly code = 'ETIMEDOUT'
  constructor() {
    super('The database server stopped responding.')
  }
}

/** Whether a setting is the URL of a PostgreSQL database. */
export const isDatabaseUrl = (url: string): boolean =>
  URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol)
