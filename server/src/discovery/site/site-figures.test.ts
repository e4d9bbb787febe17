import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { World } from '../../../test/world.ts'
import { type ServedRequest, silentTelemetry } from '../../ground/telemetry/telemetry.ts'
import { PageRenderer } from './page-renderer.ts'
import { createSite } from './site.ts'

/** Fails in the way that the path names. */
const program = `export default async function render(request) {
  const { pathname } = new URL(request.url)
  if (pathname === '/throws') throw new Error('the page is broken')
  return new Response('a page', { status: pathname === '/away' ? 503 : 200, headers: { 'content-type': 'text/html' } })
}`

describe('the request metrics of the site', () => {
  const recorded: Omit<ServedRequest, 'seconds'>[] = []
  let folder: string
  let world: World
  let pages: PageRenderer
  let site: Server

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nodeyard-site-'))
    await writeFile(join(folder, 'index.mjs'), program)
    world = await World.open({
      telemetry: { ...silentTelemetry, served: ({ seconds: _, ...answer }) => void recorded.push(answer) },
    })
    pages = await PageRenderer.open(pathToFileURL(join(folder, 'index.mjs')))
    site = await createSite(world.app, {
      api: world.app.handler,
      pages,
      assetFolder: folder,
      async findFile(path) {
        if (path === '/sitemap.xml') throw new Error('the database is away')
        return undefined
      },
    })
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  })
  after(async () => {
    site.closeAllConnections()
    site.close()
    await pages.close()
    await world.close()
    await rm(folder, { recursive: true })
  })
  beforeEach(() => void recorded.splice(0))

  const get = async (path: string) => {
    const { port } = site.address() as AddressInfo
    const answer = await fetch(`http://127.0.0.1:${port}${path}`)
    await answer.arrayBuffer()
    return answer.status
  }

  it('count rendered pages, but not cached ones', async () => {
    assert.deepEqual([await get('/en'), await get('/en')], [200, 200])
    assert.deepEqual(recorded, [{ method: 'GET', route: 'page', status: 200 }])
  })

  it('count failed pages and files as server errors', async () => {
    assert.deepEqual([await get('/throws'), await get('/away'), await get('/sitemap.xml')], [500, 503, 500])
    assert.deepEqual(
      recorded.map(({ route, status }) => [route, status]),
      [
        ['page', 500],
        ['page', 503],
        ['page', 500],
      ],
    )
  })
})
