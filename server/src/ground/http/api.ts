import { isUtf8 } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { parse } from 'node:querystring'
import { promisify } from 'node:util'
import type { Route } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { BlobsUnavailable } from '../blobs/store.ts'
import { isUnavailable } from '../db/unavailable.ts'
import { RegistryError } from '../errors.ts'
import { FairLimiter } from '../threads/fair-limiter.ts'
import { AllowedMethods } from './allowed-methods.ts'
import { hasNoBody, readBodies, refuseOtherTypes } from './body.ts'
import { cacheControl } from './cache-control.ts'
import { isDeclared } from './declared-errors.ts'
import type { HttpDeps } from './deps.ts'
import { asRefusalOf } from './drain.ts'
import { apiHeaders, prefixHeader, preflightHeaders } from './headers.ts'
import { loggedUrl } from './logged-url.ts'
import type { App } from './mount.ts'
import { createOpenServer } from './open-server.ts'
import { jsonType } from './present.ts'
import { toProblemDetails, wantsProblemDetails } from './problem.ts'
import { callerOf, RequestLimits } from './request-limits.ts'
import { asksForRefresh } from './response-cache.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    route?: Route
  }
  interface FastifyRequest {
    /** A JSON body as it was sent. */
    rawBody?: Buffer
  }
}

/** The parts of the API that its domains provide. */
export interface ApiParts extends Pick<App, 'authenticate'> {
  /** Adds helpful details to an error. */
  explain(error: RegistryError, request: { params: unknown; body: unknown }): Promise<RegistryError>
  /** Repairs URLs that clients do not escape as the router needs it. */
  rewriteUrl?(url: string): string
}

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Creates the API's web server without its routes. Cache hits are sent before the framework sees the request. `handler`
 * serves requests that arrive at another server: the site passes `/api/*` to it.
 */
export function createApi<Deps extends HttpDeps>(
  deps: Deps,
  { authenticate, explain, rewriteUrl = (url) => url }: ApiParts,
): App<Deps> & { handler: RequestHandler } {
  let handler: RequestHandler = () => {}
  const requestLimits = new RequestLimits({
    factor: deps.config.rateLimitFactor,
    now: deps.now,
  })
  const loggerInstance: FastifyBaseLogger = deps.log
  const responses = new OpenResponses()
  const fastify: FastifyInstance = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => deps.newId(),
    // Counts hops like `callerOf`: the connection's own address is the first.
    trustProxy: (_address, hop) => hop < deps.config.proxies,
    bodyLimit: limits.jsonBodyBytes,
    forceCloseConnections: 'idle',
    // Requests on open connections are served until they end.
    return503OnClosing: false,
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: limits.headerBytes,
      querystringParser: (text) => ({ ...parse(text, '&', '=', { maxKeys: 0 }) }),
    },
    rewriteUrl: ({ url = '/' }) => rewriteUrl(url),
    frameworkErrors: (error, request, reply) =>
      void sendError(deps, toRegistryError(error), request, reply, error),
    clientErrorHandler: (error, socket) => refuseUnreadable(error, socket, responses),
    serverFactory(handle) {
      handler = (request, response) => {
        if (!sendIfCached(deps, requestLimits, request, response)) handle(request, response)
      }
      const ofClient: RequestHandler = (request, response) => {
        delete request.headers[prefixHeader]
        handler(request, response)
      }
      return createOpenServer(ofClient, { refuse: refuseAmbiguous })
    },
  })

  addHooks(fastify, deps, { requestLimits, responses, explain })
  return {
    fastify,
    authenticate,
    deps,
    requestLimits,
    bulkTurns: new FairLimiter({ atOnce: bulkAtOnce(deps.config), waiting: limits.waitingBulkRequests }),
    mounted: new Set(),
    handler: (request, response) => handler(request, response),
  }
}

/** The embedded database runs one statement at a time, and pages need most connections to the others. */
const bulkAtOnce = ({ databaseUrl, databaseConnections }: HttpDeps['config']) =>
  databaseUrl === undefined ? 1 : Math.max(1, Math.floor(databaseConnections / 4))

