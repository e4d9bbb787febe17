import { createHmac, timingSafeEqual } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface TakenDelivery {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

export interface FakeWebhookReceiver {
  url: string
  taken: TakenDelivery[]
  /** How the receiver responds from now on. */
  weather: 'fine' | 'down' | 'moved' | 'gone' | 'silent' | 'talkative'
  /** Resolves with the next unread delivery. */
  next(): Promise<TakenDelivery>
  close(): Promise<void>
}

/** An external program that receives deliveries by POST and responds according to `weather`. */
export async function fakeWebhookReceiver(): Promise<FakeWebhookReceiver> {
  const events = new EventEmitter()
  let readCount = 0
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => '')
    receiver.taken.push({ path: request.url ?? '', headers: request.headers, body })
    events.emit('taken')
    if (receiver.weather === 'moved') response.writeHead(302, { location: '/elsewhere' }).end()
    else if (receiver.weather === 'down') response.writeHead(503).end('Not now.\0')
    else if (receiver.weather === 'gone') response.writeHead(410).end()
    else if (receiver.weather === 'fine') response.writeHead(204).end()
    else if (receiver.weather === 'talkative') {
      response.writeHead(200)
      const talk = (): void => {
        while (!response.destroyed && response.write('blah '.repeat(1000)));
      }
      response.on('drain', talk).on('error', () => {})
      talk()
    }
    // Stays silent until the sender gives up.
  })
  const receiver: FakeWebhookReceiver = {
    url: '',
    taken: [],
    weather: 'fine',
    async next() {
      while (receiver.taken.length <= readCount) await once(events, 'taken')
      return receiver.taken[readCount++] as TakenDelivery
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
  return receiver
}

/**
 * Whether a delivery was signed with this secret, checked as by a receiver. Source: Standard Webhooks 1.0.
 */
export function isSignedBy({ headers, body }: TakenDelivery, secret: string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const wanted = createHmac('sha256', key)
    .update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
    .digest()
  return String(headers['webhook-signature'])
    .split(' ')
    .some((signature) => {
      const [version, given = ''] = signature.split(',')
      const bytes = Buffer.from(given, 'base64')
      return version === 'v1' && bytes.length === wanted.length && timingSafeEqual(bytes, wanted)
    })
}
