import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, describe, it } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { useWorld } from '../../../test/world.ts'
import { createChanges } from '../db/changes.ts'
import { CachedResponse, type ResponseParts } from './cached-response.ts'
import { etagOf, matchesEtag } from './etag.ts'
import { ResponseCache } from './response-cache.ts'

const now = Date.parse('2026-05-01T12:00:00Z')

function responseOf(part: Partial<ResponseParts> & { size?: number } = {}): CachedResponse {
  const { size = 10, ...rest } = part
  return new CachedResponse({ headers: {}, body: Buffer.alloc(size, 'a'), expiresAt: now + 60_000, ...rest })
}

describe('the response cache', () => {
  let clock: number
  let changes: ReturnType<typeof createChanges>
  let cache: ResponseCache

  beforeEach(() => {
    clock = now
    changes = createChanges()
    cache = new ResponseCache({ maxBytes: 100_000, now: () => clock, changes })
  })

  const store = (key: string, response: CachedResponse) => cache.store(key, response, cache.epoch)

  it('serves a response until it expires', () => {
    const response = responseOf()
    store('/a', response)
    clock = response.expiresAt - 1
    assert.equal(cache.get('/a'), response)
    clock = response.expiresAt
    assert.equal(cache.get('/a'), undefined)
  })

  it('does not store a response that has expired', () => {
    store('/a', responseOf({ expiresAt: now }))
    assert.equal(cache.stats.entries, 0)
  })

  for (const [what, refill] of [
    ['a refusal', () => Promise.reject(new Error('Refused.'))],
    ['a response that is not stored', async () => responseOf({ expiresAt: now })],
    ['a redirect', async () => 'elsewhere'],
  ] as const)
    it(`forgets an expired response that is followed by ${what}`, async () => {
      store('/a', responseOf())
      clock += 60_000
      await cache.fetch<unknown>('/a', refill).catch(() => undefined)
      assert.equal(cache.stats.entries, 0)
    })

  it('serves no response for longer after the clock is set back', () => {
    store('/a', responseOf())
    clock -= 1
    assert.equal(cache.get('/a'), undefined)
  })

  it('removes the responses with a changed tag, in any letter case, and no others', () => {
    store('/a', responseOf({ tags: ['node:Blur', 'nodes'] }))
    store('/b', responseOf({ tags: ['node:sharpen', 'nodes'] }))
    store('/c', responseOf())
    changes.announce(['node:other', 'publisher:acme'])
    assert.ok(cache.get('/a') && cache.get('/b') && cache.get('/c'))
    changes.announce(['node:blur'])
    assert.deepEqual([cache.get('/a'), cache.get('/b') !== undefined], [undefined, true])
    changes.announce(['nodes'])
    assert.deepEqual([cache.get('/b'), cache.get('/c') !== undefined], [undefined, true])
  })

  it('serves nothing from before a change of everything', () => {
    store('/a', responseOf({ tags: ['node:blur'] }))
    store('/b', responseOf())
    changes.announce(['*'])
    assert.deepEqual([cache.get('/a'), cache.get('/b')], [undefined, undefined])
  })

  it('does not store a response whose tags changed during the fill', () => {
    const { epoch } = cache
    changes.announce(['node:blur'])
    changes.announce(['something:else'])
    cache.store('/a', responseOf({ tags: ['node:Blur', 'nodes'] }), epoch)
    cache.store('/b', responseOf({ tags: ['node:sharpen', 'nodes'] }), epoch)
    assert.deepEqual([cache.get('/a'), cache.get('/b') !== undefined], [undefined, true])
    changes.announce(['*'])
    cache.store('/c', responseOf(), epoch)
    assert.equal(cache.get('/c'), undefined)
    store('/c', responseOf())
    assert.ok(cache.get('/c'))
  })

  it('does not store a response after more changes than it remembers', () => {
    const { epoch } = cache
    changes.announce(['node:blur'])
    for (let n = 0; n < 3000; n++) changes.announce([`node:${n}`])
    cache.store('/a', responseOf({ tags: ['node:blur'] }), epoch)
    assert.equal(cache.get('/a'), undefined)
  })

  it('replaces a response together with its tags', () => {
    store('/a', responseOf({ tags: ['old'] }))
    const second = responseOf({ tags: ['new'] })
    store('/a', second)
    changes.announce(['old'])
    assert.equal(cache.get('/a'), second)
    changes.announce(['new'])
    assert.equal(cache.get('/a'), undefined)
  })

  it('evicts the oldest responses first', () => {
    for (let n = 0; n < 20; n++) store(`/${n}`, responseOf({ size: 8900 }))
    const left = Array.from({ length: 20 }, (_, n) => n).filter((n) => cache.get(`/${n}`))
    assert.deepEqual(left, [10, 11, 12, 13, 14, 15, 16, 17, 18, 19])
  })

  it('does not store a response of a tenth of its size, or with a long URL', () => {
    store('/large', responseOf({ size: 10_001 }))
    store(`/${'a'.repeat(3000)}`, responseOf())
    assert.equal(cache.stats.entries, 0)
  })

  it('counts the size of URLs', () => {
    for (let n = 0; n < 100; n++) store(`/${'a'.repeat(1900)}${n}`, responseOf())
    assert.ok(cache.stats.bytes <= 100_000)
    assert.ok(cache.stats.entries < 100_000 / 2900)
  })

  it('counts the size of compressed forms', () => {
    const responses = Array.from({ length: 10 }, () => responseOf({ size: 8000 }))
    responses.forEach((response, n) => {
      store(`/${n}`, response)
    })
    for (const response of responses.slice(5)) {
      response.compressed.br = Buffer.alloc(7000)
      cache.grew(response)
    }
    assert.equal(cache.get('/0'), undefined)
    assert.ok(cache.get('/9'))
  })

  it('ignores the growth of responses that it does not hold', () => {
    const { epoch } = cache
    for (let n = 0; n < 50; n++) {
      const gone = responseOf({ size: 9000 })
      if (n % 2) cache.store('/gone', gone, cache.epoch)
      else cache.store('/never', gone, epoch - 1)
      changes.announce(['*'])
      gone.compressed.br = Buffer.alloc(9000)
      cache.grew(gone)
    }
    for (let n = 0; n < 10; n++) store(`/${n}`, responseOf({ size: 8900 }))
    assert.ok(cache.get('/0'), 'nothing was evicted')
  })

  describe('a cache miss', () => {
    it('fills the entry once for all concurrent requests, whether that succeeds or fails', async () => {
      let count = 0
      const fill = async () => {
        count++
        await Promise.resolve()
        if (count > 1) throw new Error('broken')
        return count
      }
      assert.deepEqual(await Promise.all([cache.fetch('/a', fill), cache.fetch('/a', fill)]), [1, 1])
      await assert.rejects(Promise.all([cache.fetch('/a', fill), cache.fetch('/a', fill)]), /broken/)
      assert.equal(count, 2)
      await assert.rejects(cache.fetch('/a', fill))
      assert.equal(count, 3)
    })

    it('stores the response, and serves it from then on', async () => {
      const response = responseOf()
      assert.equal(await cache.fetch('/a', async () => response), response)
      assert.equal(await cache.fetch('/a', () => assert.fail('it is cached')), response)
      assert.deepEqual([cache.stats.hits, cache.stats.misses], [1, 1])
    })

    it('replaces a cached response on request', async () => {
      const second = responseOf()
      store('/a', responseOf())
      assert.equal(await cache.fetch('/a', async () => second, { refresh: true }), second)
      assert.equal(cache.get('/a'), second)
    })

    it('does not join a fill that began before a change', async () => {
      const before = Promise.withResolvers<string>()
      const old = cache.fetch('/a', () => before.promise)
      changes.announce(['node:blur'])
      const fresh = cache.fetch('/a', async () => 'new')
      before.resolve('old')
      assert.deepEqual(await Promise.all([old, fresh]), ['old', 'new'])
    })

    it('joins a fill that began before a change of something else', async () => {
      const running = Promise.withResolvers<CachedResponse>()
      const response = responseOf({ tags: ['node:blur'] })
      const first = cache.fetch('/a', () => running.promise)
      changes.announce(['node:sharpen'])
      const second = cache.fetch('/a', () => assert.fail('the first fill is running'))
      running.resolve(response)
      assert.deepEqual(await Promise.all([first, second]), [response, response])
    })

    it('repeats a fill that failed before a change', async () => {
      const running = Promise.withResolvers<string>()
      const first = cache.fetch('/a', () => running.promise)
      changes.announce(['node:blur'])
      const second = cache.fetch('/a', async () => 'there now')
      running.reject(new Error('not there'))
      await assert.rejects(first, /not there/)
      assert.equal(await second, 'there now')
    })
  })
})

