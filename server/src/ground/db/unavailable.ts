/** Whether a statement failed because the database is unreachable, overloaded, or read-only. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code = '' } = error as { code?: unknown }
  if (typeof code === 'string' && (ofNetwork.has(code) || ofDatabase.test(code))) return true
  return ofDriver.some((start) => error.message.startsWith(start))
}

const ofNetwork = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'ENOTFOUND',
])

/**
 * SQLSTATE: connections (08), read-only (25006), resources such as a full disk or too many connections (53),
 * shutting down or starting (57P), a session that ended in its transaction (25P03).
 */
const ofDatabase = /^(08...|25006|25P03|53...|57P..)$/

/** Messages of driver errors without a code. */
const ofDriver = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Client has encountered a connection error',
]
