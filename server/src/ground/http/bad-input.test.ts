import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { type ErrorCode, errors, type Problem } from '@nodeyard/contract/errors'
import { useWorld } from '../../../test/world.ts'

const registry = useWorld()

let authorization: string
let publisherId: string

/** A hook of a suite begins after those of the file: the registry is open by then. */
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

/** Sends what is given as it is; without a content type of its own a body is said to be JSON. */
async function send({ method = 'GET', path, body, headers }: Sent) {
  const answer = await registry.world.inject({
    method: method as 'GET',
    url: path,
    headers: {
      ...(authorization ? { authorization } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: body }),
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
  ...(headers ? { headers } : {}),
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
    test(`${name} is no JSON that we read`, async () => {
      const problem = await assertRefused('malformed_json', createWith(body))
      assert.equal(problem.field, 'body')
    })
  }

  test('that is no UTF-8 is refused, not changed', async () => {
    const body = Buffer.from('{"id":"utf","name":"\xff\xfe"}', 'latin1')
    await assertRefused('malformed_json', createWith(body))
  })

  test('that is JSON but no object is refused', async () => {
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

  test('that is missing or empty is refused', async () => {
    await assertRefused('invalid_request', { method: 'POST', path: '/publishers' })
    await assertRefused('invalid_request', createWith(''))
    await assertRefused('malformed_json', createWith('  '))
  })

  test('that is empty is fine where none is needed, whatever type it says', async () => {
    const remove = {
      method: 'DELETE',
      path: '/publishers/nobody',
      headers: { 'content-type': 'application/json' },
    }
    await assertRefused('publisher_not_found', remove)
    await assertRefused('publisher_not_found', { ...remove, body: '' })
  })

  test('of another kind is refused', async () => {
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

  test('of our kind is read however that is spelled', async () => {
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

  test('with a key twice counts by the last one', async () => {
    await assertRefused('publisher_id_invalid', createWith('{"id":"fine","id":"NO"}'))
  })

  test('with wrong types is refused by the field', async () => {
    for (const value of ['7', 'true', 'null', '[]', '["a"]', '{}', '{"toString":"a"}']) {
      const problem = await assertRefused('invalid_request', createWith(`{"id":"types","name":${value}}`))
      assert.equal(problem.field, 'body.name')
    }
  })

  test('with a null character or a lone surrogate is refused by the field, in keys too', async () => {
    for (const text of ['a\\u0000b', '\\ud800', '\\udc00\\ud800']) {
      const problem = await assertRefused('invalid_request', createWith(`{"id":"clean","name":"${text}"}`))
      assert.equal(problem.field, 'body.name')
      await assertRefused('invalid_request', createWith(`{"id":"clean","other":{"deep":["${text}"]}}`))
      await assertRefused('invalid_request', createWith(`{"id":"clean","${text}":1}`))
    }
    const whole = await send(createWith('{"id":"clean-emoji","name":"\\ud83d\\ude00"}'))
    assert.equal((JSON.parse(whole.text) as { name: string }).name, '😀')
  })

  test('nested too deeply is refused with the limit', async () => {
    const deep = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`
    const problem = await assertRefused('invalid_request', createWith(`{"id":"deep","other":${deep}}`))
    assert.equal(problem.limit, 32)
    const lists = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
    await assertRefused('invalid_request', createWith(`{"id":"deep","other":${lists}}`))
  })

  test('with many unknown and odd keys is taken', async () => {
    const odd = { toString: 1, hasOwnProperty: 2, constructor: 3, '': 4, 'a.b': 5, 'a/b': 6, length: 7 }
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`key${n}`, n]))
    const { status, text } = await send(createWith(JSON.stringify({ ...many, ...odd, id: 'odd-keys' })))
    assert.equal(status, 201, text)
  })

  test('of more than a megabyte is refused with the limit', async () => {
    const problem = await assertRefused('body_too_large', createWith(`{"id":"${'a'.repeat(1024 * 1024)}"}`))
    assert.equal(problem.limit, 1024 * 1024)
  })

  test('that says it is compressed is not read as if it were plain', async () => {
    const { status } = await send(createWith('\x1f\x8b\x08', { 'content-encoding': 'gzip' }))
    assert.ok(status >= 400 && status < 500)
  })
})

describe('a path', () => {
  signedIn()

  test('with a null character, or that is not well-formed, is a bad request', async () => {
    for (const id of ['%00', 'a%00b']) {
      const problem = await assertRefused('invalid_request', { path: `/publishers/${id}` })
      assert.equal(problem.field, 'path.publisherId')
    }
    for (const id of ['%ff', '%', '%zz', '%e0%a4', '%c0%af', '%ed%a0%80'])
      await assertRefused('invalid_request', { path: `/publishers/${id}` })
  })

  test('with odd but well-formed parts is looked up', async () => {
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

  test('with a part that is too long is refused with the limit', async () => {
    const problem = await assertRefused('invalid_request', { path: `/publishers/${'a'.repeat(201)}` })
    assert.deepEqual([problem.field, problem.limit], ['path.publisherId', 200])
  })

  test('is the same with a slash at its end', async () => {
    for (const path of [
      '/publishers',
      '/publishers/',
      `/publishers/${publisherId}/`,
      '/users/',
      '/users/publishers',
    ])
      assert.equal((await send({ path })).status, 200, path)
  })

  test('that is not there is not found, whatever the method and the body', async () => {
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

  test('with a null character is refused by its parameter', async () => {
    const problem = await assertRefused('invalid_request', validate('username=a%00b'))
    assert.equal(problem.field, 'query.username')
  })

  test('with bad escapes, odd separators or unknown parameters is read as well as it can be', async () => {
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

  test('with a parameter twice counts by the last one, in either spelling', async () => {
    await assertRefused('publisher_id_invalid', validate('username=fine&username=NO'))
    assert.equal((await send(validate('username=NO&username=fine'))).status, 200)
    assert.equal((await send(validate('username%5B%5D=fine'))).status, 200)
  })

  test('of 100 kB in one parameter is refused with the limit', async () => {
    const problem = await assertRefused('invalid_request', validate(`username=${'a'.repeat(100_000)}`))
    assert.deepEqual([problem.field, problem.limit], ['query.username', 200])
  })
})

describe('a credential', () => {
  signedIn()
  const users = (value: string) => ({ path: '/users', headers: { authorization: value } })

  test('that is odd or huge is refused', async () => {
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

test('an answer tells nothing of the inside', async () => {
  const { headers, text } = await send({ path: '/publishers/nobody', headers: { authorization: '' } })
  assert.doesNotMatch(JSON.stringify(headers) + text, /fastify|node\.js|kysely|postgres|\/server\/src/i)
})