describe('ETags', () => {
  it('matches a weak or strong ETag in a list', () => {
    const etag = etagOf(Buffer.from('bytes'))
    for (const header of [etag, etag.slice(2), '*', `"other", ${etag}`, `W/"other",${etag} , "more"`])
      assert.equal(matchesEtag(header, etag), true, header)
    for (const header of [undefined, '', '"other"', 'W/"other"', etag.slice(3, -1)])
      assert.equal(matchesEtag(header, etag), false, header)
    assert.equal(matchesEtag('*', undefined), false)
  })
})

describe('response bytes', () => {
  it('arrive unchanged at any size', async () => {
    const bodies = [1, 860, 8192, 8193, 50_000, 300_000].map((size) => randomBytes(size))
    const answers = bodies.map((body) => responseOf({ body }))
    const server = createServer((request, response) => {
      const answer = answers[Number(request.url?.slice(1))]
      answer?.send(request, response)
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    // The first response of each second takes two writes, the next ones a single write.
    for (let round = 0; round < 5; round++) {
      for (const [index, body] of bodies.entries()) {
        const answer = await fetch(`http://127.0.0.1:${port}/${index}`)
        assert.ok(body.equals(await answer.bytes()), `${body.length} bytes`)
      }
    }
    server.close()
  })
})

describe('the response cache of the server', () => {
  const registry = useWorld()
  const get = (path: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    registry.world.inject({ method, url: path, headers })

  /** Changes a row without an announcement: a response with the old name must come from the cache. */
  async function renameSilently(id: string, name: string): Promise<void> {
    await registry.world.deps.db.updateTable('publishers').set({ name }).where('id', '=', id).execute()
  }

  const nameIn = (answer: { payload: string }) => (JSON.parse(answer.payload) as { name: string }).name

  /** Waits until the database has delivered the notifications of earlier changes. */
  async function untilReceived(): Promise<void> {
    const { db, changes } = registry.world.deps
    const mark = `mark:${randomUUID()}`
    const heard = new Promise<void>((resolve) => {
      changes.onChange((tags) => tags.includes(mark) && resolve())
    })
    await sql`select pg_notify('nodeyard_changes', ${mark})`.execute(db)
    await heard
  }

  async function cachedPublisher(description = '') {
    const { id } = await registry.world.given.publisher({ name: 'Before', description })
    await untilReceived()
    const path = `/publishers/${id}`
    const first = await get(path)
    await renameSilently(id, 'After')
    return { id, path, first }
  }

  it('repeats a response, bytes and headers, until its data changes', async () => {
    const { id, path, first } = await cachedPublisher()
    const second = await get(path)
    assert.equal(second.payload, first.payload)
    assert.equal(second.headers['etag'], first.headers['etag'])
    assert.match(String(second.headers['vary']), /Authorization/)
    registry.world.deps.changes.announce([`publisher:${id}`])
    assert.equal(nameIn(await get(path)), 'After')
  })

  it('renews a response when it has expired', async () => {
    const { path } = await cachedPublisher()
    assert.equal(nameIn(await get(path)), 'Before')
    registry.world.advance(61_000)
    assert.equal(nameIn(await get(path)), 'After')
  })

  it('renews a response for all clients when one sends no-cache', async () => {
    const { path } = await cachedPublisher()
    const headers = {
      'cache-control': 'no-cache, no-store, must-revalidate',
      pragma: 'no-cache',
      expires: '0',
    }
    assert.equal(nameIn(await get(path)), 'Before')
    assert.equal(nameIn(await get(path, headers)), 'After')
    assert.equal(nameIn(await get(path)), 'After')
  })

  it('bypasses the cache for a signed-in client and keeps the entry', async () => {
    const { path } = await cachedPublisher()
    const user = await registry.world.given.user()
    const headers = { authorization: `Bearer ${await registry.world.tokenOf(user)}` }
    assert.equal(nameIn(await get(path, headers)), 'After')
    assert.equal(nameIn(await get(path)), 'Before')
  })

  it('sends 304 for a current copy, also on a miss', async () => {
    const { id, path, first } = await cachedPublisher()
    const headers = { 'if-none-match': String(first.headers['etag']) }
    const again = await get(path, headers)
    assert.deepEqual([again.statusCode, again.payload], [304, ''])
    assert.equal(again.headers['etag'], first.headers['etag'])
    assert.equal(again.headers['access-control-allow-origin'], '*')
    await renameSilently(id, 'Before')
    registry.world.deps.changes.announce(['*'])
    assert.equal((await get(path, headers)).statusCode, 304)
    await renameSilently(id, 'After')
    registry.world.deps.changes.announce(['*'])
    assert.equal((await get(path, headers)).statusCode, 200)
  })

  it('sends compressed bytes of the same response only to clients that accept them', async () => {
    const { path, first } = await cachedPublisher('Long enough to be worth it. '.repeat(35))
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync }
    for (const encoding of ['br', 'gzip'] as const) {
      const answer = await untilEncoded(path, encoding)
      assert.equal(answer.headers['content-encoding'], encoding)
      assert.equal(Number(answer.headers['content-length']), answer.rawPayload.length)
      assert.equal(unpack[encoding](answer.rawPayload).toString(), first.payload)
      assert.equal(answer.headers['etag'], first.headers['etag'])
    }
    const plain = ['identity', 'br;q=0, gzip;q=0.0', 'deflate', 'brotli', '']
    for (const accepted of plain) {
      const answer = await get(path, { 'accept-encoding': accepted })
      assert.deepEqual(
        [answer.headers['content-encoding'], answer.payload],
        [undefined, first.payload],
        accepted,
      )
    }
    const preferred = { 'br;q=0, gzip': 'gzip', 'GZIP;q=0.5': 'gzip', 'gzip, deflate, br;q=1.0': 'br' }
    for (const [accepted, encoding] of Object.entries(preferred))
      assert.equal((await get(path, { 'accept-encoding': accepted })).headers['content-encoding'], encoding)
  })

  it('holds and counts no more memory than the bytes of a response', async () => {
    const { path } = await cachedPublisher('Long enough to be worth it. '.repeat(35))
    for (const encoding of ['br', 'gzip']) await untilEncoded(path, encoding)
    const { body, compressed } = registry.world.deps.responseCache.get(path) ?? assert.fail('it is cached')
    for (const bytes of [body, compressed.br, compressed.gzip])
      assert.equal(bytes?.buffer.byteLength, bytes?.length ?? 0)
  })

  /** The second request for an encoding starts the compression. */
  async function untilEncoded(path: string, encoding: string) {
    for (;;) {
      const answer = await get(path, { 'accept-encoding': encoding })
      if (answer.headers['content-encoding']) return answer
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  it('shares an entry between HEAD and GET', async () => {
    const { path, first } = await cachedPublisher()
    const { statusCode, headers, payload } = await get(path, {}, 'HEAD')
    assert.deepEqual([statusCode, payload], [200, ''])
    assert.equal(Number(headers['content-length']), first.rawPayload.length)
    const { id } = await registry.world.given.publisher({ name: 'Before' })
    await untilReceived()
    await get(`/publishers/${id}`, {}, 'HEAD')
    await renameSilently(id, 'After')
    assert.equal(nameIn(await get(`/publishers/${id}`)), 'Before')
  })

  it('does not cache errors', async () => {
    const path = '/publishers/comes-later'
    assert.equal((await get(path)).statusCode, 404)
    await registry.world.given.publisher({ id: 'comes-later' })
    assert.equal((await get(path)).statusCode, 200)
  })

  // Last in this file, because stale responses are served without a refresh for a second after it.
  describe('an unavailable database', () => {
    const away = () => {
      throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
    }
    const unknownTokens = { db: { selectFrom: away }, knownUsers: { find: away } }

    async function whileAway<Result>(parts: object, ask: () => Promise<Result>): Promise<Result> {
      const { deps } = registry.world
      const { db, knownUsers } = deps
      Object.assign(deps, parts)
      try {
        return await ask()
      } finally {
        Object.assign(deps, { db, knownUsers })
      }
    }

    it('sends a signed-in client the cached response, marked as stale, whether or not the token is known', async () => {
      const { path } = await cachedPublisher()
      const user = await registry.world.given.user()
      const headers = { authorization: `Bearer ${await registry.world.tokenOf(user)}` }
      for (const parts of [unknownTokens, { db: unknownTokens.db }]) {
        await get('/publishers/validate?username=known', headers)
        const answer = await whileAway(parts, () => get(path, headers))
        assert.deepEqual([answer.statusCode, nameIn(answer)], [200, 'Before'])
        assert.equal(answer.headers['warning'], '111 - "Revalidation Failed"')
        assert.equal(answer.headers['cache-control'], 'public, no-cache')
      }
      assert.equal((await get(path, headers)).headers['warning'], undefined)
    })

    it('sends a signed-in client prepared responses too', async () => {
      await registry.world.deps.syncPages.refresh()
      const user = await registry.world.given.user()
      const headers = { authorization: `Bearer ${await registry.world.tokenOf(user)}` }
      const path = '/nodes?page=1&limit=30'
      const { payload } = await get(path)
      const answer = await whileAway(unknownTokens, () => get(path, headers))
      assert.deepEqual([answer.statusCode, answer.payload], [200, payload])
      assert.equal(answer.headers['warning'], '111 - "Revalidation Failed"')
    })

    it('refuses uncached and personal responses as unavailable', async () => {
      const { path } = await cachedPublisher()
      const user = await registry.world.given.user()
      const headers = { authorization: `Bearer ${await registry.world.tokenOf(user)}` }
      const statuses = await whileAway(unknownTokens, async () => [
        (await get('/publishers/never-asked-for', headers)).statusCode,
        (await get('/users', headers)).statusCode,
        (await registry.world.inject({ method: 'PUT', url: path, payload: {}, headers })).statusCode,
      ])
      assert.deepEqual(statuses, [503, 503, 503])
    })
  })
})
