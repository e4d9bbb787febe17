import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { after, before, beforeEach, describe, it } from 'node:test'
import { limits } from '@nodeyard/contract/limits'
import * as customers from '@nodeyard/contract/people'
import * as contract from '@nodeyard/contract/services'
import { jwtVerify } from 'jose'
import { type FakeServices, startFakeServices } from '../../../test/fakes/generation-services.ts'
import { useWorld, World } from '../../../test/world.ts'

const key = 'secret-upstream-key'
let fake: FakeServices
let world: World
let address: string
const unset = useWorld()

const setUp = new Set(contract.proxyServices.filter((name) => name !== 'kling'))
before(async () => {
  fake = await startFakeServices(key)
  const env = [...setUp].flatMap((name) => [
    [`PROXY_${name.toUpperCase()}_KEY`, key],
    [`PROXY_${name.toUpperCase()}_URL`, `${fake.url}/${name}`],
  ])
  world = await World.open({}, Object.fromEntries(env))
  address = await world.listen()
})
after(async () => {
  await fake.close()
  await world.close()
})

let user: { id: string; email: string; name: string }
let token: string
beforeEach(async () => {
  user = await world.given.user()
  token = await world.tokenOf(user)
  fake.seen.length = 0
  // By then, a breaker that an earlier test opened probes again, and the first success closes it.
  world.advance(3_600_000)
  token = await world.tokenOf(user)
  for (const path of ['/proxy/runway/tasks/fine', '/proxy/luma/generations/fine']) await get(path)
  fake.seen.length = 0
})

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(address + path, { headers: { authorization: `Bearer ${token}`, ...headers } })

async function problem(answer: Response): Promise<[number, string]> {
  return [answer.status, ((await answer.json()) as { error: string }).error]
}

