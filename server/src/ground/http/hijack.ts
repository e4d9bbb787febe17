import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

/** Takes over the response from the framework, with the status and the headers that the reply has so far. */
export function hijack(reply: FastifyReply): ServerResponse {
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value)
  reply.raw.statusCode = reply.statusCode
  return reply.raw
}
