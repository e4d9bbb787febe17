import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { defined, type ErrorCode, errors, type Problem } from '@nodeyard/contract/ground'
import { routes } from '@nodeyard/contract/routes'
import { useWorld } from '../../../test/world.ts'

const registry = useWorld()
const machine = { python: '3.12', os: 'linux' }

let authorization: string
let publisherId: string

/** Hooks of a suite run after those of the file, when the registry is open. */
function signedIn() {
  before(async () => {
    const user = await registry.world.given.user()
    authorization = `Bearer ${await registry.world.tokenOf(user)}`
    publisherId = (await registry.world.given.publisher({ owner: user })).id
  })
}

interface Sent {
  method?: string
  path: string
  body?: string | Buffer
  headers?: Record<string, string>
}

/** Sends a request unchanged. A body without a content type is sent as JSON. */
async function send({ method = 'GET', path, body, headers }: Sent) {
  const answer = await registry.world.inject({
    method: method as 'GET',
    url: path,
    headers: {
      ...(authorization ? { authorization } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...defined({ payload: body }),
  })
  return { status: answer.statusCode, headers: answer.headers, text: answer.payload }
}

async function assertRefused(code: ErrorCode, sent: Sent): Promise<Problem> {
  const { status, headers, text } = await send(sent)
  assert.equal(status, errors[code].status, text)
  const problem = JSON.parse(text) as Problem
  assert.equal(problem.error, code, text)
  assert.ok(problem.message.length > 0 && !/[\r\n]/.test(problem.message))
  assert.match(String(headers['content-type']), /^application\/json/)
  assert.equal(headers['access-control-allow-origin'], '*')
  assert.equal(headers['cache-control'], 'no-store')
  return problem
}

const createWith = (body: string | Buffer, headers?: Record<string, string>): Sent => ({
  method: 'POST',
  path: '/publishers',
  body,
  ...defined({ headers }),
})

describe('a body', () => {
  signedIn()

  for (const [name, body] of Object.entries({
    'that ends too early': '{"id":"a"',
    'with a comma too many': '{"id":"a",}',
    'in single quotes': "{'id':'a'}",
    'of another format': '<xml/>',
    'with a bare word': '{"id":nonsense}',
    'with a raw line break in a text': '{"id":"a\n"}',
    'with two values': '{"id":"a"}{"id":"b"}',
    'that reaches for the prototype': '{"id":"a","__proto__":{"isAdmin":true}}',
    'that hides how it reaches for the prototype': '{"id":"a","\\u005f_proto__":{"isAdmin":true}}',
    'that reaches for the constructor': '{"id":"a","constructor":{"prototype":{"isAdmin":true}}}',
  })) {
    it(`is refused as JSON ${name}`, async () => {
      const problem = await assertRefused('malformed_json', createWith(body))
      assert.equal(problem.field, 'body')
    })
  }

  it('is refused when it is not UTF-8', async () => {
    const body = Buffer.from('{"id":"utf","name":"\xff\xfe"}', 'latin1')
    await assertRefused('malformed_json', createWith(body))
  })

  it('is refused when it is JSON but not an object', async () => {
    for (const body of [
      'null',
      '[]',
      '"text"',
      '1',
      'true',
      '[[[[{}]]]]',
      `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
    ])
      assert.equal((await assertRefused('invalid_request', createWith(body))).field?.startsWith('body'), true)
  })

  it('is refused when missing or empty', async () => {
    await assertRefused('invalid_request', { method: 'POST', path: '/publishers' })
    await assertRefused('invalid_request', createWith(''))
    await assertRefused('malformed_json', createWith('  '))
  })

  it('can be empty for routes without input, whatever its content type', async () => {
    for (const type of [
      'application/json',
      'application/x-www-form-urlencoded',
      'text/plain',
      'multipart/form-data; boundary=x',
      'nonsense',
      '',
    ]) {
      for (const [method, path, code] of [
        ['DELETE', '/publishers/nobody', 'publisher_not_found'],
        ['POST', '/publishers/nobody/ban', 'not_admin'],
      ] as const) {
        const sent = { method, path, headers: { 'content-type': type } }
        await assertRefused(code, sent)
        await assertRefused(code, { ...sent, body: '' })
      }
    }
  })

  it('is refused for members that a bulk route does not know, except for versions by number', async () => {
    const cases: [string, object, string][] = [
      ['/bulk/plan', { nodes: [{ id: 'kjnodes' }], machine }, 'body.nodes.0.id'],
      ['/bulk/plan', { packs: [{ id: 'kjnodes' }], machine }, 'body.packs.0.id'],
      ['/bulk/plan', { nodes: [], machine: { ...machine, gpu: 'x' } }, 'body.machine.gpu'],
      [
        '/bulk/plan',
        { nodes: [], models: [{ folder: 'vae', name: 'a', hash: 'b' }], machine },
        'body.models.0.hash',
      ],
      ['/bulk/models/packs', { nodes: [{ id: 'blur' }] }, 'body.nodes.0.node_id'],
      ['/bulk/models/resolve', { models: [{ hash: 'x' }] }, 'body.models.0.hash'],
      ['/bulk/requirements/check', { packs: [], machine }, 'body.packs'],
      ['/bulk/nodes/identify', { nodes: [{ id: 'blur' }] }, 'body.nodes.0.id'],
      [
        '/bulk/comfy-nodes/providers',
        { comfy_nodes: [{ comfy_node_name: 'a', pack: 'b' }] },
        'body.comfy_nodes.0.pack',
      ],
    ]
    for (const [path, body, field] of cases) {
      const problem = await assertRefused('invalid_request', {
        method: 'POST',
        path,
        body: JSON.stringify(body),
      })
      assert.equal(problem.field, field, path)
      assert.match(problem.message, /^\S+ (is missing|is not a member that this request can have)$/)
      assert.doesNotMatch(JSON.stringify(problem), /schema/)
    }
    const bulk = Object.values(routes)
      .filter(({ path }) => path.startsWith('/bulk/'))
      .map(({ path }) => path)
    const tested = new Set([...cases.map(([path]) => path), '/bulk/nodes/versions'])
    assert.deepEqual(
      bulk.filter((path) => !tested.has(path)),
      [],
    )
  })

  it('names the nodes of a bulk route by one name, or by a former one', async () => {
    const statusOf = async (path: string, body: object) =>
      (await send({ method: 'POST', path, body: JSON.stringify(body) })).status
    for (const [path, former] of [
      ['/bulk/plan', { packs: [{ node_id: 'blur' }] }],
      ['/bulk/models/packs', { node_ids: ['blur'] }],
    ] as const) {
      const rest = path === '/bulk/plan' ? { machine } : {}
      const nodes = [{ node_id: 'blur' }]
      assert.deepEqual(
        await Promise.all(
          [{ nodes }, former, { nodes, ...former }, {}].map((body) => statusOf(path, { ...body, ...rest })),
        ),
        [200, 200, 400, 400],
        path,
      )
    }
  })

  it('is refused with an unsupported content type', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'nonsense',
      'text/json',
      '',
    ])
      await assertRefused('unsupported_media_type', createWith('{"id":"a"}', { 'content-type': type }))
  })

  it('is read with every spelling of the JSON content type', async () => {
    const types = [
      'application/json',
      'Application/JSON',
      'application/json; charset=utf-8',
      'application/json;charset=UTF-8',
    ]
    for (const type of types) {
      await assertRefused('publisher_id_invalid', createWith('{"id":"NO"}', { 'content-type': type }))
    }
    await assertRefused('publisher_id_invalid', createWith('\ufeff{"id":"NO"}'))
  })

  it('uses the last value of a repeated key', async () => {
    await assertRefused('publisher_id_invalid', createWith('{"id":"fine","id":"NO"}'))
  })

  it('is refused by field for wrong types', async () => {
    for (const value of ['7', 'true', 'null', '[]', '["a"]', '{}', '{"toString":"a"}']) {
      const problem = await assertRefused('invalid_request', createWith(`{"id":"types","name":${value}}`))
      assert.equal(problem.field, 'body.name')
    }
  })

  it('is refused by field for a null character or a lone surrogate, in keys too', async () => {
    for (const text of ['a\\u0000b', '\\ud800', '\\udc00\\ud800']) {
      const problem = await assertRefused('invalid_request', createWith(`{"id":"clean","name":"${text}"}`))
      assert.equal(problem.field, 'body.name')
      await assertRefused('invalid_request', createWith(`{"id":"clean","other":{"deep":["${text}"]}}`))
      await assertRefused('invalid_request', createWith(`{"id":"clean","${text}":1}`))
    }
    const whole = await send(createWith('{"id":"clean-emoji","name":"\\ud83d\\ude00"}'))
    assert.equal((JSON.parse(whole.text) as { name: string }).name, '😀')
  })

  it('is refused with the limit when nested too deeply', async () => {
    const deep = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`
    const problem = await assertRefused('invalid_request', createWith(`{"id":"deep","other":${deep}}`))
    assert.equal(problem.limit, 32)
    const lists = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
    await assertRefused('invalid_request', createWith(`{"id":"deep","other":${lists}}`))
  })

  it('is accepted with many unknown keys', async () => {
    const odd = { toString: 1, hasOwnProperty: 2, constructor: 3, '': 4, 'a.b': 5, 'a/b': 6, length: 7 }
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`key${n}`, n]))
    const { status, text } = await send(createWith(JSON.stringify({ ...many, ...odd, id: 'odd-keys' })))
    assert.equal(status, 201, text)
  })

  it('is refused with the limit over one megabyte', async () => {
    const problem = await assertRefused('body_too_large', createWith(`{"id":"${'a'.repeat(1024 * 1024)}"}`))
    assert.equal(problem.limit, 1024 * 1024)
  })

  it('is not read as plain text when it claims to be compressed', async () => {
    const { status } = await send(createWith('\x1f\x8b\x08', { 'content-encoding': 'gzip' }))
    assert.ok(status >= 400 && status < 500)
  })
})

describe('a path', () => {
  signedIn()

  it('is a bad request with a null character or a malformed escape', async () => {
    for (const id of ['%00', 'a%00b']) {
      const problem = await assertRefused('invalid_request', { path: `/publishers/${id}` })
      assert.equal(problem.field, 'path.publisherId')
    }
    for (const id of ['%ff', '%', '%zz', '%e0%a4', '%c0%af', '%ed%a0%80'])
      await assertRefused('invalid_request', { path: `/publishers/${id}` })
  })

  it('is looked up with unusual but well-formed parts', async () => {
    const ids = [
      '..%2f..',
      'a;b=c',
      "a'--",
      '%F0%9F%98%80',
      '%E2%80%AE',
      'a%20b',
      '__proto__',
      'constructor',
      '*',
      ':id',
      '%25',
    ]
    for (const id of ids) await assertRefused('publisher_not_found', { path: `/publishers/${id}` })
  })

  it('is refused with the limit for a part that is too long', async () => {
    const problem = await assertRefused('invalid_request', { path: `/publishers/${'a'.repeat(201)}` })
    assert.deepEqual([problem.field, problem.limit], ['path.publisherId', 200])
  })

  it('is the same with a trailing slash', async () => {
    for (const path of [
      '/publishers',
      '/publishers/',
      `/publishers/${publisherId}/`,
      '/users/',
      '/users/publishers',
    ])
      assert.equal((await send({ path })).status, 200, path)
  })

  it('is not found when unknown, whatever the method and the body', async () => {
    for (const path of [
      '/',
      '/nowhere',
      '/publishers/a/b/c/d',
      '//publishers',
      '/PUBLISHERS',
      '/publishers%2f',
      '/%20',
      '/publishers/acme/tokens/x/y',
    ]) {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
        await assertRefused('route_not_found', {
          method,
          path,
          ...(method === 'GET' ? {} : { body: 'nonsense' }),
        })
    }
    await assertRefused('route_not_found', { method: 'PATCH', path: '/publishers', body: '{}' })
  })
})

describe('a query', () => {
  signedIn()
  const validate = (query: string) => ({ path: `/publishers/validate?${query}` })

  it('is refused by parameter for a null character', async () => {
    const problem = await assertRefused('invalid_request', validate('username=a%00b'))
    assert.equal(problem.field, 'query.username')
  })

  it('is read leniently with bad escapes, unusual separators and unknown parameters', async () => {
    for (const query of [
      'username=%ff',
      'username=%zz',
      'username=a;b',
      'username=a+b',
      'username=%ed%a0%80',
    ])
      await assertRefused('publisher_id_invalid', validate(query))
    for (const query of [
      'username=fine&',
      '&&&=&username=fine',
      '%ff=1&username=fine',
      'username=fine&a[b][c]=d',
      'username=fine&__proto__=1&constructor=2',
      `username=fine&${'x&'.repeat(50_000)}`,
    ])
      assert.equal((await send(validate(query))).status, 200)
  })

  it('uses the last value of a repeated parameter, in either spelling', async () => {
    await assertRefused('publisher_id_invalid', validate('username=fine&username=NO'))
    assert.equal((await send(validate('username=NO&username=fine'))).status, 200)
    assert.equal((await send(validate('username%5B%5D=fine'))).status, 200)
  })

  it('is refused with the limit for a parameter of 100 kB', async () => {
    const problem = await assertRefused('invalid_request', validate(`username=${'a'.repeat(100_000)}`))
    assert.deepEqual([problem.field, problem.limit], ['query.username', 200])
  })
})

describe('a credential', () => {
  signedIn()
  const users = (value: string) => ({ path: '/users', headers: { authorization: value } })

  it('is refused when malformed or huge', async () => {
    for (const value of ['Bearer', 'Bearer ', 'bearer', 'Basic YTpi', 'Bearer a b', `Bearer${'\u00a0'}x`])
      await assertRefused('not_bearer', users(value))
    for (const value of [
      'Bearer x',
      'bearer a.b.c',
      `Bearer ${'a'.repeat(100_000)}`,
      'Bearer ..',
      'Bearer null',
    ])
      await assertRefused('invalid_credential', users(value))
  })
})

describe('error responses', () => {
  it('reveal no internals', async () => {
    const { headers, text } = await send({ path: '/publishers/nobody', headers: { authorization: '' } })
    assert.doesNotMatch(JSON.stringify(headers) + text, /fastify|node\.js|kysely|postgres|\/server\/src/i)
  })
})
