import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, it } from 'node:test'
import type { Problem } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import { ambiguousRequests } from '../../../test/ambiguous-requests.ts'
import { type RawAnswer, RawConnection } from '../../../test/raw-connection.ts'
import { useWorld } from '../../../test/world.ts'
import { anonymous } from '../permissions.ts'
import { createApi } from './api.ts'

const registry = useWorld()
const megabyte = 1024 * 1024
const json = { 'content-type': 'application/json' }

let connection: RawConnection

beforeEach(async () => {
  connection = await RawConnection.open(await registry.world.listen())
})
afterEach(() => connection.close())

function head(line: string, headers: Record<string, string | number> = {}): string {
  const lines = Object.entries({ host: 'registry.test', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  return `${line} HTTP/1.1\r\n${lines.join('')}\r\n`
}

function problemOf({ status, headers, body }: RawAnswer): Problem & { status: number } {
  assert.match(headers.get('content-type') ?? '', /^application\/json/)
  assert.equal(headers.get('access-control-allow-origin'), '*')
  return { status, ...(JSON.parse(body.toString()) as Problem) }
}

async function assertStillAnswers(): Promise<void> {
  await connection.send(head('GET /publishers/validate?username=still-there'))
  assert.equal((await connection.receive()).status, 200)
}

describe('a body over the limit, sent before the response is read', () => {
  const fifty = 50 * megabyte

  it('is refused by its length, and the connection stays usable', async () => {
    await connection.send(head('POST /publishers', { ...json, 'content-length': fifty }))
    for (let sent = 0; sent < fifty; sent += megabyte) await connection.send(Buffer.alloc(megabyte, ' '))
    const problem = problemOf(await connection.receive())
    assert.deepEqual(
      [problem.status, problem.error, problem.limit],
      [413, 'body_too_large', limits.jsonBodyBytes],
    )
    await assertStillAnswers()
  })

  it('is refused without a length too, and the connection stays usable', async () => {
    await connection.send(head('POST /publishers', { ...json, 'transfer-encoding': 'chunked' }))
    for (let sent = 0; sent < fifty; sent += megabyte)
      await connection.send(`${megabyte.toString(16)}\r\n`, Buffer.alloc(megabyte, ' '), '\r\n')
    await connection.send('0\r\n\r\n')
    assert.equal(problemOf(await connection.receive()).status, 413)
    await assertStillAnswers()
  })

  it('may turn out to be empty, whatever its type', async () => {
    const chunked = { 'content-type': 'application/x-www-form-urlencoded', 'transfer-encoding': 'chunked' }
    await connection.send(head('POST /customers', chunked), '0\r\n\r\n')
    assert.equal(problemOf(await connection.receive()).status, 401)
    await connection.send(head('POST /customers', chunked), '1\r\nx\r\n0\r\n\r\n')
    assert.equal(problemOf(await connection.receive()).status, 415)
    await assertStillAnswers()
  })

  it('is refused for routes that do not read it: unknown URL, missing sign-in, unsupported type', async () => {
    const requests: [string, Record<string, string>, number][] = [
      ['POST /nowhere', json, 404],
      ['POST /publishers', { 'content-type': 'text/plain' }, 415],
      ['DELETE /publishers/acme', json, 413],
      ['PUT /publishers', {}, 404],
    ]
    for (const [line, headers, status] of requests) {
      await connection.send(head(line, { ...headers, 'content-length': 3 * megabyte }))
      await connection.send(Buffer.alloc(3 * megabyte, ' '))
      assert.equal(problemOf(await connection.receive()).status, status, line)
      await assertStillAnswers()
    }
  })
})

describe('an endless body', () => {
  it('is refused before it ends, whatever its announced length', async () => {
    for (const length of [1000, 99_999_999_999_999]) {
      await connection.send(head('PUT /uploads/x?expires=1&signature=x', { 'content-length': length }), 'x')
      assert.equal(problemOf(await connection.receive()).status, 403)
      connection.close()
      connection = await RawConnection.open(await registry.world.listen())
    }
  })

  it('is refused for a length that no number can hold', async () => {
    await connection.send(head('POST /publishers', { ...json, 'content-length': '9'.repeat(19) }))
    assert.equal(problemOf(await connection.receive()).status, 413)
  })
})

describe('a long URL', () => {
  it('is accepted at 32 KB and more', async () => {
    await connection.send(head(`GET /publishers/validate?username=long&pad=${'a'.repeat(40_000)}`))
    assert.equal((await connection.receive()).status, 200)
    const list = 'node_id=some-installed-pack&'.repeat(2000)
    await connection.send(head(`GET /publishers/validate?username=long&${list}`))
    assert.equal((await connection.receive()).status, 200)
  })

  it('is refused by field for a value of 100 kB', async () => {
    await connection.send(head(`GET /publishers/validate?username=${'a'.repeat(100_000)}`))
    const problem = problemOf(await connection.receive())
    assert.deepEqual([problem.status, problem.field, problem.limit], [400, 'query.username', 200])
    await connection.send(head(`GET /publishers/${'a'.repeat(100_000)}`))
    assert.deepEqual(problemOf(await connection.receive()).field, 'path.publisherId')
    await assertStillAnswers()
  })

  it('is refused when malformed', async () => {
    for (const path of [
      '/publishers/%ff',
      '/publishers/%',
      '/publishers/%zz',
      '/%c0%af',
      '/publishers/%00',
    ]) {
      await connection.send(head(`GET ${path}`))
      assert.equal(problemOf(await connection.receive()).status, 400, path)
    }
    await assertStillAnswers()
  })

  it('is refused with the limit over 256 KB', async () => {
    await connection.send(head(`GET /publishers?${'a'.repeat(300 * 1024)}`))
    const problem = problemOf(await connection.receive())
    assert.deepEqual([problem.status, problem.limit], [431, limits.headerBytes])
  })
})

describe('headers', () => {
  it('are read up to 32 KB', async () => {
    await connection.send(head('GET /publishers/validate?username=free', { 'x-filler': 'a'.repeat(32_768) }))
    assert.equal((await connection.receive()).status, 200)
  })

  it('are refused over 256 KB, readable also for clients that send everything first', async () => {
    const headers = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`x-${n}`, 'a'.repeat(50_000)]))
    await connection.send(head('GET /publishers', headers))
    const problem = problemOf(await connection.receive())
    assert.deepEqual([problem.status, problem.error, problem.limit], [431, 'headers_too_large', 262_144])
  })
})

