import type { ResponseOf, Route } from '@nodeyard/contract/ground'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fromReplica } from '../db/replicas.ts'
import { cacheControl } from './cache-control.ts'
import { CachedResponse } from './cached-response.ts'
import { type Call, type Endpoint, Existing, Redirect, type Result } from './call.ts'
import type { HttpDeps } from './deps.ts'
import { apiHeaders } from './headers.ts'
import { jsonType, queryOf } from './present.ts'
import { type Caller, callerOf } from './request-limits.ts'
import { asksForRefresh } from './response-cache.ts'

/** How responses of a route to anonymous callers are cached. */
export interface CacheRule<R extends Route, Deps = HttpDeps> {
  seconds: number
  /** The data that a response depends on: a change announced with one of these tags removes it. */
  tags(response: ResponseOf<R>, call: Call<R, Deps>): string[]
  /** Limits caching to some requests. */
  when?(call: Call<R, Deps>): boolean
  /** True if requests with `Cache-Control: no-cache` get the cached response too. */
  ignoresNoCache?: boolean
  /** The response body if it exists elsewhere already. */
  prepared?(call: Call<R, Deps>): PreparedBody | undefined
  /** Returns a function that is called for each GET that gets this response, cached or not. */
  onServe?(response: ResponseOf<R>): (caller: Caller) => void
}

/** A response body that several URLs share. */
export interface PreparedBody {
  /** The cache key; not a URL. */
  key: string
  tags: readonly string[]
  /** Undefined if it turns out not to be ready. Then the handler's response is stored under the same key. */
  read(): Promise<string | undefined>
}

/** Returns the cached response of a route, or calls its handler. */
export async function fetchCached<R extends Route, Deps extends HttpDeps>(
  endpoint: Endpoint<R, Deps>,
  rule: CacheRule<R, Deps>,
  request: FastifyRequest,
  call: Call<R, Deps>,
): Promise<CachedResponse | Result<R>> {
  const { deps, handle } = endpoint
  const prepared = rule.prepared?.(call)
  const fill = async () => {
    const text = await prepared?.read()
    if (prepared && text !== undefined)
      return toCached(endpoint, rule, undefined, { body: Buffer.from(text), tags: prepared.tags })
    const result = await fromReplica(deps, (reading) => handle({ ...call, deps: reading }))
    if (result instanceof Existing) return result
    if (result instanceof Redirect) return toCachedRedirect(endpoint, rule, result, request.originalUrl)
    const body = Buffer.from(endpoint.write(result))
    return toCached(endpoint, rule, result, { body, tags: rule.tags(result, call).filter(isHeaderText) })
  }
  const asksForCurrent =
    request.headers.authorization !== undefined || (!rule.ignoresNoCache && asksForRefresh(request))
  const key = prepared?.key ?? request.originalUrl
  return deps.responseCache.fetch<CachedResponse | Result<R>>(key, fill, {
    refresh: !prepared && asksForCurrent,
  })
}

/** Sends a cached response, with the rate limit headers that the reply has. */
export function sendCached(
  { responseCache, config }: HttpDeps,
  response: CachedResponse,
  reply: FastifyReply,
): FastifyReply {
  const { raw, method } = reply.request
  if (method === 'GET') response.onServe?.(callerOf(raw, config.proxies))
  const extraHeaders = ['ratelimit', 'ratelimit-policy'].flatMap((name) =>
    reply.hasHeader(name) ? [name, String(reply.getHeader(name))] : [],
  )
  response.send(raw, reply.raw, { onGrow: responseCache.grew, extraHeaders })
  // Only now: an error thrown above still gets a response.
  return reply.hijack()
}

function toCachedRedirect<R extends Route, Deps extends HttpDeps>(
  { deps }: Endpoint<R, Deps>,
  { seconds }: CacheRule<R, Deps>,
  { path, tags }: Redirect,
  requestedUrl: string,
): CachedResponse {
  return new CachedResponse({
    status: 302,
    body: Buffer.alloc(0),
    redirectTo: path + queryOf(requestedUrl),
    hasEtag: false,
    tags,
    expiresAt: deps.now().getTime() + seconds * 1000,
    headers: {
      ...apiHeaders,
      'cache-control': cacheControl.shared({ sharedSeconds: 10 }),
      vary: 'Authorization',
      'cache-tag': tags.join(','),
    },
  })
}

function toCached<R extends Route, Deps extends HttpDeps>(
  { route, deps }: Endpoint<R, Deps>,
  { seconds, ignoresNoCache = false, onServe }: CacheRule<R, Deps>,
  response: ResponseOf<R> | undefined,
  { body, tags }: { body: Buffer; tags: readonly string[] },
): CachedResponse {
  const isPrivateCopy = route.etag !== false
  return new CachedResponse({
    status: route.status,
    body,
    hasEtag: isPrivateCopy,
    tags,
    expiresAt: deps.now().getTime() + seconds * 1000,
    ignoresNoCache,
    headers: {
      ...apiHeaders,
      'content-type': jsonType,
      'cache-control': isPrivateCopy
        ? cacheControl.shared({ sharedSeconds: Math.min(seconds, 10) })
        : cacheControl.none,
      vary: 'Authorization, Accept-Encoding',
      ...(tags.length > 0 ? { 'cache-tag': tags.join(',') } : {}),
    },
    onServe: response === undefined ? undefined : onServe?.(response),
  })
}

/** Tags are sent in a header. A tag with other characters comes from the request and identifies nothing. */
const isHeaderText = (tag: string) => /^[ -+\--~]+$/.test(tag)
