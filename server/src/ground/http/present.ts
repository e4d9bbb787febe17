import { type Access, NoContent, type Route } from '@nodeyard/contract/ground'
import fastJson from 'fast-json-stringify'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cacheControl } from './cache-control.ts'
import { type Endpoint, Existing, Redirect, type Result } from './call.ts'
import type { HttpDeps } from './deps.ts'
import { etagOf, matchesEtag } from './etag.ts'
import { addressFor } from './headers.ts'

/** A response as it is sent to one caller. */
export interface Presented {
  status: number
  body: string
}

export const jsonType = 'application/json; charset=utf-8'

/** Sends the result of a handler to one caller. */
export function present<R extends Route, Deps extends HttpDeps>(
  endpoint: Endpoint<R, Deps>,
  reply: FastifyReply,
  result: Result<R>,
): FastifyReply {
  if (!(result instanceof Redirect)) return send(endpoint.route, reply, serialize(endpoint, result))
  const { headers, originalUrl } = reply.request
  return reply.redirect(addressFor(result.path + queryOf(originalUrl), headers), 302)
}

export function serialize<R extends Route, Deps extends HttpDeps>(
  { route, write }: Endpoint<R, Deps>,
  result: Exclude<Result<R>, Redirect>,
): Presented {
  if (result instanceof Existing)
    return { status: route.otherStatus ?? route.status, body: write(result.response) }
  return { status: route.status, body: write(result) }
}

/** Sends a response that shared caches must not store. */
export function send(route: Route, reply: FastifyReply, { status, body }: Presented): FastifyReply {
  const { method, headers }: FastifyRequest = reply.request
  const isRead = method === 'GET' || method === 'HEAD'
  reply.code(status).header('vary', 'Authorization, Accept')
  reply.header('cache-control', isRead && isPublic(route.access) ? cacheControl.private : cacheControl.secret)
  if (route.response === NoContent) return reply.send()
  if (isRead && route.etag !== false) {
    const etag = etagOf(Buffer.from(body))
    reply.header('etag', etag)
    if (matchesEtag(headers['if-none-match'], etag)) return reply.code(304).send()
  }
  return reply.type(jsonType).send(body)
}

const isPublic = (access: Access) => access === 'public' || access === 'public-or-bearer-token'

/** Compiles the schema on first use: compiling every route's would add half a second to each start. */
export function writerOf({ response }: Route): (value: unknown) => string {
  if (response === NoContent) return () => ''
  let write: ((value: unknown) => string) | undefined
  return (value) => {
    write ??= fastJson(response)
    return write(value)
  }
}

export function queryOf(url: string): string {
  const start = url.indexOf('?')
  return start < 0 ? '' : url.slice(start)
}
