import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

export interface FakeMessageGateway {
  url: string
  token: string
  taken: unknown[]
  /** How the gateway responds from now on. */
  weather: 'fine' | 'down' | 'moved'
  close(): Promise<void>
}

/** An operator's gateway for text messages: accepts JSON by POST with the right token, and stores it. */
export async function fakeMessageGateway(): Promise<FakeMessageGateway> {
  const server = createServer(async (request, response) => {
    const isKnown = request.headers.authorization === `Bearer ${gateway.token}`
    const message = await json(request).catch(() => undefined)
    if (gateway.weather === 'moved') response.writeHead(302, { location: '/elsewhere' }).end()
    else if (gateway.weather === 'down') response.writeHead(503).end()
    else if (!isKnown) response.writeHead(401).end()
    else if (request.method !== 'POST' || !message) response.writeHead(400).end()
    else {
      gateway.taken.push(message)
      response.writeHead(202).end('queued')
    }
  })
  const gateway: FakeMessageGateway = {
    url: '',
    token: 'a token of the gateway',
    taken: [],
    weather: 'fine',
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  gateway.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/messages`
  return gateway
}
