import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, it } from 'node:test'
import { ambiguousRequests } from '../../../test/ambiguous-requests.ts'
import { RawConnection } from '../../../test/raw-connection.ts'
import { untilTrue } from '../../../test/until-true.ts'
import { useWorld } from '../../../test/world.ts'
import { RegistryError } from '../../ground/errors.ts'
import { findSiteFile } from '../site-files/find.ts'
import type { RenderedPage } from './page.ts'
import { type PageRenderer, PageUnwanted } from './page-renderer.ts'
import { createSite } from './site.ts'

/** Allows 60 requests per address, and 12 that miss the cache. A page counts as ten of the latter. */
let now = new Date('2026-05-01T00:00:00Z')
const holder = useWorld({ now: () => now }, { RATE_LIMIT_FACTOR: '0.001', TRUST_PROXY: 'on' })

type Render = PageRenderer['render']
const text = (html: string) => new Uint8Array(Buffer.from(html))
const pageOf = (html: string): RenderedPage => ({
  status: 200,
  headers: {},
  html: text(html),
  br: text(html),
  scriptHashes: [],
})

describe('the site', () => {
  let site: Server
  let folder: string
  let address: string
  let render: Render
  let rendered: string[]

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nodeyard-site-'))
    await holder.world.listen()
    const { app, deps } = holder.world
    const pages = { render: (...given: Parameters<Render>) => render(...given), heap: async () => ({}) }
    site = await createSite(app, {
      api: app.handler,
      findFile: (...given) => findSiteFile(deps, ...given),
      pages: pages as unknown as PageRenderer,
      assetFolder: folder,
    })
    await once(site.listen(0, '127.0.0.1'), 'listening')
    address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  })
  after(async () => {
    site.close()
    site.closeAllConnections()
    await rm(folder, { recursive: true })
  })
  beforeEach(() => {
    rendered = []
    render = async ({ url }) => {
      rendered.push(url)
      return pageOf(url)
    }
  })

  const get = (path: string, from: string) => fetch(address + path, { headers: { 'x-forwarded-for': from } })

  it('limits rendered pages by address, but not cached ones', async () => {
    assert.equal((await get('/?q=one', '192.0.2.1')).status, 200)
    const refused = await get('/?q=two', '192.0.2.1')
    assert.deepEqual(
      [refused.status, refused.headers.get('retry-after'), refused.headers.get('cache-control')],
      [429, '40', 'no-store'],
    )
    for (let n = 0; n < 20; n++) assert.equal((await get('/?q=one', '192.0.2.1')).status, 200)
    assert.equal((await get('/?q=two', '192.0.2.2')).status, 200)
    assert.equal(rendered.length, 2)
    now = new Date(now.getTime() + 40_000)
    assert.equal((await get('/?q=three', '192.0.2.1')).status, 200)
  })

  it('renders no page for a long URL, which the page would repeat', async () => {
    for (const part of ['a&', '%22', '&', '/', '%']) {
      const long = await get(`/?${part.repeat(200_000 / part.length)}`, '192.0.2.2')
      assert.equal(long.status, 414, part)
      const path = await get(`/a${part.repeat(200_000 / part.length)}`, '192.0.2.2')
      assert.equal(path.status, 414, part)
    }
    assert.deepEqual(rendered, [])
    assert.equal((await get(`/?q=${'a'.repeat(8000)}`, '192.0.2.2')).status, 200)
  })

  it('escapes malformed percent-encoding in a path', async () => {
    await get('/nodes/%ff%zz?q=%ff', '192.0.2.9')
    assert.deepEqual(
      rendered.map((url) => new URL(url).pathname),
      ['/nodes/%25ff%25zz'],
    )
  })

  it('logs no address of a repository when its page fails', async ({ mock }) => {
    const logged = mock.method(holder.world.deps.log, 'error')
    render = async () => Promise.reject(new Error('broken'))
    const address = 'repositories/https://ann:secret@git.example/ann/blur'
    assert.equal((await get(`/${address}`, '192.0.2.7')).status, 500)
    assert.equal((await get(`/zh/${address}`, '192.0.2.8')).status, 500)
    const [first] = logged.mock.calls
    assert.deepEqual((first?.arguments as unknown[] | undefined)?.[0], {
      err: new Error('broken'),
      url: '/repositories/…',
    })
    assert.equal(logged.mock.callCount(), 2)
    assert.doesNotMatch(JSON.stringify(logged.mock.calls.map((call) => call.arguments)), /secret/)
  })

  it('counts a generated file as one request', async () => {
    const { given } = holder.world
    const [one, two, three] = [await given.node(), await given.node(), await given.node()]
    const badge = async ({ id }: { id: string }) =>
      (await get(`/badges/${id}/version.svg`, '192.0.2.3')).status
    assert.equal((await get('/?q=first', '192.0.2.3')).status, 200)
    assert.deepEqual([await badge(one), await badge(two), await badge(three)], [200, 200, 429])
    assert.equal(await badge(one), 200)
  })

  it('says when to retry if too many pages are waiting', async () => {
    render = async () => {
      throw new RegistryError('unavailable', { retryAfterSeconds: 1 })
    }
    const { status, headers } = await get('/?q=full', '192.0.2.4')
    assert.deepEqual(
      [status, headers.get('retry-after'), headers.get('cache-control')],
      [503, '1', 'no-store'],
    )
  })

  it('wants a page until the last client that requested it disconnects', async () => {
    const begun = Promise.withResolvers<() => boolean>()
    const ended = Promise.withResolvers<void>()
    render = async (_request, _callApi, isWanted = () => true) => {
      begun.resolve(isWanted)
      await ended.promise
      throw new PageUnwanted()
    }
    const ask = async (from: string) => {
      const socket = connect((site.address() as AddressInfo).port, '127.0.0.1')
      const received = once(site, 'request')
      socket.write(`GET /?q=left HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${from}\r\n\r\n`)
      await received
      return socket
    }
    site.closeIdleConnections()
    const first = await ask('192.0.2.5')
    const isWanted = await begun.promise
    const second = await ask('192.0.2.6')
    first.destroy()
    const connections = () => new Promise((resolve) => site.getConnections((_error, count) => resolve(count)))
    await untilTrue(async () => (await connections()) === 1)
    assert.equal(isWanted(), true)
    second.destroy()
    await untilTrue(() => !isWanted())
    ended.resolve()
  })

  it('renders a page again after its data changed, but not after an install', async () => {
    const { given, deps } = holder.world
    const { id } = await given.node()
    const { id: versionId } = await given.version({ node_id: id })
    render = async ({ url }, callApi) => {
      const { status } = await callApi({ method: 'GET', path: `/nodes/${id}`, headers: {} })
      assert.equal(status, 200)
      rendered.push(url)
      return pageOf(url)
    }
    const read = async (from: string) => {
      // A process that may have missed a change serves nothing from its cache.
      assert.ok(await deps.changes.hasReceivedAll())
      assert.equal((await get(`/nodes/${id}`, from)).status, 200)
      return rendered.length
    }
    assert.equal(await read('192.0.2.10'), 1)
    deps.installs.count(id, versionId)
    await deps.installs.flush()
    assert.equal(await read('192.0.2.11'), 1)
    deps.changes.announce([`node:${id}`])
    assert.equal(await read('192.0.2.12'), 2)
  })

  for (const [name, bytes] of Object.entries(ambiguousRequests))
    it(`refuses a request with ${name}`, async () => {
      const connection = await RawConnection.open(address)
      await connection.send(bytes)
      assert.equal((await connection.receive()).status, 400)
      connection.close()
    })

  it('accepts absolute URLs as request targets', async () => {
    const connection = await RawConnection.open(address)
    for (const path of ['/api/publishers/validate?username=free', '/?q=absolute']) {
      await connection.send(`GET http://registry.test${path} HTTP/1.1\r\nHost: registry.test\r\n\r\n`)
      assert.equal((await connection.receive()).status, 200, path)
    }
    assert.ok(rendered[0]?.endsWith('/?q=absolute'))
    connection.close()
  })
})
