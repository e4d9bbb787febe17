import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request that the service received. */
export interface SeenRequest {
  path: string
  method: string
  headers: IncomingMessage['headers']
}

export interface FakeServices {
  url: string
  seen: SeenRequest[]
  /** The number of requests without a complete response. */
  running(): number
  /** Continues the requests that wait for it. */
  release(): void
  close(): Promise<void>
}

type Behavior = (request: IncomingMessage, response: ServerResponse, services: Waiting) => void

interface Waiting {
  wait(go: () => void): void
}

const asJson = { 'content-type': 'application/json' }
const millis = 1_777_626_000_000
const done = { code: 0, message: 'SUCCEED', request_id: 'request-1' }
const taskOf = (id: string) => ({
  task_id: id,
  task_status: 'succeed',
  created_at: millis,
  updated_at: millis,
})

/** The regular responses by the start of the path; `id` is its last part. */
const answers: readonly (readonly [path: RegExp, answer: (id: string, query: URLSearchParams) => object])[] =
  [
    [/^\/tripo\/.*\/balance$/, () => ({ code: 0, data: { balance: 120, frozen: 0 } })],
    [
      /^\/tripo\//,
      (id) => ({
        code: 0,
        data: {
          task_id: id,
          type: 'text_to_model',
          status: 'success',
          progress: 100,
          create_time: millis / 1000,
        },
      }),
    ],
    [
      /^\/openai\//,
      (id) => ({
        id,
        object: 'response',
        status: 'completed',
        created_at: millis / 1000,
        output_text: 'A cat.',
      }),
    ],
    [/^\/luma\//, (id) => ({ id, state: 'completed' })],
    [/^\/minimax\//, (_, query) => ({ task_id: query.get('task_id'), status: 'Success', file_id: 'file-1' })],
    [/^\/moonvalley\//, (id) => ({ id, status: 'completed' })],
    [/^\/pika\//, (id) => ({ id, status: 'finished', progress: 100 })],
    [/^\/pixverse\//, (id) => ({ ErrCode: 0, ErrMsg: 'Success', Resp: { id: Number(id), status: 1 } })],
    [/^\/runway\//, (id) => ({ id, status: 'SUCCEEDED', progress: 1 })],
    [/^\/stability\//, (id) => ({ id, status: 'complete' })],
    [
      /^\/kling\/.*\/costs$/,
      () => ({ ...done, data: { code: 0, msg: '', resource_pack_subscribe_infos: [] } }),
    ],
    [/^\/kling\/v1\/(images|videos)\/[^/]+$/, () => ({ ...done, data: [taskOf('task-1')] })],
    [/^/, (id) => ({ ...done, data: taskOf(id) })],
  ]

function answerTo({ pathname, searchParams }: URL, id: string): string {
  const [, answer] = answers.find(([path]) => path.test(pathname)) ?? []
  return JSON.stringify(answer?.(id, searchParams))
}

/** Behaviors by the last part of the path; every other id is a finished task. */
const behaviors: Record<string, Behavior> = {
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

/**
 * Plays every generation service. Requests with `key` get their tasks, regular or faulty depending on the id.
 */
export async function startFakeServices(key: string): Promise<FakeServices> {
  const seen: SeenRequest[] = []
  const waiting = new Set<() => void>()
  let running = 0
  const server = createServer((request, response) => {
    const { url = '/', method = 'GET', headers } = request
    seen.push({ path: url, method, headers })
    running++
    response.once('close', () => running--)
    const address = new URL(url, 'http://fake')
    const id = decodeURIComponent(address.pathname.split('/').at(-1) ?? '')
    if (!showsKey(headers, key)) {
      response.writeHead(401, asJson).end('{"code":1000,"message":"signature is invalid"}')
      return
    }
    const behavior =
      behaviors[id] ?? ((_, answer) => answer.writeHead(200, asJson).end(answerTo(address, id)))
    behavior(request, response, { wait: (go) => void waiting.add(go) })
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
