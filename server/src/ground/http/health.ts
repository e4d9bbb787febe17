import type { Database } from '../db/database.ts'
import type { App } from './mount.ts'

type State = 'ok' | 'failed' | 'slow'

type Check = () => Promise<unknown>

/**
 * Serves `/health`, which responds while the process runs, and `/ready`, which also checks the database, the
 * files and the domains.
 */
export function mountHealth(
  { fastify, deps }: App,
  { isStopping, checks: more }: { isStopping: () => boolean; checks: Readonly<Record<string, Check>> },
): void {
  const lastStates = new Map<string, State>()

  /** Logs only changes since the last probe, because probes come every few seconds. */
  function logChange(check: string, state: State, error: unknown): void {
    const last = lastStates.get(check) ?? 'ok'
    lastStates.set(check, state)
    if (state === last) return
    if (state === 'ok') deps.log.info({ check, state }, 'readiness check passes again')
    else deps.log.error({ check, state, err: error }, 'readiness check failed')
  }

  fastify.get('/health', async (_request, reply) => reply.type('text/plain; charset=utf-8').send('OK'))
  fastify.get('/ready', async (_request, reply) => {
    const checks: Record<string, Check> = {
      database: () => checkDatabase(deps.database),
      blobs: () => deps.blobs.check(),
      ...more,
    }
    const entries = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => {
        const { state, error } = await stateOf(check())
        logChange(name, state, error)
        return [name, state] as const
      }),
    )
    const isReady = !isStopping() && entries.every(([, state]) => state === 'ok')
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ready: isReady, stopping: isStopping(), ...Object.fromEntries(entries) })
  })
}

/** Fails for a database that takes no writes, such as a standby after a failover. */
async function checkDatabase({ raw }: Database): Promise<void> {
  const { rows } = await raw.query(
    "select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as is_read_only",
  )
  if (rows[0]?.['is_read_only'] !== false) throw new Error('The database is read-only.')
}

const patienceMs = 5000

async function stateOf(check: Promise<unknown>): Promise<{ state: State; error?: unknown }> {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<{ state: 'slow' }>((resolve) => {
    timer = setTimeout(() => resolve({ state: 'slow' }), patienceMs)
  })
  const result = check.then(
    () => ({ state: 'ok' as const }),
    (error: unknown) => ({ state: 'failed' as const, error }),
  )
  return Promise.race([result, patience]).finally(() => clearTimeout(timer))
}
