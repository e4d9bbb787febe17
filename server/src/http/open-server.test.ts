import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { RawConnection } from '../../test/raw-connection.ts'
import { createOpenServer } from './open-server.ts'

const openTo = async (server: ReturnType<typeof createOpenServer>) => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return RawConnection.open(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
}

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
