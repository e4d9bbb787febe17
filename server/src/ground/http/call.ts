import { addressOf, isPathParameter, type ResponseOf, type Route } from '@nodeyard/contract/ground'
import type { AddressKey } from '../address-key.ts'
import { RegistryError } from '../errors.ts'
import type { Actor } from '../permissions.ts'
import type { HttpDeps } from './deps.ts'
import type { Input } from './input.ts'

/** A request after all checks, as handlers get it. */
export interface Call<R extends Route, Deps = HttpDeps> extends Input<R> {
  /** The body as it was sent; empty if there was none. */
  rawBody: Buffer
  actor: Actor
  ip: string
  /** The caller that limits and queues count. */
  caller: AddressKey
  /** When the response is cached, `deps.db` can be a replica. */
  deps: Deps
}

/** A redirect to another path of the registry (302). The query of the request is kept. `tags` are those of a cached response. */
export class Redirect {
  readonly path: string
  readonly tags: readonly string[]
  constructor(route: Route, params: Record<string, unknown>, tags: readonly string[]) {
    if (!Object.values(params).every(isPathParameter)) throw new RegistryError('route_not_found')
    this.path = addressOf(route, params)
    this.tags = tags
  }
}

/** A response with the route's other status: the resource existed already. */
export class Existing<Response> {
  readonly response: Response
  constructor(response: Response) {
    this.response = response
  }
}

export type Result<R extends Route> = ResponseOf<R> | Existing<ResponseOf<R>> | Redirect
export type Handler<R extends Route, Deps> = (call: Call<R, Deps>) => Promise<Result<R>>

/** A mounted route. */
export interface Endpoint<R extends Route, Deps extends HttpDeps> {
  deps: Deps
  route: R
  handle: Handler<R, Deps>
  /** Serializes the declared members of a response; empty for a route without a response body. */
  write(response: ResponseOf<R>): string
}