describe('a proxied request', () => {
  it("uses the registry's credential instead of the caller's", async () => {
    const answer = await get('/proxy/tripo/v2/openapi/task/task-1', {
      cookie: 'a=b',
      'x-forwarded-for': '1.2.3.4',
      'x-api-key-of-mine': 'x',
      te: 'trailers',
      range: 'bytes=0-1',
      'user-agent': 'a-client',
    })
    assert.equal(answer.status, 200)
    assert.equal(((await answer.json()) as { data: { task_id: string } }).data.task_id, 'task-1')
    const [seen] = fake.seen
    assert.deepEqual([seen?.method, seen?.path], ['GET', '/tripo/v2/openapi/task/task-1'])
    const { host, connection, ...sent } = seen?.headers ?? {}
    assert.deepEqual(sent, {
      accept: 'application/json',
      'accept-encoding': 'identity',
      authorization: `Bearer ${key}`,
      'user-agent': 'nodeyard',
    })
  })

  it('goes to the URL of its service', async () => {
    const paths: Record<string, string> = {
      '/proxy/tripo/v2/openapi/user/balance': '/tripo/v2/openapi/user/balance',
      '/proxy/openai/v1/responses/r1?include=a&include=b': '/openai/v1/responses/r1?include=a&include=b',
      '/proxy/luma/generations/g1': '/luma/generations/g1',
      '/proxy/minimax/query/video_generation?task_id=a%2F..%2Fb':
        '/minimax/query/video_generation?task_id=a%2F..%2Fb',
      '/proxy/moonvalley/prompts/p1': '/moonvalley/prompts/p1',
      '/proxy/pika/videos/v1': '/pika/videos/v1',
      '/proxy/pixverse/video/result/12': '/pixverse/video/result/12',
      '/proxy/runway/tasks/t1?page=2': '/runway/tasks/t1',
      '/proxy/stability/v2beta/results/r2': '/stability/v2beta/results/r2',
    }
    for (const path of Object.keys(paths)) assert.equal((await get(path)).status, 200, path)
    assert.deepEqual(
      fake.seen.map(({ path }) => path),
      Object.values(paths),
    )
  })

  it('sends the version, trace id and accepted type that the service requires', async () => {
    await get('/proxy/runway/tasks/t1')
    await get('/proxy/pixverse/video/result/12')
    const own = '6f1c8a3e-0000-4000-8000-000000000000'
    await get('/proxy/pixverse/video/result/12', { 'ai-trace-id': own })
    const [runway, fresh, given] = fake.seen.map(({ headers }) => headers)
    assert.equal(runway?.['x-runway-version'], '2024-11-06')
    assert.match(String(fresh?.['ai-trace-id']), /^[0-9a-f-]{36}$/)
    assert.equal(given?.['ai-trace-id'], own)
    const picture = await get('/proxy/stability/v2beta/results/picture', { accept: 'image/*' })
    assert.deepEqual([...new Uint8Array(await picture.arrayBuffer())], [0x89, 0x50, 0x4e, 0x47, 0, 255])
    assert.deepEqual(
      [picture.headers.get('content-type'), picture.headers.get('finish-reason')],
      ['image/png', 'SUCCESS'],
    )
  })

  it('is metered for a customer created on demand', async () => {
    await get('/proxy/runway/tasks/t1')
    await get('/proxy/runway/tasks/t1')
    await get('/proxy/runway/tasks/not-there')
    await world.deps.usage.flush()
    const { events } = await world
      .as(user)
      .call(customers.listOwnEvents, { query: { filter: 'api_usage_completed' } })
    const uses = events.map(({ params }) => [params['api_name'], params['status']])
    const total = events.reduce((sum, { params }) => sum + Number(params['count']), 0)
    assert.ok(uses.some(([name, status]) => name === 'runway/tasks' && status === 404))
    assert.equal(total, 5, 'with the two of the set-up')
  })

  it('needs a token or API key of a user who is not banned', async () => {
    const path = '/proxy/runway/tasks/t1'
    assert.deepEqual(await problem(await fetch(address + path)), [401, 'missing_credential'])
    const wrong = { headers: { 'x-api-key': 'comfyui-0' } }
    assert.deepEqual(await problem(await fetch(address + path, wrong)), [401, 'invalid_api_key'])
    await world.as(user).call(customers.createCustomer)
    const { api_key } = await world.as(user).call(customers.createApiKey, { body: { name: 'x' } })
    const byKey = { headers: { 'x-api-key': api_key.plaintext_key } }
    assert.equal((await fetch(address + path, byKey)).status, 200)
    assert.equal(fake.seen.at(-1)?.headers['x-api-key'], undefined)
    await world.deps.db.updateTable('users').set({ status: 'banned' }).where('id', '=', user.id).execute()
    assert.deepEqual(await problem(await fetch(address + path, byKey)), [403, 'user_banned'])
    assert.equal(fake.seen.length, 1)
  })

  it('allows only GET and the listed paths', async () => {
    for (const path of [
      '/proxy/kling/v1/videos/secret',
      '/proxy/runway/tasks',
      '/proxy/runway/organization',
      '/proxy/nobody/tasks/t1',
      '/proxy/tripo/v2/openapi/upload/t1',
    ])
      assert.deepEqual(await problem(await get(path)), [404, 'route_not_found'])
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']) {
      const init = { method, headers: { authorization: `Bearer ${token}` } }
      assert.equal((await fetch(`${address}/proxy/runway/tasks/t1`, init)).status, 404, method)
    }
    assert.equal(fake.seen.length, 0)
  })

  it('cannot escape its path', async () => {
    for (const id of [
      '%2e%2e',
      '..%2fadmin',
      'a%2Fb',
      'a%3Fb',
      'a%23b',
      '%00',
      'a%20b',
      '.',
      'a%0d%0ab',
      '%5c',
    ]) {
      const answer = await new Promise<number>((resolve) => {
        const options = { headers: { authorization: `Bearer ${token}` }, path: `/proxy/runway/tasks/${id}` }
        request(address, options, (got) => resolve(got.resume().statusCode ?? 0)).end()
      })
      assert.ok(answer === 400 || answer === 404, `${id}: ${answer}`)
    }
    assert.equal(fake.seen.length, 0)
  })

  it('gets a 503 for a service without a key', async () => {
    const { world: bare } = unset
    const one = await bare.given.user()
    const answer = await bare.inject({
      url: '/proxy/luma/generations/g1',
      headers: { authorization: `Bearer ${await bare.tokenOf(one)}` },
    })
    assert.deepEqual([answer.statusCode, answer.json().error], [503, 'service_not_configured'])
  })
})

