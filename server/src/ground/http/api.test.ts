import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { errors } from '@nodeyard/contract/ground'
import { routes } from '@nodeyard/contract/routes'
import pino from 'pino'
import { useWorld, World } from '../../../test/world.ts'
import { BlobsUnavailable } from '../blobs/store.ts'
import { declaredErrors } from './declared-errors.ts'

const registry = useWorld()
const fetchPath = (path: string, init?: RequestInit) =>
  registry.world.fetch(`http://registry.test${path}`, init)

describe('the contract', () => {
  it('has every route mounted, and no others', () => {
    const { mounted } = registry.world.app
    const missing = Object.entries(routes).filter(([, route]) => !mounted.has(route))
    assert.deepEqual(
      missing.map(([name]) => name),
      [],
    )
    assert.equal(mounted.size, Object.keys(routes).length)
  })

  it('has one route per method and URL', () => {
    const places = Object.values(routes).map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ':')}`)
    assert.equal(new Set(places).size, places.length)
  })

  it('gives every error a 4xx or 5xx status and a one-line message', () => {
    for (const code of Object.values(routes).flatMap(declaredErrors)) {
      assert.ok(errors[code].status >= 400 && errors[code].status < 600, code)
      assert.match(errors[code].message, /^[^\r\n]+$/)
    }
  })
})

describe('the request log', () => {
  it('omits the signature of every signed URL, whatever the result of the request', async (t) => {
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
})

describe('cross-origin requests', () => {
  const requested = ['authorization', 'content-type', 'cache-control', 'pragma', 'expires']

  it('get the allowed headers by name from a preflight of any URL', async () => {
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
          'access-control-request-headers': requested.join(','),
        },
      })
      assert.equal(answer.status, 204, path)
      assert.equal(answer.headers.get('access-control-allow-origin'), '*')
      const allowed = answer.headers.get('access-control-allow-headers')?.toLowerCase().split(/, */) ?? []
      assert.deepEqual(
        requested.filter((name) => !allowed.includes(name)),
        [],
      )
      const methods = answer.headers.get('access-control-allow-methods')?.split(/, */) ?? []
      for (const method of ['GET', 'POST', 'PUT', 'DELETE']) assert.ok(methods.includes(method))
    }
  })

  it('learn the methods of a URL, also from a plain OPTIONS request', async () => {
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

  it('can read every response, errors too', async () => {
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

describe('responses', () => {
  it('have an id that callers cannot choose', async () => {
    const answer = await fetchPath('/publishers/nobody', {
      headers: { 'request-id': 'mine', 'x-request-id': 'mine' },
    })
    assert.match(answer.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/)
  })

  it('forbid shared caches and require revalidation for signed-in callers', async () => {
    const user = await registry.world.given.user()
    const headers = { authorization: `Bearer ${await registry.world.tokenOf(user)}` }
    const control = async (path: string) => (await fetchPath(path, { headers })).headers.get('cache-control')
    assert.equal(await control('/publishers'), 'private, no-cache')
    assert.equal(await control('/users'), 'private, no-store')
    assert.equal(await control('/users/publishers/'), 'private, no-store')
  })

  it('forbid caching of errors', async () => {
    assert.equal((await fetchPath('/publishers/nobody')).headers.get('cache-control'), 'no-store')
  })

  it('contain only members that the contract declares', async () => {
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
