import type { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Route } from '@nodeyard/contract/route'
import { type App, type Call, callReader } from './mount.ts'

/** What somebody else answered, ready to be passed on. */
export interface PassedAnswer {
  status: number
  headers: Record<string, string>
  /** The body, and what it goes through on its way. */
  body: [Readable, Transform]
  /** Told when the answer has ended, well or not. */
  done(): void
}

/**
 * A GET whose answer comes from somewhere else and is passed on as it comes, as fast as the caller takes it. A body
 * that breaks on its way ends the connection: its caller must not take a part for the whole.
 */
export function mountPassThrough<R extends Route>(
  app: App,
  route: R,
  open: (call: Call<R>, signal: AbortSignal) => Promise<PassedAnswer>,
): void {
  const read = callReader(app, route)
  app.mounted.add(route)
  app.fastify.route({
    method: 'GET',
    exposeHeadRoute: false,
    url: route.path,
    config: { route },
    async handler(request, reply) {
      const leaving = new AbortController()
      reply.raw.once('close', () => leaving.abort())
      const call = await read(request, reply)
      const answer = await openUnlessLeft(() => open(call, leaving.signal), leaving.signal)
      reply.hijack()
      if (!answer) return reply
      const { status, headers, body, done } = answer
      try {
        for (const [name, value] of Object.entries(reply.getHeaders())) {
          if (value !== undefined) reply.raw.setHeader(name, value)
        }
        reply.raw.writeHead(status, { ...headers, 'cache-control': 'private, no-store' })
        await pipeline(...body, reply.raw)
      } catch (error) {
        if (!leaving.signal.aborted)
          request.log.warn({ err: error, route: route.path }, 'a passed answer broke')
        reply.raw.destroy()
      } finally {
        done()
      }
      return reply
    },
  })
}

/** Undefined where nobody is there any more to be told. */
async function openUnlessLeft<T>(open: () => Promise<T>, left: AbortSignal): Promise<T | undefined> {
  if (left.aborted) return undefined
  return open().catch((error: unknown) => {
    if (left.aborted) return undefined
    throw error
  })
}
