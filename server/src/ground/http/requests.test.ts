import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { defined, errors, type Problem } from '@nodeyard/contract/ground'
import { useWorld } from '../../../test/world.ts'
import { inProcess } from '../address-key.ts'
import { inTransaction } from '../db/transactions.ts'
import { rememberedMs } from './idempotency.ts'

const registry = useWorld()
/** Quotas of 60 requests per address, 12 without sign-in, and 3 reads and 1 write per user. */
let limitedNow = new Date('2026-05-01T00:00:00Z')
const limited = useWorld({ now: () => limitedNow }, { RATE_LIMIT_FACTOR: '0.001', TRUST_PROXY: 'on' })
const quotas = { address: 60, anonymous: 12, user: 3, write: 1 }

let user: { id: string; email: string; name: string }
let authorization: string
beforeEach(async () => {
  user = await registry.world.given.user()
  authorization = `Bearer ${await registry.world.tokenOf(user)}`
})

interface Sent {
  method?: 'GET' | 'POST' | 'PUT' | 'HEAD'
  headers?: Record<string, string>
  body?: object
}

async function send(url: string, { method = 'GET', headers = {}, body }: Sent = {}) {
  const answer = await registry.world.inject({ method, url, headers, ...defined({ payload: body }) })
  return { status: answer.statusCode, headers: answer.headers, text: answer.payload }
}

describe('a POST with an Idempotency-Key', () => {
  let key: string
  beforeEach(() => {
    key = registry.world.deps.newId()
  })
  const create = (body: object = { id: `once-${key}` }, headers: Record<string, string> = {}) =>
    send('/publishers', {
      method: 'POST',
      body,
      headers: { authorization, 'idempotency-key': key, ...headers },
    })

  it('runs once, and a repeated request gets the same response', async () => {
    const first = await create()
    const again = await create()
    assert.deepEqual([first.status, again.status], [201, 201])
    assert.equal(again.text, first.text)
    assert.deepEqual(
      [first.headers['idempotency-replayed'], again.headers['idempotency-replayed']],
      [undefined, 'true'],
    )
    assert.equal((await registry.world.events(`once-${key}`)).length, 1)
    // The id is taken without the key.
    const plain = await send('/publishers', {
      method: 'POST',
      body: { id: `once-${key}` },
      headers: { authorization },
    })
    assert.equal(plain.status, 400)
  })

  it('runs once for concurrent requests: the others wait or get the same response', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => create()))
    const codes = new Set(answers.map(({ status }) => status))
    assert.ok([...codes].every((status) => status === 201 || status === 409))
    for (const { status, headers } of answers) if (status === 409) assert.equal(headers['retry-after'], '1')
    assert.equal(
      answers.filter(({ headers, status }) => status === 201 && !headers['idempotency-replayed']).length,
      1,
    )
    assert.equal((await create()).status, 201)
    assert.equal((await registry.world.events(`once-${key}`)).length, 1)
  })

  it('returns its secret again, which the database does not reveal', async () => {
    const { world } = registry
    const publisher = await world.given.publisher({ owner: user })
    const token = () =>
      send(`/publishers/${publisher.id}/tokens`, {
        method: 'POST',
        body: { name: 'CI' },
        headers: { authorization, 'idempotency-key': key },
      })
    const first = await token()
    const secret = (JSON.parse(first.text) as { token: string }).token
    assert.equal((await token()).text, first.text)
    const rows = await world.deps.db.selectFrom('idempotent_requests').selectAll().execute()
    for (const { answer, ...rest } of rows) {
      const stored = Buffer.from(answer ?? []).toString('latin1') + JSON.stringify(rest)
      assert.ok(!stored.includes(secret) && !stored.includes(secret.slice(4)) && !stored.includes(key))
    }
  })

  it('is refused when the key was used for another request', async () => {
    await create()
    const other = await create({ id: `other-${key}` })
    assert.deepEqual([other.status, JSON.parse(other.text).error], [422, 'idempotency_key_reused'])
  })

  it('can be retried after an error, with the same key and another body', async () => {
    assert.equal((await create({ id: 'NO' })).status, 400)
    assert.equal((await create()).status, 201)
  })

  it('is independent of other users and URLs', async () => {
    await create()
    const stranger = await registry.world.given.user()
    const theirs = await create(
      { id: `theirs-${key}` },
      { authorization: `Bearer ${await registry.world.tokenOf(stranger)}` },
    )
    assert.equal(theirs.status, 201)
    const elsewhere = await send('/customers', {
      method: 'POST',
      headers: { authorization, 'idempotency-key': key },
    })
    assert.equal(elsewhere.status, 201)
  })

  it('accepts a quoted key and refuses a malformed one', async () => {
    const first = await create()
    assert.equal((await create(undefined, { 'idempotency-key': `"${key}"` })).text, first.text)
    for (const bad of ['""', '"', 'a b', 'x'.repeat(256), '"a"b"']) {
      const { status, text } = await create(undefined, { 'idempotency-key': bad })
      assert.deepEqual([status, (JSON.parse(text) as Problem).field], [400, 'header.idempotency-key'], bad)
    }
  })

  it('is run again after its process died, and forgotten after a day', async () => {
    const { world } = registry
    const { db } = world.deps
    await create()
    await db
      .updateTable('idempotent_requests')
      .set({ status: null, answer: null })
      .where('caller', '=', user.id)
      .execute()
    assert.equal((await create()).status, 409)
    world.advance(121_000)
    assert.equal(JSON.parse((await create()).text).error, 'publisher_id_taken')
    world.advance(rememberedMs + 1)
    authorization = `Bearer ${await world.tokenOf(user)}`
    await create({ id: `next-${key}` })
    const { forgetIdempotentRequests } = await import('./jobs.ts')
    world.advance(rememberedMs + 1)
    await inTransaction(db, (tx) => world.deps.jobs.send(tx, forgetIdempotentRequests, {}))
    await world.runJobs()
    assert.deepEqual(await db.selectFrom('idempotent_requests').select('caller').execute(), [])
  })
})

