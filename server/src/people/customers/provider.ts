import type { Route } from '@nodeyard/contract/route'

/** What a provider is told: who asks, and what was sent. A webhook has no customer; its signature is in `headers`. */
export interface ProviderCall {
  customerId?: string
  params: unknown
  query: unknown
  body: unknown
  headers: unknown
  rawBody: Buffer
}

/**
 * A service that takes money, measures use or keeps files for the registry. It answers each of its routes in that
 * route's shape, and throws a `RegistryError` for what it refuses, an invalid signature among it.
 */
export interface Provider {
  answer(route: Route, call: ProviderCall): Promise<unknown>
}

/** Absent: the routes of that provider are answered 501. */
export interface Providers {
  payments?: Provider
  metering?: Provider
  storage?: Provider
}
