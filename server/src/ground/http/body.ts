import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { parse } from 'node:querystring'
import { limits } from '@nodeyard/contract/limits'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RegistryError } from '../errors.ts'

const firstBytes = 4096

/** Parses bodies of a content type: the result of `read` becomes the body of the request. */
export function readBodies(
  fastify: FastifyInstance,
  type: string,
  read: (request: FastifyRequest, body: Buffer) => unknown,
): void {
  fastify.addContentTypeParser(type, async (request: FastifyRequest, payload: IncomingMessage) =>
    read(request, await readWhole(payload, request.routeOptions.config.route?.bodyBytes)),
  )
}

/** Parses bodies of HTML forms. */
export function readForms(fastify: FastifyInstance): void {
  readBodies(fastify, 'application/x-www-form-urlencoded', (_request, body) => ({
    ...parse(body.toString(), '&', '=', { maxKeys: 50 }),
  }))
}

export function hasNoBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0
}

/** Refuses bodies of other content types. Accepts empty ones, which can turn out to be empty only at their end. */
export function refuseOtherTypes(fastify: FastifyInstance): void {
  fastify.addContentTypeParser('*', async (_request: FastifyRequest, payload: IncomingMessage) => {
    const refusal = new RegistryError('unsupported_media_type')
    if (payload.headers?.['content-length'] !== undefined) throw refusal
    for await (const _ of piecesOf(payload)) throw refusal
  })
}

/**
 * Reads a whole body into one buffer as it arrives. Collecting the chunks would take a hundred times the
 * memory when a client sends each byte separately.
 */
async function readWhole(payload: IncomingMessage, limit: number = limits.jsonBodyBytes): Promise<Buffer> {
  const assertAllowed = (bytes: number) => {
    if (bytes > limit) throw new RegistryError('body_too_large', { limit })
  }
  // In-process requests can lack a length.
  assertAllowed(Number(payload.headers?.['content-length'] ?? 0))
  let body: Buffer = Buffer.alloc(firstBytes)
  let length = 0
  for await (const piece of piecesOf(payload)) {
    assertAllowed(length + piece.length)
    body = withRoomFor(body, length, piece.length)
    piece.copy(body, length)
    length += piece.length
  }
  return body.subarray(0, length)
}

/** The default iterator would destroy a request that still needs a response. */
const piecesOf = (payload: IncomingMessage): AsyncIterable<Buffer> =>
  payload.iterator({ destroyOnReturn: false })

function withRoomFor(body: Buffer, used: number, more: number): Buffer {
  if (used + more <= body.length) return body
  const larger = Buffer.alloc(Math.max(2 * body.length, used + more))
  body.copy(larger, 0, 0, used)
  return larger
}
