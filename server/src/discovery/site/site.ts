import { existsSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { AddressKey } from '../../ground/address-key.ts'
import { RegistryError } from '../../ground/errors.ts'
import type { RequestHandler } from '../../ground/http/api.ts'
import type { CachedResponse } from '../../ground/http/cached-response.ts'
import { apiPrefix, prefixHeader, siteHeaders } from '../../ground/http/headers.ts'
import { loggedUrl } from '../../ground/http/logged-url.ts'
import type { App } from '../../ground/http/mount.ts'
import { createOpenServer } from '../../ground/http/open-server.ts'
import { callerOf } from '../../ground/http/request-limits.ts'
import { wellEscaped } from '../../ground/http/well-escaped.ts'
import { readHeap } from '../../ground/telemetry/heap.ts'
import { readAssets } from './assets.ts'
import { CachedPages } from './cached-pages.ts'
import type { Deps } from './deps.ts'
import { PageRenderer, PageUnwanted } from './page-renderer.ts'

/**
 * Finds a file that is neither a page nor part of the build. Calls `beforeMaking` before expensive work, and rejects with its
 * error. Readers take turns.
 */
export type FindFile = (
  path: string,
  beforeMaking: () => void,
  reader: AddressKey,
) => Promise<CachedResponse | undefined>

export const siteBuild = new URL('../../../../web/build/', import.meta.url)

/** A page repeats its URL in links, such as those to other languages. No page has a URL near this length. */
const longestUrl = 16 * 1024

/** The estimated number of API requests of a page, for the request limits. */
const requestsOfPage = 10

interface SiteParts extends BuiltSite {
  api: RequestHandler
  findFile: FindFile
  isFilling?: () => boolean
}

/** Creates the web server of the site: its files, its rendered pages, and the API below `/api`. */
export async function createSite(
  app: App<Deps>,
  { api, pages, assetFolder, findFile, isFilling = () => false }: SiteParts,
): Promise<Server> {
  const { deps } = app
  const assets = await readAssets(assetFolder)
  const cached = new CachedPages(app, pages, isFilling)
  deps.telemetry.show(
    { name: 'nodeyard_pages_heap_bytes', help: 'Heap of the thread that renders pages' },
    async () => readHeap(await pages.heap()),
  )

  const sendCached = (url: string, request: IncomingMessage, response: ServerResponse): boolean => {
    const hit = isRead(request) ? cached.get(url) : undefined
    hit?.send(request, response, { onGrow: deps.responseCache.grew })
    return hit !== undefined
  }

  return createOpenServer(
    (request, response) => {
      // The cache has canonical URLs only.
      if (sendCached(request.url ?? '/', request, response)) return
      const url = targetOf(request)
      if (url === undefined) return refuseRequest(response)
      // As a link, `//host` would lead to another host.
      if (severalSlashes.test(url)) return redirect(response, url.replace(severalSlashes, '/'))
      const path = url.split('?', 1)[0] ?? '/'
      const asset = assets.get(path)
      if (asset) asset.send(request, response)
      else if (path.startsWith(`${apiPrefix}/`)) passToApi(api, url, request, response)
      else if (isIdentityPath(path)) api(Object.assign(request, { url }), response)
      else if (path === '/discord') redirect(response, deps.config.chatUrl)
      else if (!isRead(request)) refuseMethod(response)
      else if (url.length > longestUrl) refuseLongUrl(response)
      else if (!sendCached(url, request, response))
        void sendFileOrPage({ app, findFile, cached, url, path }, request, response)
    },
    { refuse: refuseRequest },
  )
}

interface Lookup {
  app: App<Deps>
  findFile: FindFile
  cached: CachedPages
  url: string
  path: string
}

async function sendFileOrPage(
  { app: { deps, requestLimits }, findFile, cached, url, path }: Lookup,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const from = performance.now()
  const record = (route: 'page' | 'file', status: number) =>
    deps.telemetry.served({
      method: request.method ?? 'GET',
      route,
      status,
      seconds: (performance.now() - from) / 1000,
    })
  const { address } = callerOf(request, deps.config.proxies)
  const take = (requests: number) => requestLimits.takeMade(address, requests)
  try {
    const file = await findFile(path, () => take(1), address)
    if (!file) take(requestsOfPage)
    const found = file ?? (await cached.render(url, request, response))
    record(file ? 'file' : 'page', found.status)
    if (found.status >= 500)
      deps.log.error({ url: loggedUrl(url), status: found.status }, 'the page reports a failure')
    found.send(request, response, { onGrow: deps.responseCache.grew })
  } catch (error) {
    if (error instanceof PageUnwanted && response.destroyed) return
    if (error instanceof RegistryError && error.retryAfterSeconds !== undefined) {
      record('page', error.status)
      return refuseForNow(error, response)
    }
    deps.log.error({ err: error, url: loggedUrl(url) }, 'cannot render the page')
    record('page', 500)
    if (!response.headersSent) response.writeHead(500, { ...siteHeaders, 'content-type': 'text/plain' })
    response.end('This page cannot be shown right now.')
  }
}

const isRead = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD'

/** The sign-in client calls these paths on the page's own origin. */
function isIdentityPath(path: string): boolean {
  return identityPaths.some((start) => path.startsWith(start))
}

const identityPaths = ['/identitytoolkit.googleapis.com/', '/securetoken.googleapis.com/', '/emulator/']

function passToApi(
  api: RequestHandler,
  url: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  request.url = url.slice(apiPrefix.length)
  request.headers[prefixHeader] = apiPrefix
  api(request, response)
}

function redirect(response: ServerResponse, location: string): void {
  response
    .writeHead(302, { ...siteHeaders, location, 'cache-control': 'no-store', 'content-length': 0 })
    .end()
}

/**
 * Returns the path and query of a request target, and undefined for a target without a path. Repairs malformed escapes, because the
 * page router logs every path that it cannot decode.
 */
function targetOf({ url = '/' }: IncomingMessage): string | undefined {
  if (!url.startsWith('/')) return undefined
  const [path = '', ...query] = url.split('?')
  return [wellEscaped(path), ...query].join('?')
}

const severalSlashes = /^[/\\]{2,}/

function refuseRequest(response: ServerResponse): void {
  response.writeHead(400, { ...siteHeaders, 'content-type': 'text/plain' })
  response.end('The request is malformed.')
}

function refuseLongUrl(response: ServerResponse): void {
  response.writeHead(414, { ...siteHeaders, 'content-type': 'text/plain' })
  response.end(`An address here has at most ${longestUrl} characters.`)
}

function refuseForNow({ status, message, retryAfterSeconds }: RegistryError, response: ServerResponse): void {
  response.writeHead(status, {
    ...siteHeaders,
    'content-type': 'text/plain',
    'cache-control': 'no-store',
    'retry-after': String(retryAfterSeconds),
  })
  response.end(message)
}

function refuseMethod(response: ServerResponse): void {
  response.writeHead(405, { ...siteHeaders, allow: 'GET, HEAD', 'content-type': 'text/plain' })
  response.end('Only GET and HEAD are allowed here.')
}

/** The site as it was built. */
export interface BuiltSite {
  pages: PageRenderer
  assetFolder: string
}

/** Throws an error that says what to do if the site is not built. */
export function openBuiltSite(): Promise<BuiltSite> {
  const program = new URL('server/index.js', siteBuild)
  if (!existsSync(program)) throw new Error('The site is not built. Run `npm run build` first.')
  const assetFolder = fileURLToPath(new URL('client/', siteBuild))
  return PageRenderer.open(program).then((pages) => ({ pages, assetFolder }))
}
