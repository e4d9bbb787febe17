import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { errors } from '@nodeyard/contract/errors'
import { routes } from '@nodeyard/contract/routes'
import pino from 'pino'
import { useWorld, World } from '../../../test/world.ts'
import { BlobsUnavailable } from '../blobs/store.ts'
import { declaredErrors } from './declared-errors.ts'

const registry = useWorld()
const fetchPath = (path: string, init?: RequestInit) =>
  registry.world.fetch(`http://registry.test${path}`, init)

describe('the contract', () => {
  test('every route of it is mounted, and nothing else', () => {
    const { mounted } = registry.world.app
    const missing = Object.entries(routes).filter(([, route]) => !mounted.has(route))
    assert.deepEqual(
      missing.map(([name]) => name),
      [],
    )
    assert.equal(mounted.size, Object.keys(routes).length)
  })

  test('no two routes answer the same method and address', () => {
    const places = Object.values(routes).map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ':')}`)
    assert.equal(new Set(places).size, places.length)
  })

  test('every refusal of a route has a status of 4xx or 5xx and a sentence in one line', () => {
    for (const code of Object.values(routes).flatMap(declaredErrors)) {
      assert.ok(errors[code].status >= 400 && errors[code].status < 600, code)
      assert.match(errors[code].message, /^[^\r\n]+$/)
    }
  })
})

test('no signature of an address is logged, whatever became of the request', async (t) => {
  const lines: string[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })
  const find = () => Promise.reject(new BlobsUnavailable('broken'))
  const world = await World.open({ log, knownUsers: { find } })
  t.after(() => world.close())
  const authorization = `Bearer ${await world.tokenOf({ id: 'any', email: '', name: '' })}`
  const { statusCode } = await world.inject({
    method: 'GET',
    url: '/users?x=1&signature=telltale',
    headers: { authorization },
  })
  assert.equal(statusCode, 503)
  const told = lines.filter((line) => line.includes('/users?x=1'))
  assert.ok(told.length > 1)
  assert.ok(!told.join('').includes('telltale'))
})

describe('other origins', () => {
  const asked = ['authorization', 'content-type', 'cache-control', 'pragma', 'expires']

  test('may ask any address before they send: the headers are named one by one', async () => {
    const paths = [
      '/publishers',
      '/publishers/acme',
      '/users/publishers/',
      '/nodes/a/versions/1.0.0',
      '/nowhere',
      '/',
      '/a%00b',
      '/comfy-nodes/a/b/node',
    ]
    for (const path of paths) {
      const answer = await fetchPath(path, {
        method: 'OPTIONS',
        headers: {
          origin: 'http://127.0.0.1:8188',
          'access-control-request-method': 'PUT',
          'access-control-request-headers': asked.join(','),
        },
      })
      assert.equal(answer.status, 204, path)
      assert.equal(answer.headers.get('access-control-allow-origin'), '*')
      const allowed = answer.headers.get('access-control-allow-headers')?.toLowerCase().split(/, */) ?? []
      assert.deepEqual(
        asked.filter((name) => !allowed.includes(name)),
        [],
      )
      const methods = answer.headers.get('access-control-allow-methods')?.split(/, */) ?? []
      for (const method of ['GET', 'POST', 'PUT', 'DELETE']) assert.ok(methods.includes(method))
    }
  })

  test('are told which methods an address answers, also when they ask for nothing more', async () => {
    const methods: Record<string, string> = {
      '/publishers': 'GET, HEAD, POST, OPTIONS',
      '/publishers/acme?x=1': 'GET, HEAD, PUT, DELETE, OPTIONS',
      '/publishers/acme/nodes/blur/versions/1.0.0/': 'PUT, DELETE, OPTIONS',
      '/nodes': 'GET, HEAD, OPTIONS',
      '/comfy-nodes/Load/Image/node': 'GET, HEAD, OPTIONS',
      '/nowhere/at/all': 'OPTIONS',
    }
    for (const [path, allow] of Object.entries(methods)) {
      const answer = await fetchPath(path, { method: 'OPTIONS' })
      assert.equal(answer.status, 204, path)
      assert.deepEqual(answer.headers.get('allow')?.split(', ').sort(), allow.split(', ').sort(), path)
    }
  })

  test('may read every answer, refusals too', async () => {
    const requests: [string, RequestInit, number][] = [
      ['/publishers', {}, 200],
      ['/publishers/nobody', {}, 404],
      ['/publishers/validate?username=NO', {}, 400],
      ['/users', {}, 401],
      ['/nowhere', {}, 404],
      ['/publishers', { method: 'POST', body: 'x', headers: { 'content-type': 'text/plain' } }, 415],
      ['/publishers/%ff', {}, 400],
    ]
    for (const [path, init, status] of requests) {
      const answer = await fetchPath(path, init)
      assert.equal(answer.status, status, path)
      assert.equal(answer.headers.get('access-control-allow-origin'), '*', path)
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff', path)
      assert.match(answer.headers.get('content-security-policy') ?? '', /default-src 'none'/)
    }
  })
})

describe('answers', () => {
  test('carry an id that no caller chose', async () => {
    const answer = await fetchPath('/publishers/nobody', {
      headers: { 'request-id': 'mine', 'x-request-id': 'mine' },
    })
    assert.match(answer.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/)
  })

  test('to a signed-in caller are kept by nobody between, and asked for again each time', async () => {
    const user = await registry.world.given.user()
    const headers = { authorization: `Bearer ${await registry.world.tokenOf(user)}` }
    const control = async (path: string) => (await fetchPath(path, { headers })).headers.get('cache-control')
    assert.equal(await control('/publishers'), 'private, no-cache')
    assert.equal(await control('/users'), 'private, no-store')
    assert.equal(await control('/users/publishers/'), 'private, no-store')
  })

  test('that are refusals are kept by nobody', async () => {
    assert.equal((await fetchPath('/publishers/nobody')).headers.get('cache-control'), 'no-store')
  })

  test('hold only what the contract declares', async () => {
    const { id } = await registry.world.given.publisher()
    const answer = (await (await fetchPath(`/publishers/${id}`)).json()) as object
    assert.deepEqual(Object.keys(answer).sort(), [
      'createdAt',
      'description',
      'id',
      'logo',
      'members',
      'name',
      'source_code_repo',
      'status',
      'support',
      'website',
    ])
  })
})
