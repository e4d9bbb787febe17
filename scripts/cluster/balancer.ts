import { once } from 'node:events'
import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

/** A process that can receive requests. */
export interface Backend {
  name: string
  /** The URL of its `/ready` check. */
  readyUrl: string
  /** The URL that serves each of the balancer's ports. */
  doors: Record<string, string>
}

export interface Balancer {
  /** The URLs of its ports. */
  urls: Record<string, string>
  use(backends: readonly Backend[]): void
  /** Names of the processes that receive requests. */
  ready(): string[]
  close(): Promise<void>
}

const checkEveryMs = 1000
const checkWithinMs = 2000
/** Limits silence. An upload waits for the object store. */
const answerWithinMs = 90_000

/**
 * Spreads requests over ready processes in turn. A read that fails before its response has started is retried
 * on the next process; a write never is, since it can have succeeded.
 */
export async function startBalancer(doors: Record<string, number>): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true })
  const readiness = new Map<string, boolean>()
  const servers: Server[] = []
  const urls: Record<string, string> = {}
  let backends: readonly Backend[] = []
  let turn = 0

  for (const [door, port] of Object.entries(doors)) {
    // Longer than clients keep an idle connection.
    const server = createServer({ requestTimeout: 0, keepAliveTimeout: 72_000 }, (request, response) =>
      pass(door, request, response),
    )
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    servers.push(server)
    urls[door] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  const check = async ({ name, readyUrl }: Backend) => {
    const answer = await fetch(`${readyUrl}/ready`, { signal: AbortSignal.timeout(checkWithinMs) }).catch(
      () => undefined,
    )
    await answer?.body?.cancel()
    readiness.set(name, answer?.ok === true)
  }
  const checking = setInterval(() => {
    for (const backend of backends) void check(backend)
  }, checkEveryMs)

  /**
   * Returns the ready processes in turn, or all if none is ready, because a process without its database
   * still has its cache.
   */
  function candidates(): Backend[] {
    const ready = backends.filter(({ name }) => readiness.get(name))
    const able = ready.length > 0 ? ready : backends
    const first = able.length === 0 ? 0 : turn++ % able.length
    return [...able.slice(first), ...able.slice(0, first)]
  }

  function pass(door: string, request: IncomingMessage, response: ServerResponse): void {
    const mayRepeat = request.method === 'GET' || request.method === 'HEAD'
    const left = candidates()
    const tryNext = () => {
      const backend = left.shift()
      if (!backend) return refuse(response)
      const passed = httpRequest(new URL(request.url ?? '/', backend.doors[door]), {
        agent,
        method: request.method ?? 'GET',
        headers: request.headers,
        timeout: answerWithinMs,
      })
      passed.on('timeout', () => passed.destroy(new Error('no response')))
      passed.on('error', () => {
        readiness.set(backend.name, false)
        if (response.headersSent) response.destroy()
        else if (mayRepeat) tryNext()
        else refuse(response)
      })
      passed.on('response', (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.on('error', () => response.destroy()).pipe(response)
      })
      if (mayRepeat) passed.end()
      else request.on('error', () => passed.destroy()).pipe(passed)
      response.on('close', () => {
        if (!response.writableFinished) passed.destroy()
      })
    }
    tryNext()
  }

  return {
    urls,
    use(chosen) {
      backends = chosen
    },
    ready: () => backends.filter(({ name }) => readiness.get(name)).map(({ name }) => name),
    async close() {
      clearInterval(checking)
      agent.destroy()
      for (const server of servers) {
        server.closeAllConnections()
        server.close()
      }
    },
  }
}

function refuse(response: ServerResponse): void {
  if (response.headersSent) return void response.destroy()
  response.writeHead(502, { 'content-type': 'text/plain', 'retry-after': '1' }).end('No process answers.')
}
