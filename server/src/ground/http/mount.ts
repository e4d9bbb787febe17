import type { IncomingHttpHeaders } from 'node:http'
import type { Access, Route } from '@nodeyard/contract/ground'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addressKey } from '../address-key.ts'
import { isUnavailable } from '../db/unavailable.ts'
import { type Actor, anonymous } from '../permissions.ts'
import type { FairLimiter } from '../threads/fair-limiter.ts'
import { CachedResponse } from './cached-response.ts'
import { type Call, type Endpoint, Existing, type Handler, Redirect, type Result } from './call.ts'
import type { HttpDeps } from './deps.ts'
import { type IdempotencyKey, idempotencyKeyOf, runOnce } from './idempotency.ts'
import { inputReader } from './input.ts'
import { present, send, serialize, writerOf } from './present.ts'
import { callerOf, type RequestLimits, type RouteLimit } from './request-limits.ts'
import { type CacheRule, fetchCached, sendCached } from './route-cache.ts'

export interface App<Deps extends HttpDeps = HttpDeps> {
  fastify: FastifyInstance
  /** Identifies the caller of a route with this access. Throws for a missing or wrong credential. */
  authenticate(access: Access, headers: IncomingHttpHeaders): Promise<Actor>
  deps: Deps
  requestLimits: RequestLimits
  /** Turns of the reads for requests that name many things, by callers. */
  bulkTurns: FairLimiter
  /** The mounted routes of the contract, for a test. */
  mounted: Set<Route>
}

/**
 * Facts about a route that only the server needs. Public facts are in the contract, which browsers load too;
 * tags and limits refer to the server's data, and clients learn them from response headers.
 */
export interface RouteOptions<R extends Route, Deps> {
  /** A rate limit for each network address, in addition to those of all routes. */
  limit?: RouteLimit
  /** Waits for one of the {@link App.bulkTurns}, so that statements of other requests are not behind many long ones. */
  isBulk?: true
  /** If omitted, no response is cached. */
  cache?: CacheRule<R, Deps>
}

/** Serves one route of the contract. `respond` shows the steps of each request. */
export function mount<R extends Route, Deps extends HttpDeps>(
  app: App<Deps>,
  route: R,
  handle: Handler<R, Deps>,
  { limit, cache, isBulk }: RouteOptions<R, Deps> = {},
): void {
  const { deps } = app
  const endpoint: Mounted<R, Deps> = {
    deps,
    route,
    cache,
    write: writerOf(route),
    handle: isBulk ? (call) => app.bulkTurns.run(call.caller, () => handle(call)) : handle,
    checks: checksOf(app, route, limit),
  }
  const name = `${route.method} ${route.path}`
  app.mounted.add(route)
  app.fastify.route({
    method: route.method,
    url: route.path,
    config: { route },
    handler: (request, reply) =>
      deps.telemetry.traced({ name, kind: 'request', headers: request.headers }, () =>
        respond(endpoint, request, reply).catch((error: unknown) =>
          respondFromCacheAlone(endpoint, request, reply, error),
        ),
      ),
  })
}

interface Mounted<R extends Route, Deps extends HttpDeps> extends Endpoint<R, Deps> {
  checks: Checks<R, Deps>
  cache: CacheRule<R, Deps> | undefined
}

/** The steps of a request. Its network address was limited before, when only its headers had arrived. */
async function respond<R extends Route, Deps extends HttpDeps>(
  endpoint: Mounted<R, Deps>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { checks, cache } = endpoint
  const actor = await checks.authenticate(request, reply)
  checks.limit(actor, request, reply)
  const call = checks.validate(request, actor)
  if (cache && isCacheable(cache, call)) {
    const response = await fetchCached(endpoint, cache, request, call)
    return response instanceof CachedResponse
      ? sendCached(endpoint.deps, response, reply)
      : present(endpoint, reply, response)
  }
  const key = idempotencyKeyOf(endpoint.route, request, call)
  if (key !== undefined) return handleOnce(endpoint, call, reply, key)
  const result = await endpoint.handle(call)
  noteServed(endpoint, request, result)
  return present(endpoint, reply, result)
}

/**
 * The last step while the database is unavailable: callers cannot be identified then, so a signed-in one gets the cached
 * public response, marked as stale.
 */
async function respondFromCacheAlone<R extends Route, Deps extends HttpDeps>(
  endpoint: Mounted<R, Deps>,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
): Promise<FastifyReply> {
  const { cache, checks } = endpoint
  const isSignedIn = request.headers.authorization !== undefined
  if (!cache || !isSignedIn || !isUnavailable(error)) throw error
  const call = checks.validate(request, anonymous)
  if (!isCacheable(cache, call)) throw error
  const response = await fetchCached(endpoint, cache, request, call)
  if (!(response instanceof CachedResponse)) return present(endpoint, reply, response)
  return sendCached(endpoint.deps, response.isStale ? response : response.asStale(0), reply)
}

/** The checks that a request passes before its handler, in this order. Each throws its refusal. */
export interface Checks<R extends Route, Deps> {
  authenticate(request: FastifyRequest, reply: FastifyReply): Promise<Actor>
  limit(actor: Actor, request: FastifyRequest, reply: FastifyReply): void
  validate(request: FastifyRequest, actor: Actor): Call<R, Deps>
}

export function checksOf<R extends Route, Deps extends HttpDeps>(
  { authenticate, requestLimits, deps }: App<Deps>,
  route: R,
  limit?: RouteLimit,
): Checks<R, Deps> {
  const readInput = inputReader(route)
  const takeFromRoute = limit && requestLimits.forRoute(limit)
  return {
    authenticate: (request, reply) =>
      authenticate(route.access, request.headers).catch((error: unknown) => {
        // Guessing credentials counts as an anonymous request.
        requestLimits.takeClass(anonymous, request, reply)
        throw error
      }),
    limit(actor, request, reply) {
      requestLimits.takeClass(actor, request, reply)
      takeFromRoute?.(request, reply)
    },
    validate: (request, actor) => ({
      ...readInput(request),
      rawBody: request.rawBody ?? noBytes,
      actor,
      ip: request.ip,
      caller: addressKey(request.ip),
      deps,
    }),
  }
}

function isCacheable<R extends Route, Deps>({ when }: CacheRule<R, Deps>, call: Call<R, Deps>): boolean {
  return call.actor.kind === 'anonymous' && (when?.(call) ?? true)
}

async function handleOnce<R extends Route, Deps extends HttpDeps>(
  endpoint: Mounted<R, Deps>,
  call: Call<R, Deps>,
  reply: FastifyReply,
  key: IdempotencyKey,
): Promise<FastifyReply> {
  const { isReplay, ...response } = await runOnce(endpoint.deps, key, async () => {
    const result = await endpoint.handle(call)
    if (result instanceof Redirect) throw new Error('A POST cannot be redirected.')
    return serialize(endpoint, result)
  })
  if (isReplay) reply.header('idempotency-replayed', 'true')
  return send(endpoint.route, reply, response)
}

/** Notifies the route of a response that does not come from the cache. */
function noteServed<R extends Route, Deps extends HttpDeps>(
  { cache, deps }: Mounted<R, Deps>,
  request: FastifyRequest,
  result: Result<R>,
): void {
  if (!cache?.onServe || request.method !== 'GET') return
  if (result instanceof Redirect || result instanceof Existing) return
  cache.onServe(result)(callerOf(request.raw, deps.config.proxies))
}

const noBytes = Buffer.alloc(0)
