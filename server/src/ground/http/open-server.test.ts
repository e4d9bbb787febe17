import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { RawConnection } from '../../../test/raw-connection.ts'
import { CachedResponse } from './cached-response.ts'
import { createOpenServer } from './open-server.ts'

const openTo = async (server: ReturnType<typeof createOpenServer>) => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return RawConnection.open(urlOf(server))
}
const urlOf = (server: ReturnType<typeof createOpenServer>) =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}`

test('a connection is kept for longer than load balancers keep theirs', async () => {
  const server = createOpenServer((_request, response) => response.end())
  const connection = await openTo(server)
  await connection.send('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
  const { headers } = await connection.receive()
  assert.ok(Number(/timeout=(\d+)/.exec(headers.get('keep-alive') ?? '')?.[1]) > 60)
  connection.close()
  server.close()
})

test('who stops in the middle of a body is cut off', async () => {
  const server = createOpenServer((request) => request.resume(), { silenceMs: 50 })
  const connection = await openTo(server)
  await connection.send('POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\n\r\nhalf')
  await assert.rejects(connection.receive())
  server.close()
})

test('a server that ends waits for answers that are being made, and for nobody who only might ask more', async () => {
  const release = Promise.withResolvers<void>()
  const server = createOpenServer(async (request, response) => {
    if (request.url === '/slow') await release.promise
    response.end(request.url)
  })
  const idle = await openTo(server)
  const slow = await RawConnection.open(urlOf(server))
  await idle.send('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
  await idle.receive()
  const asked = once(server, 'request')
  await slow.send('GET /slow HTTP/1.1\r\nhost: a\r\n\r\n')
  await asked
  const closed = once(server, 'close')
  server.close()
  release.resolve()
  assert.equal((await slow.receive()).body.toString(), '/slow')
  await closed
})

test('a server that ends tells who asks over a connection that is still open that it is the last answer', async () => {
  const release = Promise.withResolvers<void>()
  const cached = new CachedResponse({ headers: {}, body: Buffer.from('cached') })
  const server = createOpenServer(async (request, response) => {
    if (request.url === '/slow') await release.promise
    cached.send(request, response)
  })
  const connection = await openTo(server)
  for (let n = 0; n < 3; n++) {
    await connection.send('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
    assert.equal((await connection.receive()).headers.get('connection'), 'keep-alive')
  }
  const asked = once(server, 'request')
  await connection.send('GET /slow HTTP/1.1\r\nhost: a\r\n\r\n')
  await asked
  const closed = once(server, 'close')
  server.close()
  const another = once(server, 'request')
  await connection.send('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
  await another
  release.resolve()
  await connection.receive()
  assert.equal((await connection.receive()).headers.get('connection'), 'close')
  await closed
})
