import type { App } from './mount.ts'

/** `/health`: the process runs. `/ready`: it can also reach what it needs, so it may be sent requests. */
export function mountHealth({ fastify, deps }: App, isStopping: () => boolean): void {
  fastify.get('/health', async (_request, reply) => reply.type('text/plain; charset=utf-8').send('OK'))
  fastify.get('/ready', async (_request, reply) => {
    const checks = {
      database: deps.database.raw.query('select 1'),
      blobs: deps.blobs.check(),
    }
    const entries = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await stateOf(check)] as const),
    )
    const isReady = !isStopping() && entries.every(([, state]) => state === 'ok')
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ready: isReady, stopping: isStopping(), ...Object.fromEntries(entries) })
  })
}

const patienceMs = 5000

async function stateOf(check: Promise<unknown>): Promise<'ok' | 'failed' | 'slow'> {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<'slow'>((resolve) => {
    timer = setTimeout(() => resolve('slow'), patienceMs)
  })
  const result = check.then(() => 'ok' as const).catch(() => 'failed' as const)
  return Promise.race([result, patience]).finally(() => clearTimeout(timer))
}
