import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { RegistryError } from '../../../ground/errors.ts'
import { readForms } from '../../../ground/http/body.ts'
import { asRefusalOf } from '../../../ground/http/drain.ts'
import { preflightHeaders } from '../../../ground/http/headers.ts'
import type { App } from '../../../ground/http/mount.ts'
import { cookiesOf } from '../../../ground/http/raw-pages.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../refusal.ts'
import type { IdentityCaller, Operation } from './operation.ts'

/** Whether users can sign in on pages of this origin. */
export type IsAuthorized = (origin: string) => boolean

/**
 * Mounts the calls with Google's paths, responses and errors, which the browser's sign-in client expects. Requests from
 * unauthorized origins are refused and get no CORS headers.
 */
export function mountProtocol(
  app: App<Deps>,
  operations: readonly Operation[],
  { apiKey, isAuthorized, isSecure }: { apiKey: string; isAuthorized: IsAuthorized; isSecure: boolean },
): void {
  app.fastify.register(async (scope) => {
    // OAuth clients refresh tokens with a form.
    readForms(scope)
    scope.addHook('onRequest', async (request, reply) => {
      const { origin } = request.headers
      reply.header('vary', 'Origin').header('cache-control', 'no-store')
      if (origin === undefined) return
      reply.removeHeader('access-control-allow-origin')
      if (!isAuthorized(origin)) throw new Refusal('UNAUTHORIZED-DOMAIN')
      reply.header('access-control-allow-origin', origin)
    })
    scope.setErrorHandler((error: FastifyError, request, reply) => sendRefusal(error, request, reply))
    for (const { method, path, run } of operations) {
      const url = path.replaceAll(':', '::')
      scope.route<{ Querystring: Record<string, string> }>({
        method,
        url,
        async handler(request, reply) {
          const { query, body } = request
          if (query['key'] !== apiKey) throw new Refusal('INVALID_ARGUMENT', { detail: 'Invalid API key.' })
          const answer = await run(method === 'GET' ? query : (body ?? {}), callerOf(request))
          rememberToken(reply, answer, isSecure)
          return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer))
        },
      })
    }
    for (const path of new Set(operations.map((operation) => operation.path))) {
      scope.options(path.replaceAll(':', '::'), async (request, reply) => {
        const { 'access-control-allow-origin': _any, ...headers } = preflightHeaders
        return reply
          .headers(headers)
          .header('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '')
          .code(204)
          .send()
      })
    }
  })
}

function callerOf(request: FastifyRequest): IdentityCaller {
  const locale = request.headers['x-firebase-locale']
  return {
    ip: request.ip,
    locale: typeof locale === 'string' ? locale.slice(0, 35) : '',
    browserToken: cookiesOf(request.headers.cookie)[tokenCookie],
  }
}

const tokenCookie = 'nodeyard_id_token'
/** The lifetime of an ID token. */
const tokenCookieSeconds = 3600

/**
 * Stores the ID token in a cookie. When a mailed link is confirmed, the client sends only the code, and the cookie shows
 * who is signed in. Scripts and other sites cannot use it.
 */
function rememberToken(reply: FastifyReply, answer: object, isSecure: boolean): void {
  const token = 'idToken' in answer ? answer.idToken : 'id_token' in answer ? answer.id_token : undefined
  if (typeof token !== 'string') return
  const attributes = `Path=/identitytoolkit.googleapis.com; Max-Age=${tokenCookieSeconds}; HttpOnly; SameSite=Strict`
  reply.header('set-cookie', `${tokenCookie}=${token}; ${attributes}${isSecure ? '; Secure' : ''}`)
}

function sendRefusal(
  thrown: FastifyError | RegistryError | Refusal,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = toRefusal(thrown)
  if (refusal.code === 'INTERNAL_ERROR')
    request.log.error({ err: thrown, url: request.routeOptions.url }, 'identity call failed')
  const status = statusOf(refusal)
  const { message, extra, retryAfterSeconds } = refusal
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  const errors = [{ message, domain: 'global', reason: 'invalid' }]
  const text = JSON.stringify({ ...extra, error: { code: status, message, errors } })
  return reply
    .removeHeader('connection')
    .code(status)
    .type('application/json; charset=utf-8')
    .header('content-length', Buffer.byteLength(text))
    .send(asRefusalOf(request.raw, text))
}

function statusOf({ code }: Refusal): number {
  switch (code) {
    case 'UNAUTHORIZED-DOMAIN':
      return 403
    case 'TOO_MANY_ATTEMPTS_TRY_LATER':
      return 429
    case 'INTERNAL_ERROR':
      return 500
    case 'UNAVAILABLE':
      return 503
    default:
      return 400
  }
}

function toRefusal(thrown: FastifyError | RegistryError | Refusal): Refusal {
  if (thrown instanceof Refusal) return thrown
  if (thrown instanceof RegistryError) {
    if (thrown.code === 'unavailable') return new Refusal('UNAVAILABLE')
    if (thrown.code === 'too_many_requests') {
      return new Refusal('TOO_MANY_ATTEMPTS_TRY_LATER', { retryAfterSeconds: thrown.retryAfterSeconds ?? 60 })
    }
    return new Refusal('INVALID_ARGUMENT', { detail: thrown.message })
  }
  const isRequestAtFault = thrown.statusCode !== undefined && thrown.statusCode < 500
  if (isRequestAtFault || thrown instanceof SyntaxError) return new Refusal('INVALID_ARGUMENT')
  return new Refusal('INTERNAL_ERROR')
}