describe('rate limits', () => {
  const ask = (address: string, url = '/publishers/nobody', headers: Record<string, string> = {}) =>
    limited.world.inject({ url, headers: { 'x-forwarded-for': address, ...headers } })

  it('are sent with every response, and cause 429 and Retry-After', async () => {
    const answer = await ask('192.0.2.1')
    assert.equal(
      answer.headers['ratelimit-policy'],
      `"address";q=${quotas.address};w=60, "anonymous";q=${quotas.anonymous};w=60`,
    )
    assert.equal(answer.headers['ratelimit'], '"address";r=59;t=1, "anonymous";r=11;t=5')
    for (let n = 1; n < quotas.anonymous; n++) await ask('192.0.2.1')
    const refusal = await ask('192.0.2.1')
    assert.equal(refusal.statusCode, 429)
    assert.equal(refusal.headers['retry-after'], '5')
    assert.deepEqual([refusal.json().error, refusal.json().limit], ['too_many_requests', quotas.anonymous])
    limitedNow = new Date(limitedNow.getTime() + 5000)
    assert.equal((await ask('192.0.2.1')).statusCode, 404)
  })

  it('count each address separately, and IPv6 by network', async () => {
    for (let n = 0; n < quotas.anonymous; n++) await ask(`2001:db8:7:7::${n}`)
    assert.equal((await ask('2001:db8:7:ff:ffff::1')).statusCode, 429)
    assert.equal((await ask('2001:db8:7:100::1')).statusCode, 404)
  })

  it('count users separately, whatever their address', async () => {
    const { world } = limited
    const [one, other] = [await world.given.user(), await world.given.user()]
    const as = async (who: typeof one) => ({ authorization: `Bearer ${await world.tokenOf(who)}` })
    const statuses = []
    for (let n = 0; n < quotas.user + 1; n++) {
      statuses.push((await ask('192.0.2.3', '/users', await as(one))).statusCode)
    }
    assert.deepEqual(statuses, [200, 200, 200, 429])
    assert.equal((await ask('192.0.2.3', '/users', await as(other))).statusCode, 200)
    assert.equal((await ask('192.0.2.4', '/users', await as(one))).statusCode, 429)
  })

  it('count guessed credentials like missing ones', async () => {
    const wrong = { authorization: 'Bearer nonsense' }
    for (let n = 0; n < quotas.anonymous; n++) await ask('192.0.2.5', '/users', wrong)
    assert.equal((await ask('192.0.2.5', '/users', wrong)).statusCode, 429)
  })

  it('allow an office many more cached responses, and announce it once half is used', async () => {
    await ask('192.0.2.6', '/features')
    for (let n = 0; n < 29; n++) {
      const { statusCode, headers } = await ask('192.0.2.7', '/features')
      assert.deepEqual(
        [statusCode, headers['ratelimit'], headers['ratelimit-policy']],
        [200, undefined, undefined],
      )
    }
    assert.equal((await ask('192.0.2.7', '/features')).headers['ratelimit'], '"address";r=30;t=30')
    const kept = await ask('192.0.2.7', '/features')
    assert.deepEqual(
      [kept.headers['ratelimit-policy'], kept.headers['ratelimit']],
      [`"address";q=${quotas.address};w=60`, '"address";r=29;t=31'],
    )
    const same = await ask('192.0.2.7', '/features', { 'if-none-match': String(kept.headers.etag) })
    assert.deepEqual([same.statusCode, same.headers['ratelimit']], [304, '"address";r=28;t=32'])
    for (let n = 0; n < 28; n++) await ask('192.0.2.7', '/features')
    const refusal = await ask('192.0.2.7', '/features')
    assert.deepEqual([refusal.statusCode, refusal.headers['retry-after']], [429, '1'])
  })

  it('do not apply to in-process calls', async () => {
    const { world } = limited
    for (let n = 0; n < quotas.anonymous + 1; n++) {
      const answer = await world.app.fastify.inject({ url: '/publishers/nobody', remoteAddress: inProcess })
      assert.equal(answer.statusCode, 404)
    }
  })

  it('ignore forged proxy entries, also for cached responses', async () => {
    await ask('192.0.2.8', '/features')
    const { headers } = await ask('192.0.2.9', '/publishers/nobody')
    assert.match(String(headers['ratelimit']), /^"address";r=59/)
    for (let n = 1; n < quotas.anonymous; n++) await ask(`203.0.113.${n}, 192.0.2.9`)
    assert.equal((await ask('203.0.113.99, 192.0.2.9')).statusCode, 429)
    for (let n = 0; n < quotas.address; n++) await ask(`203.0.113.${n},192.0.2.9`, '/features')
    assert.equal((await ask('203.0.113.99, 192.0.2.9', '/features')).statusCode, 429)
  })

  it('apply to a client that claims to be an in-process call', async () => {
    for (let n = 0; n < quotas.anonymous; n++) await ask(inProcess)
    assert.equal((await ask(inProcess)).statusCode, 429)
  })

  it('can be turned off, and are then not sent', async () => {
    await send('/features')
    for (const url of ['/features', '/publishers/nobody']) {
      const { headers } = await send(url)
      assert.deepEqual([headers['ratelimit'], headers['ratelimit-policy']], [undefined, undefined])
    }
  })
})

