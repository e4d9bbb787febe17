import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, describe, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { useWorld } from '../../../test/world.ts'
import { createChanges } from '../db/changes.ts'
import { etagOf, KeptAnswer, KeptAnswers, type KeptParts, matchesEtag, sendKept } from './kept-answers.ts'

const now = Date.parse('2026-05-01T12:00:00Z')

function answerOf(part: Partial<KeptParts> & { size?: number } = {}): KeptAnswer {
  const { size = 10, ...rest } = part
  return new KeptAnswer({
    status: 200,
    headers: {},
    body: Buffer.alloc(size, 'a'),
    tags: [],
    expiresAt: now + 60_000,
    yields: true,
    ...rest,
  })
}

describe('answers', () => {
  let clock: number
  let changes: ReturnType<typeof createChanges>
  let kept: KeptAnswers

  beforeEach(() => {
    clock = now
    changes = createChanges()
    kept = new KeptAnswers({ maxBytes: 100_000, now: () => clock, changes })
  })

  const keep = (key: string, answer: KeptAnswer) => kept.keep(key, answer, kept.epoch)

  test('are kept until they are too old', () => {
    const answer = answerOf()
    keep('/a', answer)
    clock = answer.expiresAt - 1
    assert.equal(kept.find('/a'), answer)
    clock = answer.expiresAt
    assert.equal(kept.find('/a'), undefined)
  })

  test('are not kept for longer by a clock that is put back', () => {
    keep('/a', answerOf())
    clock -= 1
    assert.equal(kept.find('/a'), undefined)
  })

  test('are forgotten by any of their tags, in any letter case, and by no other', () => {
    keep('/a', answerOf({ tags: ['node:Blur', 'nodes'] }))
    keep('/b', answerOf({ tags: ['node:sharpen', 'nodes'] }))
    keep('/c', answerOf())
    changes.announce(['node:other', 'publisher:acme'])
    assert.ok(kept.find('/a') && kept.find('/b') && kept.find('/c'))
    changes.announce(['node:blur'])
    assert.deepEqual([kept.find('/a'), kept.find('/b') !== undefined], [undefined, true])
    changes.announce(['nodes'])
    assert.deepEqual([kept.find('/b'), kept.find('/c') !== undefined], [undefined, true])
  })

  test('are all forgotten when anything may have changed', () => {
    keep('/a', answerOf({ tags: ['node:blur'] }))
    keep('/b', answerOf())
    changes.announce(['*'])
    assert.deepEqual([kept.find('/a'), kept.find('/b')], [undefined, undefined])
  })

  test('are not kept when something of them changed between the start and the end of their making', () => {
    const { epoch } = kept
    changes.announce(['node:blur'])
    changes.announce(['something:else'])
    kept.keep('/a', answerOf({ tags: ['node:Blur', 'nodes'] }), epoch)
    kept.keep('/b', answerOf({ tags: ['node:sharpen', 'nodes'] }), epoch)
    assert.deepEqual([kept.find('/a'), kept.find('/b') !== undefined], [undefined, true])
    changes.announce(['*'])
    kept.keep('/c', answerOf(), epoch)
    assert.equal(kept.find('/c'), undefined)
    keep('/c', answerOf())
    assert.ok(kept.find('/c'))
  })

  test('are not kept when more changed meanwhile than is remembered', () => {
    const { epoch } = kept
    changes.announce(['node:blur'])
    for (let n = 0; n < 3000; n++) changes.announce([`node:${n}`])
    kept.keep('/a', answerOf({ tags: ['node:blur'] }), epoch)
    assert.equal(kept.find('/a'), undefined)
  })

  test('are made once for all who want them at once, whether that succeeds or not', async () => {
    let count = 0
    const make = async () => {
      count++
      await Promise.resolve()
      if (count > 1) throw new Error('broken')
      return count
    }
    assert.deepEqual(await Promise.all([kept.makeOnce('/a', make), kept.makeOnce('/a', make)]), [1, 1])
    await assert.rejects(Promise.all([kept.makeOnce('/a', make), kept.makeOnce('/a', make)]), /broken/)
    assert.equal(count, 2)
    await assert.rejects(kept.makeOnce('/a', make))
    assert.equal(count, 3)
  })

  test('whose making began before a change are not given to who asks after it', async () => {
    const before = Promise.withResolvers<string>()
    const old = kept.makeOnce('/a', () => before.promise)
    changes.announce(['node:blur'])
    const fresh = kept.makeOnce('/a', async () => 'new')
    before.resolve('old')
    assert.deepEqual(await Promise.all([old, fresh]), ['old', 'new'])
  })

  test('are given to who asks after a change, when that was of something else', async () => {
    const running = Promise.withResolvers<KeptAnswer>()
    const answer = answerOf({ tags: ['node:blur'] })
    const first = kept.makeOnce('/a', () => running.promise)
    changes.announce(['node:sharpen'])
    const second = kept.makeOnce('/a', () => assert.fail('it is being made'))
    running.resolve(answer)
    assert.deepEqual(await Promise.all([first, second]), [answer, answer])
  })

  test('that were refused before a change are asked for again by who asks after it', async () => {
    const running = Promise.withResolvers<string>()
    const first = kept.makeOnce('/a', () => running.promise)
    changes.announce(['node:blur'])
    const second = kept.makeOnce('/a', async () => 'there now')
    running.reject(new Error('not there'))
    await assert.rejects(first, /not there/)
    assert.equal(await second, 'there now')
  })

  test('that are made again take the place of the old, tags included', () => {
    keep('/a', answerOf({ tags: ['old'] }))
    const second = answerOf({ tags: ['new'] })
    keep('/a', second)
    changes.announce(['old'])
    assert.equal(kept.find('/a'), second)
    changes.announce(['new'])
    assert.equal(kept.find('/a'), undefined)
  })

  test('leave when there is no room, the oldest first', () => {
    for (let n = 0; n < 20; n++) keep(`/${n}`, answerOf({ size: 8900 }))
    const stay = Array.from({ length: 20 }, (_, n) => n).filter((n) => kept.find(`/${n}`))
    assert.deepEqual(stay, [10, 11, 12, 13, 14, 15, 16, 17, 18, 19])
  })

  test('that are a tenth of the room or have a long address are not kept', () => {
    keep('/large', answerOf({ size: 10_001 }))
    keep(`/${'a'.repeat(3000)}`, answerOf())
    assert.deepEqual([kept.find('/large'), kept.find(`/${'a'.repeat(3000)}`)], [undefined, undefined])
  })

  test('take room for their addresses', () => {
    for (let n = 0; n < 100; n++) keep(`/${'a'.repeat(1900)}${n}`, answerOf())
    assert.ok(kept.figures.bytes <= 100_000)
    assert.ok(kept.figures.count < 100_000 / 2900)
  })

  test('take room for their compressed forms', () => {
    const answers = Array.from({ length: 10 }, () => answerOf({ size: 8000 }))
    answers.forEach((answer, n) => {
      keep(`/${n}`, answer)
    })
    for (const answer of answers.slice(5)) {
      answer.compressed.br = Buffer.alloc(7000)
      kept.grew(answer)
    }
    assert.equal(kept.find('/0'), undefined)
    assert.ok(kept.find('/9'))
  })

  test('that are kept no longer, or never were, take no room when they are compressed', () => {
    const { epoch } = kept
    for (let n = 0; n < 50; n++) {
      const gone = answerOf({ size: 9000 })
      if (n % 2) kept.keep('/gone', gone, kept.epoch)
      else kept.keep('/never', gone, epoch - 1)
      changes.announce(['*'])
      gone.compressed.br = Buffer.alloc(9000)
      kept.grew(gone)
    }
    for (let n = 0; n < 10; n++) keep(`/${n}`, answerOf({ size: 8900 }))
    assert.ok(kept.find('/0'), 'nothing had to leave')
  })
})

