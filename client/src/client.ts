import * as about from '../../contract/src/about.ts'
import * as admin from '../../contract/src/admin.ts'
import * as adminRegistry from '../../contract/src/admin-registry.ts'
import * as advisories from '../../contract/src/advisories.ts'
import * as appeals from '../../contract/src/appeals.ts'
import * as catalogue from '../../contract/src/catalogue.ts'
import * as ciResults from '../../contract/src/ci-results.ts'
import { type Registry, registryAt } from '../../contract/src/client.ts'
import * as collisions from '../../contract/src/collisions.ts'
import * as comfyNodes from '../../contract/src/comfy-nodes.ts'
import * as coreNodes from '../../contract/src/core-nodes.ts'
import * as customers from '../../contract/src/customers.ts'
import * as deviceLogin from '../../contract/src/device-login.ts'
import * as follows from '../../contract/src/follows.ts'
import * as identify from '../../contract/src/identify.ts'
import * as identity from '../../contract/src/identity.ts'
import * as killList from '../../contract/src/kill-list.ts'
import * as moderation from '../../contract/src/moderation.ts'
import * as nodes from '../../contract/src/nodes.ts'
import * as notifications from '../../contract/src/notifications.ts'
import * as oversight from '../../contract/src/oversight.ts'
import * as problems from '../../contract/src/problems.ts'
import * as providers from '../../contract/src/providers.ts'
import * as proxy from '../../contract/src/proxy.ts'
import * as publishReports from '../../contract/src/publish-reports.ts'
import * as publishers from '../../contract/src/publishers.ts'
import * as pythonIndex from '../../contract/src/python-index.ts'
import * as readings from '../../contract/src/readings.ts'
import * as releases from '../../contract/src/releases.ts'
import * as replacements from '../../contract/src/replacements.ts'
import * as reports from '../../contract/src/reports.ts'
import * as requirements from '../../contract/src/requirements.ts'
import * as rescans from '../../contract/src/rescans.ts'
import type { InputOf, ResponseOf, Route } from '../../contract/src/route.ts'
import * as score from '../../contract/src/score.ts'
import * as search from '../../contract/src/search.ts'
import * as status from '../../contract/src/status.ts'
import * as tokens from '../../contract/src/tokens.ts'
import * as trustedPublishing from '../../contract/src/trusted-publishing.ts'
import * as users from '../../contract/src/users.ts'
import * as versions from '../../contract/src/versions.ts'
import * as webhooks from '../../contract/src/webhooks.ts'
import * as workflowFiles from '../../contract/src/workflow-files.ts'
import * as workflows from '../../contract/src/workflows.ts'

export { RegistryRefusal } from '../../contract/src/client.ts'

const contract = {
  ...users,
  ...identity,
  ...publishers,
  ...tokens,
  ...deviceLogin,
  ...nodes,
  ...catalogue,
  ...versions,
  ...comfyNodes,
  ...workflows,
  ...score,
  ...readings,
  ...collisions,
  ...providers,
  ...coreNodes,
  ...identify,
  ...replacements,
  ...requirements,
  ...pythonIndex,
  ...workflowFiles,
  ...search,
  ...status,
  ...about,
  ...reports,
  ...advisories,
  ...killList,
  ...rescans,
  ...customers,
  ...proxy,
  ...releases,
  ...ciResults,
  ...admin,
  ...adminRegistry,
  ...appeals,
  ...moderation,
  ...notifications,
  ...oversight,
  ...publishReports,
  ...trustedPublishing,
  ...webhooks,
  ...follows,
  ...problems,
}

type Contract = typeof contract
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

/** Creates a client of the registry whose API is at `baseUrl`. */
export function connect(baseUrl: string, options: ConnectOptions = {}): Client {
  const registry = registryAt(baseUrl.replace(/(?<!\/)\/+$/, ''), withCredentials(options))
  const calls = Object.entries(contract).flatMap(([name, value]) =>
    isRoute(value) ? [[name, callOf(registry, value)]] : [],
  )
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

function isRoute(value: unknown): value is Route {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}