describe('problem details', () => {
  const detailed = { accept: 'application/problem+json' }

  it('are sent on explicit request', async () => {
    const { status, headers, text } = await send('/publishers/nobody', { headers: detailed })
    assert.equal(status, 404)
    assert.match(String(headers['content-type']), /^application\/problem\+json/)
    const { instance, ...problem } = JSON.parse(text)
    assert.deepEqual(problem, {
      type: `${registry.world.deps.config.apiUrl}/errors/publisher_not_found`,
      title: errors.publisher_not_found.message,
      status: 404,
      detail: errors.publisher_not_found.message,
      code: 'publisher_not_found',
    })
    assert.equal(instance, `urn:uuid:${headers['x-request-id']}`)
  })

  it('link to the documentation of the code', async () => {
    const { text } = await send('/errors/publisher_not_found')
    assert.deepEqual(JSON.parse(text), {
      code: 'publisher_not_found',
      status: 404,
      message: 'Publisher Not Found',
    })
    for (const code of ['nonsense', 'toString', '__proto__'])
      assert.equal((await send(`/errors/${code}`)).status, 404)
  })

  it('are not sent without an explicit request', async () => {
    for (const accept of ['*/*', 'application/json', 'application/problem+json;q=0']) {
      const { headers, text } = await send('/publishers/nobody', { headers: { accept } })
      assert.match(String(headers['content-type']), /^application\/json/)
      assert.equal(JSON.parse(text).error, 'publisher_not_found')
    }
  })

  it('include the field and the limit', async () => {
    const { text } = await send(`/publishers/${'x'.repeat(201)}`, { headers: detailed })
    const { field, limit } = JSON.parse(text)
    assert.deepEqual([field, limit], ['path.publisherId', 200])
  })
})

describe('a signed-in read', () => {
  it('sends an ETag, and 304 to a client with a current copy', async () => {
    for (const url of ['/users', '/nodes', '/publishers', '/users/publishers/', '/customers/api-keys']) {
      await send('/customers', { method: 'POST', headers: { authorization } })
      const { headers } = await send(url, { headers: { authorization } })
      const again = await send(url, {
        headers: { authorization, 'if-none-match': String(headers.etag) },
      })
      assert.deepEqual([again.status, again.text], [304, ''], url)
      assert.match(String(headers.vary), /Authorization/)
    }
  })

  it('forbids shared caches, and all caches for secrets', async () => {
    const control = async (url: string) =>
      (await send(url, { headers: { authorization } })).headers['cache-control']
    assert.equal(await control('/nodes'), 'private, no-cache')
    assert.equal(await control('/users'), 'private, no-store')
    assert.equal((await send('/publishers/nobody')).headers['cache-control'], 'no-store')
  })

  it('omits the ETag of an install', async () => {
    const { world } = registry
    const version = await world.given.version()
    const { headers } = await send(`/nodes/${version.node_id}/install`, { headers: { authorization } })
    assert.equal(headers.etag, undefined)
  })
})
