import { once } from 'node:events'
import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { Transform } from 'node:stream'

/** The state of an object store: healthy, slow, unreachable, full, or returning wrong bytes. */
export type BlobState = 'well' | 'slow' | 'gone' | 'full' | 'wrong'

export interface BlobNetwork {
  port: number
  state: BlobState
  close(): Promise<void>
}

const slownessMs = 2000

/** Proxies an object store and simulates faults. Requests pass unchanged, since they are signed. */
export async function startBlobNetwork(port: number): Promise<BlobNetwork> {
  const agent = new Agent()
  const network: BlobNetwork = { port: 0, state: 'well', close }
  const server = createServer(async (request, response) => {
    const { state } = network
    if (state === 'gone') return void request.socket.destroy()
    if (state === 'full' && request.method === 'PUT') return refuseAsFull(request, response)
    if (state === 'slow') await new Promise((resolve) => setTimeout(resolve, slownessMs))
    const passed = httpRequest({
      agent,
      port,
      method: request.method ?? 'GET',
      path: request.url ?? '/',
      headers: request.headers,
    })
    passed.on('error', () => {
      // Swift sends a body with its response to HEAD, which is not part of the response.
      if (!response.writableEnded) response.destroy()
    })
    // The client has disconnected or has the whole response, so the store's connection must not stay open.
    response.on('close', () => passed.destroy())
    passed.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      if (request.method === 'HEAD') return void response.end()
      const isArchive = request.method === 'GET' && /\/archives\/|\/staging\//.test(request.url ?? '')
      if (state === 'wrong' && isArchive) answer.pipe(spoiling()).pipe(response)
      else answer.pipe(response)
    })
    request.on('error', () => passed.destroy()).pipe(passed)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  network.port = (server.address() as AddressInfo).port
  return network

  async function close(): Promise<void> {
    agent.destroy()
    server.closeAllConnections()
    server.close()
  }
}

function refuseAsFull(request: IncomingMessage, response: ServerResponse): void {
  request.resume()
  request.on('end', () =>
    response
      .writeHead(507, { 'content-type': 'application/xml' })
      .end('<Error><Code>InsufficientStorage</Code><Message>No room is left.</Message></Error>'),
  )
}

/** Keeps the length but changes one byte of each chunk. */
function spoiling(): Transform {
  return new Transform({
    transform(bytes: Buffer, _encoding, done) {
      const spoiled = Buffer.from(bytes)
      const middle = Math.floor(spoiled.length / 2)
      spoiled[middle] = (spoiled[middle] ?? 0) ^ 0xff
      done(null, spoiled)
    },
  })
}