describe('the response of a proxied service', () => {
  it('is passed on unchanged when it is an error', async () => {
    const answer = await get('/proxy/runway/tasks/not-there')
    assert.equal(answer.status, 404)
    assert.deepEqual(await answer.json(), {
      code: 1203,
      message: 'resource not found',
      request_id: 'request-2',
    })
    const busy = await get('/proxy/runway/tasks/busy')
    assert.deepEqual([busy.status, busy.headers.get('retry-after')], [429, '3'])
  })

  it('is stripped of unsafe headers', async () => {
    const answer = await get('/proxy/runway/tasks/bad-head')
    assert.equal(answer.headers.get('content-type'), 'text/html')
    assert.equal(answer.headers.get('retry-after'), '7')
    assert.match(answer.headers.get('content-security-policy') ?? '', /sandbox/)
    assert.equal(answer.headers.get('access-control-allow-origin'), '*')
    for (const name of ['set-cookie', 'proxy-authenticate', 'location', 'clear-site-data'])
      assert.equal(answer.headers.get(name), null)
  })

  it('becomes a 502 if it redirects, breaks off or is invalid HTTP', async () => {
    for (const id of ['redirects', 'no-http', 'says-huge', 'huge-head'])
      assert.deepEqual(await problem(await get(`/proxy/runway/tasks/${id}`)), [502, 'service_broken'], id)
    assert.deepEqual(await problem(await get('/proxy/luma/generations/hangs_up')), [
      502,
      'service_unreachable',
    ])
  })

  it('ends the connection if it stops midway', async () => {
    for (const id of ['cut-off', 'huge'])
      await assert.rejects(get(`/proxy/runway/tasks/${id}`).then((answer) => answer.arrayBuffer()))
  })

  it('never leaks the key, in body or headers, whole or split', async () => {
    for (const id of ['echoes-credential', 'cuts-credential', 'credential-in-head']) {
      const text = await get(`/proxy/runway/tasks/${id}`)
        .then((answer) => answer.text())
        .catch(() => '')
      assert.ok(!text.includes(key), id)
    }
  })

  it('is aborted when the caller disconnects', async () => {
    const leaving = new AbortController()
    const init = { headers: { authorization: `Bearer ${token}` }, signal: leaving.signal }
    const asked = fetch(`${address}/proxy/runway/tasks/slow`, init)
    while (fake.seen.length === 0) await new Promise(setImmediate)
    assert.equal(fake.running(), 1)
    leaving.abort()
    await assert.rejects(asked)
    while (fake.running() > 0) await new Promise(setImmediate)
  })

  it('respects the backpressure of a slow caller', async () => {
    const socket = request(`${address}/proxy/runway/tasks/huge`, {
      headers: { authorization: `Bearer ${token}` },
    })
    socket.end()
    const [answer] = await once(socket, 'response')
    answer.pause()
    await once(answer, 'readable')
    assert.equal(fake.running(), 1)
    answer.destroy()
    while (fake.running() > 0) await new Promise(setImmediate)
  })

  it('opens the breaker after several failures, then allows one probe', async () => {
    const fails = () => get('/proxy/luma/generations/fails')
    for (let n = 0; n < 5; n++) assert.equal((await fails()).status, 500)
    const paused = await get('/proxy/luma/generations/fine')
    assert.equal(paused.headers.get('retry-after'), '30')
    assert.deepEqual(await problem(paused), [503, 'service_paused'])
    assert.equal(fake.seen.length, 5)
    assert.equal((await get('/proxy/runway/tasks/fine')).status, 200, 'other services are not affected')
    world.advance(30_000)
    assert.equal((await fails()).status, 500)
    assert.equal((await get('/proxy/luma/generations/fine')).status, 503)
    world.advance(30_000)
    assert.equal((await get('/proxy/luma/generations/fine')).status, 200)
    assert.equal((await fails()).status, 500)
    assert.equal((await get('/proxy/luma/generations/fine')).status, 200)
  })
})

describe('concurrent requests of a customer', () => {
  it('are limited per customer', async () => {
    const asked = Array.from({ length: limits.proxyRequestsAtOnce }, () => get('/proxy/runway/tasks/slow'))
    while (fake.running() < limits.proxyRequestsAtOnce) await new Promise(setImmediate)
    const refusal = await get('/proxy/runway/tasks/t1')
    assert.equal(refusal.headers.get('retry-after'), '1')
    assert.deepEqual(await problem(refusal), [429, 'too_many_at_once'])
    const other = { authorization: `Bearer ${await world.tokenOf(await world.given.user())}` }
    assert.equal((await get('/proxy/runway/tasks/t1', other)).status, 200)
    fake.release()
    for (const answer of await Promise.all(asked)) assert.deepEqual(await answer.json(), { late: true })
    assert.equal((await get('/proxy/runway/tasks/t1')).status, 200)
  })
})

describe('a key of two halves', () => {
  it('signs a token valid for half an hour', async () => {
    const { upstreams } = await import('./upstreams.ts')
    const now = world.now()
    const { authorization } = await upstreams.kling.credential('access:the-secret-half', now)
    const jwt = String(authorization).replace('Bearer ', '')
    const { payload } = await jwtVerify(jwt, new TextEncoder().encode('the-secret-half'), {
      currentDate: now,
    })
    const seconds = Math.floor(now.getTime() / 1000)
    assert.deepEqual(payload, { iss: 'access', nbf: seconds - 5, exp: seconds + 1800 })
  })
})
