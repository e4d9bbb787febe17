import { isUtf8 } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { parse } from 'node:querystring'
import { promisify } from 'node:util'
import { limits } from '@nodeyard/contract/limits'
import type { Route } from '@nodeyard/contract/route'
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
import { AllowedMethods } from './allowed-methods.ts'
import { readBodies } from './body.ts'
import type { HttpDeps } from './deps.ts'
import { asRefusalOf } from './drain.ts'
import { apiHeaders, preflightHeaders } from './headers.ts'
import { sendKept, wantsFresh } from './kept-answers.ts'
import { type App, type Authenticate, isDeclared, rememberRawBody } from './mount.ts'
import { createOpenServer } from './open-server.ts'
import { toProblemDetails, wantsProblemDetails } from './problem.ts'
import { callerOf, RequestLimits } from './request-limits.ts'
import { wellEscaped } from './well-escaped.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    route?: Route
  }
}

/** Adds to a refusal what helps its caller. */
export type Explain = (
  error: RegistryError,
  request: { params: unknown; body: unknown },
) => Promise<RegistryError>

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void

/**
 * The API's web server without its routes. Answers that are kept as bytes are sent before the framework sees
 * the request. `handler` serves a request that came in elsewhere: the site passes `/api/*` to it.
 */
export function createApi<Deps extends HttpDeps>(
  deps: Deps,
  { authenticate, explain }: { authenticate: Authenticate; explain: Explain },
): App<Deps> & { handler: RequestHandler } {
  let handler: RequestHandler = () => {}
  const requestLimits = new RequestLimits({
    factor: deps.config.rateLimitFactor,
    now: deps.now,
  })
  const fastify: FastifyInstance = Fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => deps.newId(),
    // As `callerOf` counts: the connection's own address is the first hop.
    trustProxy: (_address, hop) => hop < deps.config.proxies,
    bodyLimit: limits.jsonBodyBytes,
    forceCloseConnections: 'idle',
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: limits.headerBytes,
      querystringParser: (text) => parse(text, '&', '=', { maxKeys: 0 }) as Record<string, unknown>,
    },
    rewriteUrl: ({ url = '/' }) => withNameAsOnePart(url),
    frameworkErrors: (error, request, reply) =>
      void sendError(deps, toRegistryError(error as FastifyError), request, reply, error),
    clientErrorHandler: refuseUnreadable,
    serverFactory(handle) {
      handler = (request, response) => {
        if (!sendIfKept(deps, requestLimits, request, response)) handle(request, response)
      }
      return createOpenServer(handler)
    },
  })

  const allowed = new AllowedMethods()
  fastify.addHook('onRoute', (route) => allowed.add(route))
  readJsonBodies(fastify)
  fastify.addHook('onRequest', async (request, reply) => {
    reply.headers(apiHeaders).header('x-request-id', request.id)
    requestLimits.takeAddress(request, reply)
    // Before anybody looks at the body.
    if (request.is404) throw new RegistryError('route_not_found')
  })
  fastify.addHook('onResponse', async (request, reply) => logAnswer(deps, request, reply))
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
  return {
    fastify,
    authenticate,
    deps,
    requestLimits,
    mounted: new Set(),
    handler: (request, response) => handler(request, response),
  }
}

function sendIfKept(
  { kept, config }: HttpDeps,
  requestLimits: RequestLimits,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  if ((request.method !== 'GET' && request.method !== 'HEAD') || request.headers.authorization) return false
  const answer = kept.find(request.url ?? '')
  if (!answer || (answer.yields && wantsFresh(request))) return false
  const caller = callerOf(request, config.proxies)
  const limitHeaders = requestLimits.takeKept(caller.address)
  // One too many: the framework refuses it with everything that belongs to a refusal.
  if (limitHeaders === undefined) return false
  if (request.method === 'GET') answer.onServe?.(caller)
  sendKept(answer, request, response, kept.grew, limitHeaders)
  return true
}

/**
 * A comfy-node's name may hold slashes and percent signs that clients leave as they are; the router wants it as
 * one part, and well escaped. Source: clients 6.7.
 */