describe('a malformed HTTP message', () => {
  for (const [name, bytes] of Object.entries({
    'another protocol': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    'a line without a method': '/publishers HTTP/1.1\r\n\r\n',
    ...ambiguousRequests,
    'a bad chunk size': 'POST /publishers HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
  })) {
    it(`is refused in the usual error format: ${name}`, async () => {
      await connection.send(bytes)
      const problem = problemOf(await connection.receive())
      assert.deepEqual([problem.status, problem.error], [400, 'invalid_request'])
    })
  }
})

describe('an absolute request target', () => {
  it('is read like its path if it names the host', async () => {
    for (const line of [
      'GET http://Registry.test/publishers/validate?username=free',
      'GET http://registry.test?x',
    ])
      await connection.send(head(line))
    assert.deepEqual([(await connection.receive()).status, (await connection.receive()).status], [200, 404])
  })
})

describe('a slow client', () => {
  it('disconnects a client with an error when the request head takes too long', async (t) => {
    const { fastify } = createApi(registry.world.deps, {
      authenticate: async () => anonymous,
      explain: async (error) => error,
    })
    t.after(() => fastify.close())
    Object.assign(fastify.server, { headersTimeout: 50, connectionsCheckingInterval: 50 })
    const connected = once(fastify.server, 'connection')
    const { hostname, port } = new URL(await fastify.listen({ host: '127.0.0.1', port: 0 }))
    const stubborn = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    const [ofServer] = (await connected) as [Socket]
    const cutOff = once(ofServer, 'close')
    stubborn.write('GET / HTTP/1.1\r\nhost: a\r\nx: ')
    assert.match(await text(stubborn), /^HTTP\/1.1 408 /)
    await cutOff
    stubborn.destroy()
  })
})

describe('an HTTP method', () => {
  it('HEAD sends the headers of GET without a body', async () => {
    await connection.send(head('GET /publishers/validate?username=free'))
    const get = await connection.receive()
    await connection.send(head('HEAD /publishers/validate?username=free'))
    const { status, headers } = await connection.receive({ hasBody: false })
    assert.equal(status, 200)
    assert.equal(headers.get('content-length'), get.headers.get('content-length'))
    await assertStillAnswers()
  })

  it('is not found when no route supports it', async () => {
    for (const method of ['TRACE', 'PROPFIND', 'QUERY', 'LINK', 'PURGE']) {
      await connection.send(head(`${method} /publishers`, { 'content-length': 0 }))
      assert.equal(problemOf(await connection.receive()).status, 404, method)
    }
  })

  it('is answered in order in pipelined requests', async () => {
    await connection.send(
      head('GET /publishers/validate?username=a'),
      head('GET /publishers/nobody'),
      head('GET /users'),
    )
    const statuses = []
    for (let n = 0; n < 3; n++) statuses.push((await connection.receive()).status)
    assert.deepEqual(statuses, [200, 404, 401])
  })

  it('CONNECT or an upgrade does not crash the server', async () => {
    await connection.send(head('CONNECT example.test:443'))
    connection.close()
    connection = await RawConnection.open(await registry.world.listen())
    await connection.send(
      head('GET /publishers/validate?username=a', { connection: 'upgrade', upgrade: 'websocket' }),
    )
    assert.equal((await connection.receive()).status, 200)
  })
})
