import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import { addressKey } from '../../ground/address-key.ts'
import { type CallApi, PageRenderer, PageUnwanted } from './page-renderer.ts'
import type { ApiCall } from './page-worker.ts'

/** Fails in the way that the path names. */
const program = `export default async function render(request, fetch) {
  const { pathname, searchParams } = new URL(request.url)
  if (pathname === '/throws') throw new Error('the page is broken')
  if (pathname === '/odd') throw { toString: () => 'no error', other: () => {} }
  if (pathname === '/ends') process.exit(1)
  if (pathname === '/loops') for (;;);
  if (pathname === '/dies') return new Promise(() => setImmediate(() => { throw new Error('thrown later') }))
  const answer = await fetch('http://api.internal/nodes?page=1', {
    method: searchParams.get('method') ?? 'GET',
    headers: { accept: request.headers.get('accept') },
    ...(searchParams.has('body') ? { body: searchParams.get('body') } : {}),
  })
  return new Response(await answer.text() + '<script nonce="n">go()</script>', {
    status: answer.status,
    headers: { 'content-type': 'text/html', 'x-script-nonce': 'n', location: answer.headers.get('x-where') ?? '' },
  })
}`

const readerOf = (n: number) => addressKey(`10.0.${n >> 8}.${n & 255}`)
const page = (path: string) => ({ url: `https://registry.test${path}`, headers: { accept: 'text/html' } })
const answerOf = (text: string, status = 200) => ({
  status,
  headers: { 'x-where': '/there' },
  body: new TextEncoder().encode(text),
})

describe('the thread that renders pages', () => {
  let folder: string
  let renderer: PageRenderer
  const calls: ApiCall[] = []
  const callApi: CallApi = async (call) => {
    calls.push(call)
    return answerOf('hello', 203)
  }
  const open = async (text: string, options = {}) => {
    const file = join(folder, `${Math.random()}.mjs`)
    await writeFile(file, text)
    return PageRenderer.open(pathToFileURL(file), options)
  }

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nodeyard-pages-'))
    renderer = await open(program, { silenceMs: 2000 })
  })
  after(async () => {
    await renderer.close()
    await rm(folder, { recursive: true })
  })

  it('renders a page with its script digests, and serves its API calls', async () => {
    const { html, br, ...rest } = await renderer.render(page('/?method=POST&body=sent'), callApi)
    assert.equal(new TextDecoder().decode(html), 'hello<script>go()</script>')
    assert.deepEqual(new Uint8Array(brotliDecompressSync(br)), html)
    assert.deepEqual(rest, {
      status: 203,
      headers: { 'content-type': 'text/html', location: '/there' },
      scriptHashes: [createHash('sha256').update('go()').digest('base64')],
    })
    const { body, ...call } = calls.at(-1) ?? assert.fail()
    assert.equal(new TextDecoder().decode(body), 'sent')
    assert.deepEqual([call.method, call.path, call.headers['accept']], ['POST', '/nodes?page=1', 'text/html'])
  })

  it('keeps the calls of concurrent pages apart', async () => {
    const texts = ['one', 'two', 'three']
    const pages = await Promise.all(
      texts.map((text) => renderer.render(page('/'), async () => answerOf(text))),
    )
    assert.deepEqual(
      pages.map(({ html }) => new TextDecoder().decode(html)),
      texts.map((text) => `${text}<script>go()</script>`),
    )
  })

  for (const [readers, most] of [
    [250, 100],
    [2, 8],
  ] as const)
    it(`queues pages beyond those that it renders at once for ${readers} readers`, async () => {
      let maxRunning = 0
      let running = 0
      const release = Promise.withResolvers<void>()
      const slowly: CallApi = async () => {
        maxRunning = Math.max(maxRunning, ++running)
        if (running === most) release.resolve()
        await release.promise
        running--
        return answerOf('there')
      }
      const pages = await Promise.all(
        Array.from({ length: 200 }, (_, i) =>
          renderer.render(page('/'), slowly, undefined, readerOf(i % readers)),
        ),
      )
      assert.deepEqual([pages.length, maxRunning], [200, most])
    })

  it('refuses pages if the queue is full, and skips pages without waiting clients', async () => {
    const fresh = await open(program)
    const release = Promise.withResolvers<void>()
    let made = 0
    const slowly: CallApi = async () => {
      await release.promise
      made++
      return answerOf('there')
    }
    const left = new Set<number>()
    const ask = (n: number) => fresh.render(page('/'), slowly, () => !left.has(n), readerOf(n))
    const queued = Array.from({ length: 300 }, (_, n) => ask(n))
    await assert.rejects(ask(300), { code: 'unavailable', retryAfterSeconds: 1 })
    for (let n = 150; n < 250; n++) left.add(n)
    // Disconnected clients make room for others.
    const late = ask(301)
    release.resolve()
    const ends = await Promise.allSettled(queued)
    assert.equal((await late).status, 200)
    assert.equal(made, 201)
    for (const [n, { status, ...end }] of ends.entries()) {
      assert.equal(status, left.has(n) ? 'rejected' : 'fulfilled')
      if ('reason' in end) assert.ok(end.reason instanceof PageUnwanted)
    }
    await fresh.close()
  })

  it('rejects with the error of a page or of its API call', async () => {
    await assert.rejects(renderer.render(page('/throws'), callApi), /the page is broken/)
    const broken = renderer.render(page('/'), async () => {
      throw new Error('no answer')
    })
    await assert.rejects(broken, /no answer/)
  })

  it('continues in a new thread after one ended or looped', async () => {
    for (const path of ['/ends', '/loops']) {
      await assert.rejects(renderer.render(page(path), callApi), /has ended/)
      assert.equal((await renderer.render(page('/'), callApi)).status, 203)
    }
  })

  it('continues at once after an uncaught error', async () => {
    await assert.rejects(renderer.render(page('/dies'), callApi), /thrown later/)
    assert.equal((await renderer.render(page('/'), callApi)).status, 203)
  })

  it('does not give a page the response to a call from an earlier thread', async () => {
    const fresh = await open(program)
    const called = Promise.withResolvers<void>()
    const late = Promise.withResolvers<void>()
    const lost = fresh.render(page('/'), async () => {
      called.resolve()
      await late.promise
      return answerOf('late')
    })
    await called.promise
    await Promise.all([assert.rejects(lost), assert.rejects(fresh.render(page('/ends'), callApi))])
    const { html } = await fresh.render(page('/'), async () => {
      late.resolve()
      await new Promise(setImmediate)
      return answerOf('right')
    })
    assert.match(new TextDecoder().decode(html), /^right/)
    await fresh.close()
  })

  it('rejects with errors that cannot be copied between threads', async () => {
    await assert.rejects(renderer.render(page('/odd'), callApi), /no error/)
  })

  it('fails to open a program that cannot be loaded', async () => {
    await assert.rejects(open('throw new Error("not built right")'), /not built right/)
  })
})
