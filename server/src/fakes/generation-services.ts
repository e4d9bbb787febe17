import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as the service saw it. */
export interface SeenRequest {
  path: string
  method: string
  headers: IncomingMessage['headers']
}

export interface FakeServices {
  url: string
  seen: SeenRequest[]
  /** How many requests have not been answered to the end. */
  running(): number
  /** Lets the requests go on that wait for it. */
  release(): void
  close(): Promise<void>
}

type Behaviour = (request: IncomingMessage, response: ServerResponse, services: Waiting) => void

interface Waiting {
  wait(go: () => void): void
}

const asJson = { 'content-type': 'application/json' }
const taskOf = (id: string) => ({
  code: 0,
  message: 'SUCCEED',
  request_id: 'request-1',
  data: { task_id: id, task_status: 'succeed', created_at: 1_767_323_045_000, updated_at: 1_767_323_046_000 },
})

/** What the last part of the address asks for; every other one is a task that has succeeded. */
const behaviours: Record<string, Behaviour> = {
  slow(_request, response, { wait }) {
    wait(() => response.writeHead(200, asJson).end('{"late":true}'))
  },
  stalls(_request, response, { wait }) {
    response.writeHead(200, asJson).write('{"begun":')
    wait(() => response.end('true}'))
  },
  huge(_request, response) {
    response.writeHead(200, { 'content-type': 'application/octet-stream' })
    const chunk = Buffer.alloc(1024 * 1024, 'x')
    const more = () => {
      while (!response.destroyed && response.write(chunk)) {}
      if (!response.destroyed) response.once('drain', more)
    }
    more()
  },
  'says-huge': (_request, response) => {
    response.writeHead(200, { ...asJson, 'content-length': 10 ** 12 }).write('{')
  },
  'cut-off': (_request, response) => {
    response.writeHead(200, { ...asJson, 'content-length': 100 }).write('{"half":')
    response.socket?.end()
  },
  hangs_up: (_request, response) => void response.socket?.destroy(),
  'no-http': (_request, response) => void response.socket?.end('this is no HTTP\r\n\r\n'),
  'huge-head': (_request, response) => {
    response.writeHead(200, { ...asJson, 'x-large': 'x'.repeat(100_000) }).end('{}')
  },
  redirects: (_request, response) => {
    response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end()
  },
  'echoes-credential': (request, response) => {
    response
      .writeHead(200, asJson)
      .end(JSON.stringify({ padding: 'x'.repeat(70_000), sent: request.headers }))
  },
  'cuts-credential': (request, response) => {
    const secret = String(request.headers.authorization ?? request.headers['x-api-key'] ?? '')
    response.writeHead(200, asJson)
    response.write(`{"sent":"${secret.slice(0, -6)}`)
    setImmediate(() => response.end(`${secret.slice(-6)}"}`))
  },
  'credential-in-head': (request, response) => {
    response.writeHead(200, { 'content-type': `text/${request.headers.authorization}` }).end('{}')
  },
  'bad-head': (_request, response) => {
    response
      .writeHead(200, {
        'content-type': 'text/html',
        'set-cookie': 'session=stolen; Domain=.test',
        'access-control-allow-origin': 'https://evil.test',
        'content-security-policy': "default-src *; script-src 'unsafe-inline'",
        'transfer-encoding': 'chunked',
        'proxy-authenticate': 'Basic',
        location: 'https://evil.test',
        'clear-site-data': '"*"',
        'retry-after': '7',
      })
      .end('<script>alert(1)</script>')
  },
  'not-there': (_request, response) => {
    const body = { code: 1203, message: 'resource not found', request_id: 'request-2' }
    response.writeHead(404, asJson).end(JSON.stringify(body))
  },
  fails: (_request, response) => {
    const body = { code: 5000, message: 'internal', request_id: 'request-3' }
    response.writeHead(500, asJson).end(JSON.stringify(body))
  },
  busy: (_request, response) => {
    response.writeHead(429, { ...asJson, 'retry-after': '3' }).end('{"code":1302,"message":"slow down"}')
  },
  picture: (request, response) => {
    if (!request.headers.accept?.includes('image/')) return void response.writeHead(406, asJson).end('{}')
    response.writeHead(200, { 'content-type': 'image/png', 'finish-reason': 'SUCCESS' })
    response.end(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 255]))
  },
}

/** Plays every generation service: who shows `key` gets its tasks, in good order or as badly as the id says. */
export async function startFakeServices(key: string): Promise<FakeServices> {
  const seen: SeenRequest[] = []
  const waiting = new Set<() => void>()
  let running = 0
  const server = createServer((request, response) => {
    const { url = '/', method = 'GET', headers } = request
    seen.push({ path: url, method, headers })
    running++
    response.once('close', () => running--)
    const id = decodeURIComponent(new URL(url, 'http://fake').pathname.split('/').at(-1) ?? '')
    if (!showsKey(headers, key)) {
      response.writeHead(401, asJson).end('{"code":1000,"message":"signature is invalid"}')
      return
    }
    const behaviour =
      behaviours[id] ?? ((_, answer) => answer.writeHead(200, asJson).end(JSON.stringify(taskOf(id))))
    behaviour(request, response, { wait: (go) => void waiting.add(go) })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    running: () => running,
    release() {
      for (const go of waiting) go()
      waiting.clear()
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

function showsKey(headers: IncomingMessage['headers'], key: string): boolean {
  return [headers.authorization, headers['x-api-key'], headers['api-key']].some((value) =>
    String(value ?? '').endsWith(key),
  )
}
