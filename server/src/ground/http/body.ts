import type { IncomingMessage } from 'node:http'
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
    read(request, await readWhole(payload)),
  )
}

/** Parses bodies of HTML forms. */
export function readForms(fastify: FastifyInstance): void {
  readBodies(fastify, 'application/x-www-form-urlencoded', (_request, body) => ({
    ...parse(body.toString(), '&', '=', { maxKeys: 50 }),
  }))
}

/**
 * Reads a whole body into one buffer as it arrives. Collecting the chunks would take a hundred times the
 * memory when a client sends each byte separately.
 */
async function readWhole(payload: IncomingMessage): Promise<Buffer> {
  // In-process requests can lack a length.
  assertAllowed(Number(payload.headers?.['content-length'] ?? 0))
  let body: Buffer = Buffer.alloc(firstBytes)
  let length = 0
  // The default iterator would destroy a request that still needs a response.
  for await (const piece of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    assertAllowed(length + piece.length)
    body = withRoomFor(body, length, piece.length)
    piece.copy(body, length)
    length += piece.length
  }
  return body.subarray(0, length)
}

function assertAllowed(bytes: number): void {
  if (bytes > limits.jsonBodyBytes) throw new RegistryError('body_too_large', { limit: limits.jsonBodyBytes })
}

function withRoomFor(body: Buffer, used: number, more: number): Buffer {
  if (used + more <= body.length) return body
  const larger = Buffer.alloc(Math.max(2 * body.length, used + more))
  body.copy(larger, 0, 0, used)
  return larger
}
