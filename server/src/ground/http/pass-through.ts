import type { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Route } from '@nodeyard/contract/ground'
import { cacheControl } from './cache-control.ts'
import type { Call } from './call.ts'
import { hijack } from './hijack.ts'
import { type App, checksOf } from './mount.ts'

/** The response of another service. */
export interface PassedResponse {
  status: number
  headers: Record<string, string>
  /** The body and a transform for it. */
  body: [Readable, Transform]
  /** Called when the response has ended or failed. */
  done(): void
}

/**
 * Serves a GET with the response of another service, as a stream. If the body fails, the connection is closed so that the
 * caller does not mistake a part for the whole.
 */
export function mountPassThrough<R extends Route>(
  app: App,
  route: R,
  open: (call: Call<R>, signal: AbortSignal) => Promise<PassedResponse>,
): void {
  const checks = checksOf(app, route)
  app.mounted.add(route)
  app.fastify.route({
    method: 'GET',
    exposeHeadRoute: false,
    url: route.path,
    config: { route },
    async handler(request, reply) {
      const leaving = new AbortController()
      reply.raw.once('close', () => leaving.abort())
      const actor = await checks.authenticate(request, reply)
      checks.limit(actor, request, reply)
      const call = checks.validate(request, actor)
      const response = await openUnlessLeft(() => open(call, leaving.signal), leaving.signal)
      if (!response) return reply.hijack()
      const { status, headers, body, done } = response
      try {
        hijack(reply).writeHead(status, { ...headers, 'cache-control': cacheControl.secret })
        await pipeline(...body, reply.raw)
      } catch (error) {
        if (!leaving.signal.aborted)
          request.log.warn({ err: error, route: route.path }, 'a passed response failed')
        reply.raw.destroy()
      } finally {
        done()
      }
      return reply
    },
  })
}

/** Undefined if the client has disconnected. */
async function openUnlessLeft<T>(open: () => Promise<T>, left: AbortSignal): Promise<T | undefined> {
  if (left.aborted) return undefined
  return open().catch((error: unknown) => {
    if (left.aborted) return undefined
    throw error
  })
}
