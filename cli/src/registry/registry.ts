import {
  addressOf,
  type InputOf,
  RegistryRefusal,
  type ResponseOf,
  type Route,
  type Registry as SharedRegistry,
} from '@nodeyard/contract/ground'
import { CliError } from '../ground/errors.ts'
import { refusalOf, type Subject } from './refusal.ts'
import { type Outgoing, send } from './send.ts'

export interface CallOptions {
  signal?: AbortSignal | undefined
  silenceLimitMs?: number
  subject?: Subject
}

/** The API of a registry. */
export interface Registry {
  /** Without a trailing slash. */
  readonly url: string
  /** Calls one route of the contract. Throws a `CliError` for every response that is not 2xx. */
  call<R extends Route>(route: R, input?: InputOf<R>, options?: CallOptions): Promise<ResponseOf<R>>
}

export function registryAt(url: string, token?: string): Registry {
  return {
    url,
    async call(route, input, { signal, silenceLimitMs, subject = 'request' } = {}) {
      const { params, query, body } = (input ?? {}) as Record<string, Record<string, unknown> | undefined>
      const address = addressIn(url, () => addressOf(route, params, query))
      const answer = await send(address, {
        method: route.method as NonNullable<Outgoing['method']>,
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        signal,
        ...(silenceLimitMs === undefined ? {} : { silenceLimitMs }),
        ...(body ? { body: () => Buffer.from(JSON.stringify(body)) } : {}),
      })
      if (answer.status < 200 || answer.status > 299) throw refusalOf(subject, address, answer)
      try {
        return answer.text === '' ? null : JSON.parse(answer.text)
      } catch {
        throw new CliError('not_a_registry', { origin: address.origin, status: String(answer.status) })
      }
    },
  }
}

/** Refuses what cannot be part of an address, such as `..` as an id. */
export function addressIn(url: string, pathOf: () => string): URL {
  try {
    return new URL(url + pathOf())
  } catch (error) {
    if (error instanceof RegistryRefusal)
      throw new CliError('refused', { status: '400', message: error.message })
    throw error
  }
}

/** The registry as the parts that several programs share call it. */
export function cancellable(registry: Registry, signal: AbortSignal): SharedRegistry {
  return { call: (route, input) => registry.call(route, input, { signal }) }
}

/** A `fetch` for the clients of the contract, with the limits and proxies of this program. */
export const boundedFetch: typeof globalThis.fetch = async (input, init) => {
  const asked = new Request(input, init)
  const body = asked.body ? Buffer.from(await asked.arrayBuffer()) : undefined
  const { status, text } = await send(new URL(asked.url), {
    method: asked.method as NonNullable<Outgoing['method']>,
    headers: Object.fromEntries(asked.headers),
    signal: init?.signal ?? undefined,
    ...(body ? { body: () => body } : {}),
  })
  return new Response(status === 204 ? null : text, { status })
}
