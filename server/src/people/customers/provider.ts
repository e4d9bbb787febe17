import type { Route } from '@nodeyard/contract/ground'

/** A request passed to a provider. A webhook has no customer; its signature is in `headers`. */
export interface ProviderCall {
  customerId?: string
  params: unknown
  query: unknown
  body: unknown
  headers: unknown
  rawBody: Buffer
}

/**
 * A service that takes payments, meters use or stores files for the registry. It responds to each of its routes in
 * that route's shape, and throws a `RegistryError` to refuse a call, for example for an invalid signature.
 */
export interface Provider {
  answer(route: Route, call: ProviderCall): Promise<unknown>
}

/** The routes of a missing provider respond with 501. */
export interface Providers {
  payments?: Provider
  metering?: Provider
  storage?: Provider
}