interface HookParts extends Pick<ApiParts, 'explain'> {
  requestLimits: RequestLimits
  responses: OpenResponses
}

/** Adds what happens to every request, whichever route it reaches. */
function addHooks(
  fastify: FastifyInstance,
  deps: HttpDeps,
  { requestLimits, responses, explain }: HookParts,
): void {
  const allowed = new AllowedMethods()
  fastify.addHook('onRoute', (route) => allowed.add(route))
  readJsonBodies(fastify)
  fastify.addHook('onRequest', async (request, reply) => {
    responses.add(request.raw.socket, reply.raw)
    reply.headers(apiHeaders).header('x-request-id', request.id)
    requestLimits.takeAddress(request, reply)
    // Before the body is read.
    if (request.is404) throw new RegistryError('route_not_found')
    // Clients such as axios and curl name a type without sending a body.
    if (hasNoBody(request.headers)) delete request.headers['content-type']
  })
  fastify.addHook('onResponse', async (request, reply) => logRequest(deps, request, reply))
  fastify.options('*', async (request, reply) =>
    reply
      .headers(preflightHeaders)
      .header('allow', allowed.of(pathOf(request.url)))
      .code(204)
      .send(),
  )
  fastify.setErrorHandler(async (thrown: FastifyError, request, reply) => {
    const error = toRegistryError(thrown)
    const shown = await explain(error, request).catch(() => error)
    return sendError(deps, shown, request, reply, thrown)
  })
  fastify.setNotFoundHandler((request, reply) =>
    sendError(deps, new RegistryError('route_not_found'), request, reply),
  )
}

function sendIfCached(
  { responseCache, config }: HttpDeps,
  requestLimits: RequestLimits,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  if ((request.method !== 'GET' && request.method !== 'HEAD') || request.headers.authorization) return false
  const hit = responseCache.get(request.url ?? '')
  if (!hit || (!hit.ignoresNoCache && asksForRefresh(request))) return false
  const caller = callerOf(request, config.proxies)
  const extraHeaders = requestLimits.takeCached(caller.address)
  // The framework sends the error for an exceeded limit, with all its headers.
  if (extraHeaders === undefined) return false
  if (request.method === 'GET') hit.onServe?.(caller)
  hit.send(request, response, { onGrow: responseCache.grew, extraHeaders })
  return true
}

/** The response that each connection currently waits for. */
class OpenResponses {
  readonly #responses = new WeakMap<Socket, ServerResponse>()

  add(socket: Socket, response: ServerResponse): void {
    this.#responses.set(socket, response)
  }

  /** Whether a response on this connection has begun and not ended. */
  hasBegun(socket: Socket): boolean {
    const response = this.#responses.get(socket)
    return response?.headersSent === true && !response.writableFinished
  }
}

/**
 * Bodies are JSON. Some clients send the content type without a body. Bytes that are not UTF-8 are refused rather than
 * silently changed.
 */
function readJsonBodies(fastify: FastifyInstance): void {
  const parse = promisify(fastify.getDefaultJsonParser('error', 'error'))
  fastify.removeAllContentTypeParsers()
  readBodies(fastify, 'application/json', (request, body) => {
    request.rawBody = body
    if (body.length === 0) return undefined
    if (!isUtf8(body)) throw new RegistryError('malformed_json', { field: 'body' })
    return parse(request, body.toString())
  })
  refuseOtherTypes(fastify)
}

