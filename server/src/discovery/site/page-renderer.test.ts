import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import { type CallApi, PageRenderer, PageUnwanted } from './page-renderer.ts'
import type { ApiCall } from './page-worker.ts'

/** Does what its address says, as a built site would not. */
const program = `export default async function render(request, fetch) {
  const { pathname, searchParams } = new URL(request.url)
  if (pathname === '/throws') throw new Error('the page is broken')
  if (pathname === '/odd') throw { toString: () => 'no error', other: () => {} }
  if (pathname === '/ends') process.exit(1)
  if (pathname === '/loops') for (;;);
  if (pathname === '/dies') return new Promise(() => setImmediate(() => { throw new Error('nobody caught it') }))
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

  it('gives a page with its digests, and takes its calls to the API', async () => {
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

  it('keeps the calls of pages apart that are made at once', async () => {
    const texts = ['one', 'two', 'three']
    const pages = await Promise.all(
      texts.map((text) => renderer.render(page('/'), async () => answerOf(text))),
    )
    assert.deepEqual(
      pages.map(({ html }) => new TextDecoder().decode(html)),
      texts.map((text) => `${text}<script>go()</script>`),
    )
  })

  it('has pages wait their turn where there are many', async () => {
    let most = 0
    let now = 0
    const release = Promise.withResolvers<void>()
    const slowly: CallApi = async () => {
      most = Math.max(most, ++now)
      if (now === 100) release.resolve()
      await release.promise
      now--
      return answerOf('there')
    }
    const pages = await Promise.all(Array.from({ length: 250 }, () => renderer.render(page('/'), slowly)))
    assert.deepEqual([pages.length, most], [250, 100])
  })

  it('refuses pages where too many wait, and makes none that nobody waits for any more', async () => {
    const fresh = await open(program)
    const release = Promise.withResolvers<void>()
    let made = 0
    const slowly: CallApi = async () => {
      await release.promise
      made++
      return answerOf('there')
    }
    const left = new Set<number>()
    const ask = (n: number) => fresh.render(page('/'), slowly, () => !left.has(n))
    const asked = Array.from({ length: 300 }, (_, n) => ask(n))
    await assert.rejects(ask(300), { code: 'unavailable', retryAfterSeconds: 1 })
    for (let n = 150; n < 250; n++) left.add(n)
    // Those who left make room for others.
    const late = ask(301)
    release.resolve()
    const ends = await Promise.allSettled(asked)
    assert.equal((await late).status, 200)
    assert.equal(made, 201)
    for (const [n, { status, ...end }] of ends.entries()) {
      assert.equal(status, left.has(n) ? 'rejected' : 'fulfilled')
      if ('reason' in end) assert.ok(end.reason instanceof PageUnwanted)
    }
    await fresh.close()
  })

  it('tells what a page threw, and what its call to the API threw', async () => {
    await assert.rejects(renderer.render(page('/throws'), callApi), /the page is broken/)
    const broken = renderer.render(page('/'), async () => {
      throw new Error('no answer')
    })
    await assert.rejects(broken, /no answer/)
  })

  it('goes on in a new thread where one ended or was in a loop', async () => {
    for (const path of ['/ends', '/loops']) {
      await assert.rejects(renderer.render(page(path), callApi), /has ended/)
      assert.equal((await renderer.render(page('/'), callApi)).status, 203)
    }
  })

  it('goes on at once where something was thrown that nobody caught', async () => {
    await assert.rejects(renderer.render(page('/dies'), callApi), /nobody caught it/)
    assert.equal((await renderer.render(page('/'), callApi)).status, 203)
  })

  it('gives no page what a page of a thread before asked for', async () => {
    const fresh = await open(program)
    const asked = Promise.withResolvers<void>()
    const late = Promise.withResolvers<void>()
    const lost = fresh.render(page('/'), async () => {
      asked.resolve()
      await late.promise
      return answerOf('late')
    })
    await asked.promise
    await Promise.all([assert.rejects(lost), assert.rejects(fresh.render(page('/ends'), callApi))])
    const { html } = await fresh.render(page('/'), async () => {
      late.resolve()
      await new Promise(setImmediate)
      return answerOf('right')
    })
    assert.match(new TextDecoder().decode(html), /^right/)
    await fresh.close()
  })

  it('tells of what cannot be copied between threads, too', async () => {
    await assert.rejects(renderer.render(page('/odd'), callApi), /no error/)
  })

  it('is not opened for a program that cannot be loaded', async () => {
    await assert.rejects(open('throw new Error("not built right")'), /not built right/)
  })
})
