import { type InjectOptions, inject, type Response } from 'light-my-request'
import type { RequestHandler } from '../src/ground/http/api.ts'

/**
 * Sends a request to a handler without a network. `fastify.inject` would bypass the response cache in front
 * of it.
 */
export const injectInto = (handler: RequestHandler, request: InjectOptions): Promise<Response> =>
  inject((incoming, outgoing) => handler(incoming as never, outgoing as never), request)