/** Sends an error in the contract's shape. Bugs are logged with their stack, which is not sent. */
function sendError(
  deps: HttpDeps,
  error: RegistryError,
  request: FastifyRequest,
  reply: FastifyReply,
  thrown: Error = error,
): FastifyReply {
  const undeclared = !isDeclared(request.routeOptions?.config?.route, error)
  if (error.code === 'internal_error')
    request.log.error({ err: thrown, url: loggedUrl(request.url) }, 'a request failed')
  // The cause can be a wrong key, which an operator has to fix.
  if (thrown instanceof BlobsUnavailable)
    request.log.warn({ err: thrown, url: loggedUrl(request.url) }, 'the blob store failed')
  if (undeclared)
    request.log.error(
      { code: error.code, url: loggedUrl(request.url) },
      'the contract does not declare this error',
    )
  const shown = undeclared && deps.strictContract ? new RegistryError('internal_error') : error
  const asDetails = wantsProblemDetails(request.headers.accept)
  const text = JSON.stringify(
    asDetails ? toProblemDetails(shown, deps.config.apiUrl, request.id) : shown.toProblem(),
  )
  if (shown.retryAfterSeconds !== undefined) reply.header('retry-after', shown.retryAfterSeconds)
  return (
    reply
      .headers(apiHeaders)
      .header('cache-control', cacheControl.none)
      // The framework would close the connection after a refused body; here the body is read to its end.
      .removeHeader('connection')
      .code(shown.status)
      .header('vary', 'Accept')
      .type(asDetails ? 'application/problem+json' : 'application/json; charset=utf-8')
      .header('content-length', Buffer.byteLength(text))
      .send(asRefusalOf(request.raw, text))
  )
}

function toRegistryError(thrown: FastifyError | RegistryError): RegistryError {
  if (thrown instanceof RegistryError) return thrown
  switch (thrown.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new RegistryError('body_too_large', { limit: limits.jsonBodyBytes })
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new RegistryError('unsupported_media_type')
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new RegistryError('malformed_json', { field: 'body' })
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_ASYNC_CONSTRAINT':
      return new RegistryError('invalid_request', { message: 'path is malformed', field: 'path' })
  }
  if (thrown instanceof SyntaxError) return new RegistryError('malformed_json', { field: 'body' })
  // Other refusals of the framework.
  if (thrown.code?.startsWith('FST_') && thrown.statusCode !== undefined && thrown.statusCode < 500)
    return new RegistryError('invalid_request')
  if (isUnavailable(thrown) || thrown instanceof BlobsUnavailable) return new RegistryError('unavailable')
  return new RegistryError('internal_error')
}

const pathOf = (url: string) => url.split('?')[0] ?? ''

const slowMs = 1000

function logRequest({ log, telemetry }: HttpDeps, request: FastifyRequest, reply: FastifyReply): void {
  const { method } = request
  const route = request.routeOptions?.url
  telemetry.served({
    method,
    route,
    status: reply.statusCode,
    seconds: reply.elapsedTime / 1000,
  })
  const facts = {
    requestId: request.id,
    method,
    url: loggedUrl(request.url),
    route,
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
    ip: request.ip,
    agent: request.headers['user-agent']?.slice(0, 200),
  }
  const isLogged = method !== 'GET' || reply.statusCode >= 500 || reply.elapsedTime > slowMs
  if (isLogged) log.info(facts, 'request')
  else log.debug(facts, 'request')
}

function refuseAmbiguous(response: ServerResponse): void {
  const refusal = new RegistryError('invalid_request')
  const body = JSON.stringify(refusal.toProblem())
  const headers = { 'content-type': jsonType, 'content-length': Buffer.byteLength(body) }
  response.writeHead(refusal.status, { ...apiHeaders, ...headers }).end(body)
}

const lingeringMs = 2000

/** Sends an error in the contract's shape for a request that the HTTP parser refuses. */
function refuseUnreadable(error: Error & { code?: string }, socket: Socket, responses: OpenResponses): void {
  // Inside another response, the client would read this text as part of its body.
  if (!socket.writable || error.code === 'ECONNRESET' || responses.hasBegun(socket))
    return void socket.destroy()
  const refusal = new RegistryError(
    error.code === 'HPE_HEADER_OVERFLOW'
      ? 'headers_too_large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? 'request_timeout'
        : 'invalid_request',
    error.code === 'HPE_HEADER_OVERFLOW' ? { limit: limits.headerBytes } : {},
  )
  const body = JSON.stringify(refusal.toProblem())
  const headers = {
    ...apiHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${refusal.status} Refused\r\n${lines.join('')}\r\n${body}`)
  // The connection stays open for a moment: some clients read the response only after sending everything.
  setTimeout(() => socket.destroy(), lingeringMs).unref()
}
