import type { FastifyReply, FastifyRequest } from 'fastify'
import { readForms } from './body.ts'
import { cacheControl } from './cache-control.ts'
import { siteHeaders } from './headers.ts'
import { membersOf } from './input.ts'
import type { App } from './mount.ts'

export interface PageCall {
  query: Record<string, string>
  cookies: Record<string, string>
  headers: FastifyRequest['headers']
  /** The origin under which the caller sees this server. */
  ownOrigin: string
  ip: string
}

export interface PageAnswer {
  status?: number
  /** Omitted for a redirect. */
  type?: 'html' | 'script' | 'json' | 'style' | 'image'
  body?: string
  location?: string
  cookies?: string[]
  /** Replaces default headers; an empty one removes the header. */
  headers?: Record<string, string>
}

const types = {
  html: 'text/html; charset=utf-8',
  script: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  style: 'text/css; charset=utf-8',
  image: 'image/svg+xml',
}

/** Pages of the server itself can load its own files and cannot be framed. */
const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** Mounts pages and files outside of the API. No other origin can read them. */
export function mountPages(
  app: App,
  pages: Readonly<Record<string, (call: PageCall) => Promise<PageAnswer> | PageAnswer>>,
): void {
  app.fastify.register(async (scope) => {
    scope.addHook('onRequest', async (_request, reply) => {
      reply.removeHeader('access-control-allow-origin').removeHeader('access-control-expose-headers')
    })
    readForms(scope)
    for (const [place, run] of Object.entries(pages)) {
      const [method = 'GET', url = '/'] = place.split(' ')
      scope.route({
        method,
        url,
        handler: async (request, reply) => send(reply, await run(callOf(request, app.deps.config.siteUrl))),
      })
    }
  })
}

function callOf(request: FastifyRequest, siteUrl: string): PageCall {
  const { headers, ip, protocol, host } = request
  const site = new URL(siteUrl)
  const given = { ...membersOf(request.query), ...membersOf(request.body) }
  return {
    query: Object.fromEntries(Object.entries(given).map(([name, value]) => [name, lastText(value)])),
    cookies: cookiesOf(headers.cookie),
    headers,
    // The site's own configuration, so that a TLS proxy need not be trusted.
    ownOrigin: host === site.host ? site.origin : `${protocol}://${host}`,
    ip,
  }
}

/** The last value of a repeated parameter wins. */
function lastText(value: unknown): string {
  return String(Array.isArray(value) ? value.at(-1) : value)
}

/** Parses a Cookie header. */
export function cookiesOf(header = ''): Record<string, string> {
  const pairs = header.split(';').map((pair) => pair.trim().split('=', 2))
  return Object.fromEntries(pairs.map(([name = '', value = '']) => [name, value]))
}

function send(
  reply: FastifyReply,
  { status, type, body = '', location, cookies = [], headers = {} }: PageAnswer,
): FastifyReply {
  const all = {
    ...siteHeaders,
    // A sign-in window posts its result to the page that opened it.
    'cross-origin-opener-policy': 'unsafe-none',
    'cross-origin-resource-policy': 'same-origin',
    // Without a referrer policy, a browser hides the origin of a form's POST, which identifies it as the
    // registry's.
    'referrer-policy': 'same-origin',
    'content-security-policy': pagePolicy,
    'cache-control': cacheControl.none,
    ...headers,
  }
  for (const [name, value] of Object.entries(all)) if (value !== '') reply.header(name, value)
  reply.code(status ?? (location ? 302 : 200))
  for (const cookie of cookies) reply.header('set-cookie', cookie)
  if (location) return reply.header('location', location).send()
  return reply.type(types[type ?? 'html']).send(body)
}
