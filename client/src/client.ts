import { type Registry, registryAt } from '../../contract/src/ground/client.ts'
import type { InputOf, ResponseOf, Route } from '../../contract/src/ground/route.ts'
import { type Contract, routes } from '../../contract/src/routes.ts'

export { RegistryRefusal } from '../../contract/src/ground/client.ts'

type RouteName = { [Name in keyof Contract]: Contract[Name] extends Route ? Name : never }[keyof Contract]
type Arguments<R extends Route> =
  Record<never, never> extends InputOf<R>
    ? [input?: InputOf<R>, init?: RequestInit]
    : [input: InputOf<R>, init?: RequestInit]

/** One function for each call of the API. They throw `RegistryRefusal` for every response that is not 2xx. */
export type Client = {
  readonly [Name in RouteName]: Contract[Name] extends Route
    ? (...given: Arguments<Contract[Name]>) => Promise<ResponseOf<Contract[Name]>>
    : never
}

export interface ConnectOptions {
  /** An ID token, or a function that returns a fresh one; sent with every request. */
  idToken?: string | (() => string | Promise<string>)
  /** A customer's key, for the routes that take one. */
  apiKey?: string
  fetch?: typeof globalThis.fetch
}

/** Creates a client for the registry whose API is at `baseUrl`. */
export function connect(baseUrl: string, options: ConnectOptions = {}): Client {
  const registry = registryAt(baseUrl.replace(/(?<!\/)\/+$/, ''), withCredentials(options))
  const calls = Object.entries(routes).map(([name, route]) => [name, callOf(registry, route)])
  return Object.fromEntries(calls) as Client
}

const callOf =
  (registry: Registry, route: Route) =>
  (input?: InputOf<Route>, init?: RequestInit): Promise<unknown> =>
    registry.call(route, input, init)

function withCredentials({ idToken, apiKey, fetch = globalThis.fetch }: ConnectOptions): typeof fetch {
  return async (input, init) => {
    const headers = new Headers(init?.headers)
    const token = typeof idToken === 'function' ? await idToken() : idToken
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
    if (apiKey !== undefined) headers.set('x-api-key', apiKey)
    return fetch(input, { ...init, headers })
  }
}