test('a client has an answer when one of its tags is that of the bytes, weak or strong', () => {
  const etag = etagOf(Buffer.from('bytes'))
  for (const header of [etag, etag.slice(2), '*', `"other", ${etag}`, `W/"other",${etag} , "more"`])
    assert.equal(matchesEtag(header, etag), true, header)
  for (const header of [undefined, '', '"other"', 'W/"other"', etag.slice(3, -1)])
    assert.equal(matchesEtag(header, etag), false, header)
  assert.equal(matchesEtag('*', undefined), false)
})

test('bytes of any size arrive as they are kept', async () => {
  const bodies = [1, 860, 8192, 8193, 50_000, 300_000].map((size) => randomBytes(size))
  const answers = bodies.map((body) => answerOf({ body }))
  const server = createServer((request, response) => {
    const answer = answers[Number(request.url?.slice(1))]
    if (answer) sendKept(answer, request, response, () => {})
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  // The first of a second is made of two pieces, the next are one.
  for (let round = 0; round < 5; round++) {
    for (const [index, body] of bodies.entries()) {
      const answer = await fetch(`http://127.0.0.1:${port}/${index}`)
      assert.ok(body.equals(await answer.bytes()), `${body.length} bytes`)
    }
  }
  server.close()
})

describe('through the server', () => {
  const registry = useWorld()
  const get = (path: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    registry.world.inject({ method, url: path, headers })

  /** Changes a row behind the registry's back: whoever then gives the old name gives a kept answer. */
  async function renameSilently(id: string, name: string): Promise<void> {
    await registry.world.deps.db.updateTable('publishers').set({ name }).where('id', '=', id).execute()
  }

  const nameIn = (answer: { payload: string }) => (JSON.parse(answer.payload) as { name: string }).name

  /** What was changed before is heard once more, from the database; after this, nothing more of it comes. */
  async function untilHeard(): Promise<void> {
    const { db, changes } = registry.world.deps
    const mark = `mark:${randomUUID()}`
    const heard = new Promise<void>((resolve) => {
      changes.onChange((tags) => tags.includes(mark) && resolve())
    })
    await sql`select pg_notify('nodeyard_changes', ${mark})`.execute(db)
    await heard
  }

  async function keptPublisher(description = '') {
    const { id } = await registry.world.given.publisher({ name: 'Before', description })
    await untilHeard()
    const path = `/publishers/${id}`
    const first = await get(path)
    await renameSilently(id, 'After')
    return { id, path, first }
  }

  test('an answer is given again, bytes and headers, until what it shows changes', async () => {
    const { id, path, first } = await keptPublisher()
    const second = await get(path)
    assert.equal(second.payload, first.payload)
    assert.equal(second.headers['etag'], first.headers['etag'])
    assert.match(String(second.headers['vary']), /Authorization/)
    registry.world.deps.changes.announce([`publisher:${id}`])
    assert.equal(nameIn(await get(path)), 'After')
  })

  test('an answer is made again when the time is over', async () => {
    const { path } = await keptPublisher()
    assert.equal(nameIn(await get(path)), 'Before')
    registry.world.advance(61_000)
    assert.equal(nameIn(await get(path)), 'After')
  })

  test('a client that says no-cache gets a new answer, and with it everybody', async () => {
    const { path } = await keptPublisher()
    const headers = {
      'cache-control': 'no-cache, no-store, must-revalidate',
      pragma: 'no-cache',
      expires: '0',
    }
    assert.equal(nameIn(await get(path)), 'Before')
    assert.equal(nameIn(await get(path, headers)), 'After')
    assert.equal(nameIn(await get(path)), 'After')
  })

  test('a signed-in client gets an answer of its own, and leaves the kept one', async () => {
    const { path } = await keptPublisher()
    const user = await registry.world.given.user()
    const headers = { authorization: `Bearer ${await registry.world.tokenOf(user)}` }
    assert.equal(nameIn(await get(path, headers)), 'After')
    assert.equal(nameIn(await get(path)), 'Before')
  })

  test('a client that has the bytes is told so, with a first answer too', async () => {
    const { id, path, first } = await keptPublisher()
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

  test('compressed bytes hold the same answer, and go only to who takes them', async () => {
    const { path, first } = await keptPublisher('Long enough to be worth it. '.repeat(35))
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

  test('an answer holds no more memory than its bytes, which is what it counts for', async () => {
    const { path } = await keptPublisher('Long enough to be worth it. '.repeat(35))
    for (const encoding of ['br', 'gzip']) await untilEncoded(path, encoding)
    const { body, compressed } = registry.world.deps.kept.find(path) ?? assert.fail('it is kept')
    for (const bytes of [body, compressed.br, compressed.gzip])
      assert.equal(bytes?.buffer.byteLength, bytes?.length ?? 0)
  })

  /** The first who asks for an encoding gets the plain bytes, and has it made. */
  async function untilEncoded(path: string, encoding: string) {
    for (;;) {
      const answer = await get(path, { 'accept-encoding': encoding })
      if (answer.headers['content-encoding']) return answer
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  test('HEAD is answered from what is kept, and keeps nothing by itself', async () => {
    const { path, first } = await keptPublisher()
    const { statusCode, headers, payload } = await get(path, {}, 'HEAD')
    assert.deepEqual([statusCode, payload], [200, ''])
    assert.equal(Number(headers['content-length']), first.rawPayload.length)
    const { id } = await registry.world.given.publisher({ name: 'Before' })
    await get(`/publishers/${id}`, {}, 'HEAD')
    await renameSilently(id, 'After')
    assert.equal(nameIn(await get(`/publishers/${id}`)), 'After')
  })

  test('refusals are not kept', async () => {
    const path = '/publishers/comes-later'
    assert.equal((await get(path)).statusCode, 404)
    await registry.world.given.publisher({ id: 'comes-later' })
    assert.equal((await get(path)).statusCode, 200)
  })

  // The last, because for a second after it nothing is made anew of which there is an old answer.
  describe('while the database is away', () => {
    const away = () => {
      throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
    }
    const nobodyKnown = { db: { selectFrom: away }, knownUsers: { find: away } }

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

    test('a signed-in client gets the kept answer, marked as old, whether it is known or not', async () => {
      const { path } = await keptPublisher()
      const user = await registry.world.given.user()
      const headers = { authorization: `Bearer ${await registry.world.tokenOf(user)}` }
      for (const parts of [nobodyKnown, { db: nobodyKnown.db }]) {
        await get('/publishers/validate?username=known', headers)
        const answer = await whileAway(parts, () => get(path, headers))
        assert.deepEqual([answer.statusCode, nameIn(answer)], [200, 'Before'])
        assert.equal(answer.headers['warning'], '111 - "Revalidation Failed"')
        assert.equal(answer.headers['cache-control'], 'public, no-cache')
      }
      assert.equal((await get(path, headers)).headers['warning'], undefined)
    })

    test('a signed-in client gets what lies ready, too', async () => {
      await registry.world.deps.syncPages.bring()
      const user = await registry.world.given.user()
      const headers = { authorization: `Bearer ${await registry.world.tokenOf(user)}` }
      const path = '/nodes?page=1&limit=30'
      const { payload } = await get(path)
      const answer = await whileAway(nobodyKnown, () => get(path, headers))
      assert.deepEqual([answer.statusCode, answer.payload], [200, payload])
      assert.equal(answer.headers['warning'], '111 - "Revalidation Failed"')
    })

    test('what was never kept, and what is one caller’s own, is unavailable', async () => {
      const { path } = await keptPublisher()
      const user = await registry.world.given.user()
      const headers = { authorization: `Bearer ${await registry.world.tokenOf(user)}` }
      const statuses = await whileAway(nobodyKnown, async () => [
        (await get('/publishers/never-asked-for', headers)).statusCode,
        (await get('/users', headers)).statusCode,
        (await registry.world.inject({ method: 'PUT', url: path, payload: {}, headers })).statusCode,
      ])
      assert.deepEqual(statuses, [503, 503, 503])
    })
  })
})
