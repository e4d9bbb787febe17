import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { cacheControl } from './cache-control.ts'
import type { App } from './mount.ts'

export interface FetchCall {
  authorization: string | undefined
  ip: string
  /** The parsed JSON body. */
  body: unknown
}

/** Mounts a handler in the style of `fetch`. The address limits apply to it like to every route. */
export function mountFetch(
  { fastify, deps }: App,
  path: string,
  handle: (request: Request, call: FetchCall) => Promise<Response>,
): void {
  fastify.route({
    method: ['GET', 'POST', 'DELETE'],
    url: path,
    handler: async (request, reply) => {
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      const { headers, ip, body } = request
      const response = await handle(toWebRequest(request, deps.config.apiUrl, gone.signal), {
        authorization: headers.authorization,
        ip,
        body,
      })
      return sendWebResponse(reply, response)
    },
  })
}

function toWebRequest(request: FastifyRequest, apiUrl: string, signal: AbortSignal): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined && !/^(content-length|connection|transfer-encoding)$/.test(name))
      headers.set(name, String(value))
  const hasBody = request.method === 'POST' && request.rawBody !== undefined
  return new Request(new URL(request.url, apiUrl), {
    method: request.method,
    headers,
    signal,
    ...(hasBody ? { body: new Uint8Array(request.rawBody ?? []) } : {}),
  })
}

function sendWebResponse(reply: FastifyReply, response: Response): FastifyReply {
  reply.code(response.status).header('cache-control', cacheControl.none)
  for (const [name, value] of response.headers) reply.header(name, value)
  return reply.send(response.body)
}

/** Calls the API of this process for a caller, whose limits and rights apply. */
export function fetchInside(
  fastify: FastifyInstance,
  { ip, authorization }: Pick<FetchCall, 'ip' | 'authorization'>,
): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    const body = request.body ? Buffer.from(await request.arrayBuffer()) : undefined
    const answer = await fastify.inject({
      method: request.method,
      url: pathname + search,
      remoteAddress: ip,
      headers: {
        ...Object.fromEntries(request.headers),
        ...(authorization === undefined ? {} : { authorization }),
      },
      ...(body ? { payload: body } : {}),
    })
    const { location } = answer.headers
    // Another letter case of an id redirects to the stored spelling.
    if (
      [301, 302, 307, 308].includes(answer.statusCode) &&
      typeof location === 'string' &&
      request.method === 'GET'
    )
      return fetchInside(fastify, { ip, authorization })(new URL(location, request.url))
    return new Response(answer.statusCode === 204 ? null : new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
    })
  }
}
