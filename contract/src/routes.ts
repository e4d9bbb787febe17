import type { TSchema } from 'typebox'
import * as about from './about.ts'
import * as admin from './admin.ts'
import * as adminRegistry from './admin-registry.ts'
import * as advisories from './advisories.ts'
import * as appeals from './appeals.ts'
import * as catalogue from './catalogue.ts'
import * as ciResults from './ci-results.ts'
import * as collisions from './collisions.ts'
import * as comfyNodes from './comfy-nodes.ts'
import * as customers from './customers.ts'
import * as deviceLogin from './device-login.ts'
import * as errors from './errors.ts'
import * as identity from './identity.ts'
import * as killList from './kill-list.ts'
import * as moderation from './moderation.ts'
import * as nodes from './nodes.ts'
import * as notifications from './notifications.ts'
import * as oversight from './oversight.ts'
import * as problems from './problems.ts'
import * as providers from './providers.ts'
import * as proxy from './proxy.ts'
import * as publishReports from './publish-reports.ts'
import * as publishers from './publishers.ts'
import * as readings from './readings.ts'
import * as releases from './releases.ts'
import * as reports from './reports.ts'
import * as rescans from './rescans.ts'
import type { Route } from './route.ts'
import * as search from './search.ts'
import * as shapeModule from './shapes.ts'
import * as signed from './signed.ts'
import * as status from './status.ts'
import * as tokens from './tokens.ts'
import * as trustedPublishing from './trusted-publishing.ts'
import * as users from './users.ts'
import * as versions from './versions.ts'
import * as webhooks from './webhooks.ts'

const groups: Record<string, object> = {
  identity,
  users,
  notifications,
  publishers,
  tokens,
  'device-login': deviceLogin,
  'trusted-publishing': trustedPublishing,
  webhooks,
  nodes,
  catalogue,
  versions,
  'publish-reports': publishReports,
  appeals,
  readings,
  'comfy-nodes': { ...comfyNodes, ...providers, ...collisions },
  search,
  status: { ...status, ...about },
  customers,
  proxy,
  releases,
  'ci-results': ciResults,
  admin: { ...admin, ...adminRegistry },
  moderation,
  oversight,
  reports,
  advisories: { ...advisories, ...killList },
  rescans,
  problems,
}

/** Every route of the registry by the name of its object in the contract, grouped for readers. */
export const routeGroups: Readonly<Record<string, Readonly<Record<string, Route>>>> = Object.fromEntries(
  Object.entries(groups).map(([group, module]) => [group, pick(module, isRoute)]),
)

/** Every route of the registry by the name of its object in the contract. */
export const routes: Readonly<Record<string, Route>> = Object.assign({}, ...Object.values(routeGroups))

/** The shapes that have a name: objects, and strings with a fixed set of values. */
export const namedShapes: Readonly<Record<string, TSchema>> = Object.assign(
  {},
  ...[shapeModule, signed, errors, ...Object.values(groups)].map((module) => pick(module, isNamedShape)),
)

function pick<Value>(module: object, isWanted: (value: unknown) => value is Value): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(module).filter((entry): entry is [string, Value] => isWanted(entry[1])),
  )
}

function isRoute(value: unknown): value is Route {
  return isObject(value) && 'method' in value && 'path' in value
}

function isNamedShape(value: unknown): value is TSchema {
  return isObject(value) && (value['type'] === 'object' || Array.isArray(value['enum']))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
