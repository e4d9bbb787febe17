import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { RawConnection } from '../../../test/raw-connection.ts'
import { CachedResponse } from './cached-response.ts'
import { createOpenServer } from './open-server.ts'

const openTo = async (server: ReturnType<typeof createOpenServer>) => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return RawConnection.open(urlOf(server))
}
const urlOf = (server: ReturnType<typeof createOpenServer>) =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}`

describe('the server', () => {
  it('keeps connections open for longer than load balancers do', async () => {
    const server = createOpenServer((_request, response) => response.end())
    const connection = await openTo(server)
    await connection.send('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
    const { headers } = await connection.receive()
    assert.ok(Number(/timeout=(\d+)/.exec(headers.get('keep-alive') ?? '')?.[1]) > 60)
    connection.close()
    server.close()
  })

  it('disconnects a client that stops in the middle of a body', async () => {
    const server = createOpenServer((request) => request.resume(), { silenceMs: 50 })
    const connection = await openTo(server)
    await connection.send('POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\n\r\nhalf')
    await assert.rejects(connection.receive())
    server.close()
  })

  it('waits for running responses when it stops, but not for idle connections', async () => {
    const release = Promise.withResolvers<void>()
    const server = createOpenServer(async (request, response) => {
      if (request.url === '/slow') await release.promise
      response.end(request.url)
    })
    const idle = await openTo(server)
    const slow = await RawConnection.open(urlOf(server))
    await idle.send('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
    await idle.receive()
    const requested = once(server, 'request')
    await slow.send('GET /slow HTTP/1.1\r\nhost: a\r\n\r\n')
    await requested
    const closed = once(server, 'close')
    server.close()
    release.resolve()
    assert.equal((await slow.receive()).body.toString(), '/slow')
    await closed
  })

  it('announces the last response on an open connection when it stops', async () => {
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
    const requested = once(server, 'request')
    await connection.send('GET /slow HTTP/1.1\r\nhost: a\r\n\r\n')
    await requested
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
})