export function withNameAsOnePart(url: string): string {
  const [path = '', ...query] = url.split('?')
  const found = namePlaces.map((place) => place.exec(path)).find((match) => match)
  if (!found) return url
  const [, before, name = '', after] = found
  return [before + wellEscaped(name).replaceAll('/', '%2F') + after, ...query].join('?')
}

const namePlaces = [
  /^(\/comfy-nodes\/)(.+)(\/node\/?)$/,
  /^(\/nodes\/[^/]+\/versions\/[^/]+\/comfy-nodes\/)(.+)()$/,
]

/**
 * Bodies are JSON. Clients name the type also where they send no body. Bytes that are no UTF-8 are refused rather
 * than silently changed.
 */
function readJsonBodies(fastify: FastifyInstance): void {
  const parse = promisify(fastify.getDefaultJsonParser('error', 'error'))
  fastify.removeAllContentTypeParsers()
  readBodies(fastify, 'application/json', (request, body) => {
    rememberRawBody(request, body)
    if (body.length === 0) return undefined
    if (!isUtf8(body)) throw new RegistryError('malformed_json', { field: 'body' })
    return parse(request, body.toString())
  })
}

/** Turns whatever was thrown into the contract's answer. A bug is logged with its stack and told as nothing. */
function sendError(
  deps: HttpDeps,
  error: RegistryError,
  request: FastifyRequest,
  reply: FastifyReply,
  thrown: Error = error,
): FastifyReply {
  const undeclared = !isDeclared(request.routeOptions?.config?.route, error)
  if (error.code === 'internal_error')
    request.log.error({ err: thrown, url: shownUrl(request) }, 'a request failed')
  // That may be a wrong key, which somebody has to mend.
  if (thrown instanceof BlobsUnavailable)
    request.log.warn({ err: thrown, url: shownUrl(request) }, 'the blob store could not do it')
  if (undeclared)
    request.log.error(
      { code: error.code, url: shownUrl(request) },
      'the contract does not declare this refusal',
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
      .header('cache-control', 'no-store')
      // The framework would close after a body that it refused; all of it is read.
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
      return new RegistryError('invalid_request', { message: 'path is not well-formed', field: 'path' })
  }
  if (thrown instanceof SyntaxError) return new RegistryError('malformed_json', { field: 'body' })
  // What else the framework refuses by itself.
  if (thrown.code?.startsWith('FST_') && thrown.statusCode !== undefined && thrown.statusCode < 500)
    return new RegistryError('invalid_request')
  if (isUnavailable(thrown) || thrown instanceof BlobsUnavailable) return new RegistryError('unavailable')
  return new RegistryError('internal_error')
}

const pathOf = (url: string) => url.split('?')[0] ?? ''

/** As it is logged: signed addresses carry a credential in their query. */
const shownUrl = ({ url }: FastifyRequest) =>
  url.replace(/([?&](?:signature|code|state)=)[^&]*/g, '$1…').slice(0, 500)

const slowMs = 1000

function logAnswer({ log, telemetry }: HttpDeps, request: FastifyRequest, reply: FastifyReply): void {
  const { method } = request
  const route = request.routeOptions?.url
  telemetry.answered({
    method,
    route,
    status: reply.statusCode,
    seconds: reply.elapsedTime / 1000,
  })
  const facts = {
    requestId: request.id,
    method,
    url: shownUrl(request),
    route,
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
    ip: request.ip,
    agent: request.headers['user-agent']?.slice(0, 200),
  }
  const worthTelling = method !== 'GET' || reply.statusCode >= 500 || reply.elapsedTime > slowMs
  if (worthTelling) log.info(facts, 'answered')
  else log.debug(facts, 'answered')
}

const lingeringMs = 2000

/** What the HTTP parser itself refuses still gets an answer in the contract's shape. */
function refuseUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET' || isAnswering(socket)) return void socket.destroy()
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
  // It goes on reading, so that who sends all first can read the answer, and by then nobody else counts the time.
  setTimeout(() => socket.destroy(), lingeringMs).unref()
}

/** A text in the middle of another answer would be taken for a part of it. `node:http` itself looks for it there. */
const isAnswering = (socket: Socket & { _httpMessage?: ServerResponse | null }) =>
  socket._httpMessage?.headersSent === true
