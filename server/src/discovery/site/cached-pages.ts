import type { IncomingMessage, ServerResponse } from 'node:http'
import type { LightMyRequestResponse } from 'fastify'
import { type AddressKey, inProcess } from '../../ground/address-key.ts'
import { cacheControl } from '../../ground/http/cache-control.ts'
import { CachedResponse, staleWarning } from '../../ground/http/cached-response.ts'
import { pagePolicy, siteHeaders } from '../../ground/http/headers.ts'
import type { App } from '../../ground/http/mount.ts'
import { callerOf } from '../../ground/http/request-limits.ts'
import { isOfDownloads } from '../../packs/nodes/tags.ts'
import type { Deps } from './deps.ts'
import type { RenderedPage } from './page.ts'
import type { CallApi, PageRenderer } from './page-renderer.ts'
import type { ApiAnswer, PageRequest } from './page-worker.ts'

const cachedSeconds = 60

const keyOfPage = (url: string) => `page ${url}`

/** Renders pages of the site and caches them. One rendering serves all requests that wait for the same URL. */
export class CachedPages {
  readonly #app: Pick<App<Deps>, 'deps' | 'fastify'>
  readonly #renderer: PageRenderer
  readonly #isFilling: () => boolean
  /** The responses that wait for each page. */
  readonly #waiting = new Map<string, Set<ServerResponse>>()

  constructor(app: Pick<App<Deps>, 'deps' | 'fastify'>, renderer: PageRenderer, isFilling: () => boolean) {
    this.#app = app
    this.#renderer = renderer
    this.#isFilling = isFilling
  }

  get(url: string): CachedResponse | undefined {
    return this.#app.deps.responseCache.get(keyOfPage(url))
  }

  /** Renders a page, or waits for its rendering. Throws `PageUnwanted` when every client has disconnected. */
  async render(url: string, request: IncomingMessage, response: ServerResponse): Promise<CachedResponse> {
    const waiting = this.#waiting.get(url) ?? new Set()
    this.#waiting.set(url, waiting.add(response))
    try {
      return await this.#fetch(url, request)
    } finally {
      waiting.delete(response)
      if (waiting.size === 0) this.#waiting.delete(url)
    }
  }

  #isWanted(url: string): boolean {
    return [...(this.#waiting.get(url) ?? [])].some(({ destroyed }) => !destroyed)
  }

  #fetch(url: string, request: IncomingMessage): Promise<CachedResponse> {
    const fill = () => this.#make(url, request).then(assertRendered)
    return this.#app.deps.responseCache.fetch(keyOfPage(url), fill).catch((error: unknown) => {
      if (error instanceof NotRendered) return error.page
      throw error
    })
  }

  async #make(url: string, request: IncomingMessage): Promise<CachedResponse> {
    const { deps, fastify } = this.#app
    const { address } = callerOf(request, deps.config.proxies)
    const { callApi, tags, oldestMs } = apiInProcess(deps, fastify, address)
    const pageRequest = toRequest(deps, url, request)
    pageRequest.headers['x-filling'] = String(this.#isFilling())
    const page = await this.#renderer.render(pageRequest, callApi, () => this.#isWanted(url), address)
    const response = toResponse(deps, page, [...tags])
    const age = oldestMs()
    return age === undefined ? response : response.asStale(age)
  }
}

function assertRendered(page: CachedResponse): CachedResponse {
  if (page.status >= 500) throw new NotRendered(page)
  return page
}

/** Thrown if a page reports that the registry is unavailable, so that a stale page is served instead. */
class NotRendered extends Error {
  override name = 'NotRendered'
  /** The cache serves stale pages for this code, as for an unavailable database. */
  readonly code = 'ECONNREFUSED'
  readonly page: CachedResponse
  constructor(page: CachedResponse) {
    super(`The page has status ${page.status}.`)
    this.page = page
  }
}

/**
 * Serves the API calls of a reader's page within the process, and collects the cache tags of their responses for the page. Ignores tags
 * of download counts: otherwise pages of popular packs would be rendered every second.
 */
function apiInProcess(deps: Deps, fastify: App['fastify'], reader: AddressKey) {
  const tags = new Set<string>()
  const note = (tag: string) => {
    if (tag && !isOfDownloads(tag)) tags.add(tag)
  }
  const ages: number[] = []
  const callApi: CallApi = async ({ method, path, headers, body }) => {
    const hit = method === 'GET' ? deps.responseCache.get(path) : undefined
    if (hit) {
      hit.tags.forEach(note)
      const headers = hit.redirectTo === undefined ? jsonHeaders : { location: hit.redirectTo }
      return { status: hit.status, headers, body: new Uint8Array(hit.body) }
    }
    const answer = await fastify.inject({
      method: method,
      remoteAddress: inProcess + reader,
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
      // A page can only depend on its URL, because the cache serves it to everyone.
      'x-product-name': encodeURIComponent(config.productName),
      'x-site-url': config.siteUrl,
      'x-api-url': config.apiUrl,
      'x-public-env': config.publicEnv,
      'x-security-contact': config.securityContact,
      'x-analytics-token': config.analytics?.token ?? '',
      'x-analytics-url': config.analytics?.url ?? '',
      'x-code-host': codeHostSignIn ? codeHost.host : '',
      'x-existing-clients': String(config.existingClients),
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
