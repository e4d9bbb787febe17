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
  /** The address under which the caller sees this server. */
  ownOrigin: string
  ip: string
}

export interface PageAnswer {
  status?: number
  /** Absent where the caller is sent elsewhere. */
  type?: 'html' | 'script' | 'json' | 'style' | 'image'
  body?: string
  location?: string
  cookies?: string[]
  /** In place of the usual ones; an empty one is left out. */
  headers?: Record<string, string>
}

const types = {
  html: 'text/html; charset=utf-8',
  script: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  style: 'text/css; charset=utf-8',
  image: 'image/svg+xml',
}

/** What pages of the server itself may do: load files of its own, and be shown in no frame. */
const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** Mounts pages and files that are no part of the API: no other origin may read them. */
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
    // A proxy that ends TLS need not be trusted for this.
    ownOrigin: host === site.host ? site.origin : `${protocol}://${host}`,
    ip,
  }
}

/** The same parameter twice: the last one rules. */
function lastText(value: unknown): string {
  return String(Array.isArray(value) ? value.at(-1) : value)
}

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
    // A window of sign-in answers to the page that opened it.
    'cross-origin-opener-policy': 'unsafe-none',
    'cross-origin-resource-policy': 'same-origin',
    // Without any, a browser hides the origin of a form's POST, by which it is known to be ours.
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
