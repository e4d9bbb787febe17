import { existsSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { LightMyRequestResponse } from 'fastify'
import { RegistryError } from '../../ground/errors.ts'
import type { RequestHandler } from '../../ground/http/api.ts'
import { cacheControl } from '../../ground/http/cache-control.ts'
import { CachedResponse, staleWarning } from '../../ground/http/cached-response.ts'
import { pagePolicy, siteHeaders } from '../../ground/http/headers.ts'
import type { App } from '../../ground/http/mount.ts'
import { createOpenServer } from '../../ground/http/open-server.ts'
import { apiPrefix } from '../../ground/http/present.ts'
import { callerOf, inProcess } from '../../ground/http/request-limits.ts'
import { wellEscaped } from '../../ground/http/well-escaped.ts'
import { readHeap } from '../../ground/telemetry/heap.ts'
import { isOfDownloads } from '../../packs/nodes/tags.ts'
import { readAssets } from './assets.ts'
import type { Deps } from './deps.ts'
import type { RenderedPage } from './page.ts'
import { type CallApi, PageRenderer, PageUnwanted } from './page-renderer.ts'
import type { ApiAnswer, PageRequest } from './page-worker.ts'

/**
 * Finds what stands at an address that is neither a page nor a built file. An error of `beforeMaking` ends it. Readers, by
 * their network address, take turns where that matters.
 */
export type FindFile = (
  path: string,
  beforeMaking: () => void,
  reader: string,
) => Promise<CachedResponse | undefined>

export const siteBuild = new URL('../../../../web/build/', import.meta.url)

const cachedSeconds = 60
/** A page asks the API for about so much that is not counted by itself. */
const requestsOfPage = 10

const keyOfPage = (url: string) => `page ${url}`

/** The web server of the site: its files, its rendered pages, the API below `/api`, and the way to the chat. */
export async function createSite(
  { deps, fastify, requestLimits }: App<Deps>,
  {
    api,
    pages,
    assetFolder,
    findFile,
    isFilling = () => false,
  }: { api: RequestHandler; findFile: FindFile; isFilling?: () => boolean } & BuiltSite,
): Promise<Server> {
  const assets = await readAssets(assetFolder)
  deps.telemetry.show(
    { name: 'nodeyard_pages_heap_bytes', help: 'Memory of the engine in the thread that renders pages' },
    async () => readHeap(await pages.heap()),
  )

  /** Who waits for each page that is being made. */
  const readers = new Map<string, Set<ServerResponse>>()

  return createOpenServer((request, response) => {
    // The cache has canonical URLs only.
    if (sendCachedPage(request.url ?? '/', request, response)) return
    const url = targetOf(request)
    if (url === undefined) return refuseTarget(response)
    // Taken into a link as it is, it would lead to another host.
    if (severalSlashes.test(url)) return redirect(response, url.replace(severalSlashes, '/'))
    const path = url.split('?', 1)[0] ?? '/'
    const asset = assets.get(path)
    if (asset) asset.send(request, response)
    else if (path.startsWith(`${apiPrefix}/`)) passToApi(api, url, request, response)
    else if (isIdentityPath(path)) api(Object.assign(request, { url }), response)
    else if (path === '/discord') redirect(response, deps.config.chatUrl)
    else if (!isRead(request)) refuseMethod(response)
    else if (!sendCachedPage(url, request, response)) void makeAndSendPage(url, path, request, response)
  })

  function sendCachedPage(url: string, request: IncomingMessage, response: ServerResponse): boolean {
    const hit = isRead(request) ? deps.responseCache.get(keyOfPage(url)) : undefined
    hit?.send(request, response, { onGrow: deps.responseCache.grew })
    return hit !== undefined
  }

  async function makeAndSendPage(
    url: string,
    path: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const from = performance.now()
    const tell = (route: 'page' | 'file', status: number) =>
      deps.telemetry.answered({
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
      const found = file ?? (await pageWhileWanted(url, request, response))
      tell(file ? 'file' : 'page', found.status)
      found.send(request, response, { onGrow: deps.responseCache.grew })
    } catch (error) {
      if (error instanceof PageUnwanted && response.destroyed) return
      if (error instanceof RegistryError && error.retryAfterSeconds !== undefined) {
        tell('page', error.status)
        return refuseForNow(error, response)
      }
      deps.log.error({ err: error, url }, 'a page could not be rendered')
      tell('page', 500)
      if (!response.headersSent) response.writeHead(500, { ...siteHeaders, 'content-type': 'text/plain' })
      response.end('This page cannot be shown right now.')
    }
  }

  /** Several may wait for one page; the last who leaves takes the wish for it along. */
  async function pageWhileWanted(
    url: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<CachedResponse> {
    const waiting = readers.get(url) ?? new Set()
    readers.set(url, waiting.add(response))
    try {
      return await pageFor(url, request)
    } finally {
      waiting.delete(response)
      if (waiting.size === 0) readers.delete(url)
    }
  }

  function isWanted(url: string): boolean {
    return [...(readers.get(url) ?? [])].some(({ destroyed }) => !destroyed)
  }

  async function pageFor(url: string, request: IncomingMessage): Promise<CachedResponse> {
    const fill = () => renderPage(url, request).then(assertRendered)
    return deps.responseCache.fetch(keyOfPage(url), fill).catch((error: unknown) => {
      if (error instanceof NotRendered) return error.page
      throw error
    })
  }

  async function renderPage(url: string, request: IncomingMessage): Promise<CachedResponse> {
    const { callApi, tags, oldestMs } = apiInProcess(deps, fastify)
    const { address } = callerOf(request, deps.config.proxies)
    const asked = toRequest(deps, url, request)
    asked.headers['x-filling'] = String(isFilling())
    const page = await pages.render(asked, callApi, () => isWanted(url), address)
    const response = toResponse(deps, page, [...tags])
    const age = oldestMs()
    return age === undefined ? response : response.asStale(age)
  }
}

const isRead = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD'

function assertRendered(page: CachedResponse): CachedResponse {
  if (page.status >= 500) throw new NotRendered(page)
  return page
}

/** The page says that the registry is not available. An older one of the same address is better. */
class NotRendered extends Error {
  override name = 'NotRendered'
  /** As of a database that is away. */
  readonly code = 'ECONNREFUSED'
  readonly page: CachedResponse
  constructor(page: CachedResponse) {
    super(`The page was answered with ${page.status}.`)
    this.page = page
  }
}

/**
 * Calls of the rendered page do not leave the process; what they were made from, the page is made from. But for the number
 * of installs, which may be a minute old: the pages of what many install would be made anew each second.
 */
function apiInProcess(deps: Deps, fastify: App['fastify']) {
  const tags = new Set<string>()
  const note = (tag: string) => {
    if (tag && !isOfDownloads(tag)) tags.add(tag)
  }
  const ages: number[] = []
  const callApi: CallApi = async ({ method, path, headers, body }) => {
    const hit = method === 'GET' ? deps.responseCache.get(path) : undefined
    if (hit) {
      hit.tags.forEach(note)
      return { status: hit.status, headers: jsonHeaders, body: new Uint8Array(hit.body) }
    }
    const answer = await fastify.inject({
      method: method as 'GET',
      remoteAddress: inProcess,
      url: path,
      headers,
      ...(body ? { payload: Buffer.from(body) } : {}),
    })
    String(answer.headers['cache-tag'] ?? '')
      .split(',')
      .forEach(note)
    if (answer.headers['warning'] === staleWarning) ages.push(Number(answer.headers['age']) * 1000)
    return toApiAnswer(answer)
  }
  return { callApi, tags, oldestMs: () => (ages.length > 0 ? Math.max(...ages) : undefined) }
}

const jsonHeaders = { 'content-type': 'application/json; charset=utf-8' }

function toApiAnswer({ statusCode, headers, rawPayload }: LightMyRequestResponse): ApiAnswer {
  const known = Object.entries(headers).filter(([, value]) => value !== undefined)
  return {
    status: statusCode,
    headers: Object.fromEntries(known.map(([name, value]) => [name, String(value)])),
    body: new Uint8Array(rawPayload),
  }
}

function toRequest(
  { config, codeHost, codeHostSignIn }: Deps,
  url: string,
  { headers }: IncomingMessage,
): PageRequest {
  return {
    url: config.siteUrl + url,
    headers: {
      // A page must depend on its URL alone, because the cache serves it to everyone.
      'x-product-name': encodeURIComponent(config.productName),
      'x-site-url': config.siteUrl,
      'x-api-url': config.apiUrl,
      'x-public-env': config.publicEnv,
      'x-security-contact': config.securityContact,
      'x-analytics-token': config.analytics?.token ?? '',
      'x-analytics-url': config.analytics?.url ?? '',
      'x-code-host': codeHostSignIn ? codeHost.host : '',
      'x-docs-url': config.docsUrl,
      'x-docs-url-zh': config.docsUrlZh,
      accept: headers.accept ?? '*/*',
    },
  }
}

function toResponse(
  { now, config }: Deps,
  { status, headers, html, br, scriptHashes }: RenderedPage,
  tags: string[],
): CachedResponse {
  const { location } = headers
  const isFound = status === 200
  return new CachedResponse({
    status,
    body: bufferOf(html),
    compressed: { br: bufferOf(br) },
    hasEtag: isFound,
    headers: {
      ...siteHeaders,
      ...(location ? { location } : {}),
      'content-type': headers['content-type'] ?? 'text/html; charset=utf-8',
      'content-security-policy': pagePolicy(scriptHashes, config),
      'cache-control': isFound ? cacheControl.shared() : cacheControl.none,
      vary: 'Accept-Encoding',
    },
    tags,
    // Other pages are not cached.
    expiresAt: isFound ? now().getTime() + cachedSeconds * 1000 : 0,
  })
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>) =>
  Buffer.from(buffer, byteOffset, byteLength)

/** The sign-in client speaks to the page's own origin, at the root. */
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
  request.headers['x-forwarded-prefix'] = apiPrefix
  api(request, response)
}

function redirect(response: ServerResponse, location: string): void {
  response
    .writeHead(302, { ...siteHeaders, location, 'cache-control': 'no-store', 'content-length': 0 })
    .end()
}

/**
 * The path and query that are asked for, in either of the two forms of a GET (RFC 9112 3.2); undefined for neither. What
 * routes the pages reports each path that it cannot decode: anybody could fill the log.
 */
function targetOf({ url = '/' }: IncomingMessage): string | undefined {
  const target = url.startsWith('/') ? url : pathAndQueryOf(URL.parse(url))
  if (!target?.startsWith('/')) return undefined
  const [path = '', ...query] = target.split('?')
  return [wellEscaped(path), ...query].join('?')
}

const pathAndQueryOf = (absolute: URL | null) => absolute && absolute.pathname + absolute.search

const severalSlashes = /^[/\\]{2,}/

function refuseTarget(response: ServerResponse): void {
  response.writeHead(400, { ...siteHeaders, 'content-type': 'text/plain' })
  response.end('The address of the request cannot be read.')
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
  response.end('This address answers GET only.')
}

/** The site as it was built. */
export interface BuiltSite {
  pages: PageRenderer
  assetFolder: string
}

/** Throws at once, with what to do, when the site was not built. */
export function openBuiltSite(): Promise<BuiltSite> {
  const program = new URL('server/index.js', siteBuild)
  if (!existsSync(program)) throw new Error('The site is not built. Run `npm run build` first.')
  const assetFolder = fileURLToPath(new URL('client/', siteBuild))
  return PageRenderer.open(program).then((pages) => ({ pages, assetFolder }))
}
