import type { TSchema } from 'typebox'
import * as about from './about.ts'
import * as admin from './admin.ts'
import * as adminRegistry from './admin-registry.ts'
import * as advisories from './advisories.ts'
import * as appeals from './appeals.ts'
import * as attestations from './attestations.ts'
import * as catalogue from './catalogue.ts'
import * as ciResults from './ci-results.ts'
import * as collections from './collections.ts'
import * as collisions from './collisions.ts'
import * as comfyNodes from './comfy-nodes.ts'
import * as commitMatches from './commit-matches.ts'
import * as compatibility from './compatibility.ts'
import * as coreNodes from './core-nodes.ts'
import * as customers from './customers.ts'
import * as dataset from './dataset.ts'
import * as deviceLogin from './device-login.ts'
import * as errors from './errors.ts'
import * as evidence from './evidence.ts'
import * as follows from './follows.ts'
import * as identify from './identify.ts'
import * as identity from './identity.ts'
import * as killList from './kill-list.ts'
import * as knownBad from './known-bad.ts'
import * as models from './models.ts'
import * as moderation from './moderation.ts'
import * as nodes from './nodes.ts'
import * as notifications from './notifications.ts'
import * as oversight from './oversight.ts'
import * as plans from './plans.ts'
import * as problems from './problems.ts'
import * as providers from './providers.ts'
import * as proxy from './proxy.ts'
import * as publishReports from './publish-reports.ts'
import * as publishers from './publishers.ts'
import * as pythonIndex from './python-index.ts'
import * as readings from './readings.ts'
import * as releases from './releases.ts'
import * as replacements from './replacements.ts'
import * as reports from './reports.ts'
import * as requirementAdvisories from './requirement-advisories.ts'
import * as requirements from './requirements.ts'
import * as rescans from './rescans.ts'
import type { Route } from './route.ts'
import * as score from './score.ts'
import * as search from './search.ts'
import * as shapeModule from './shapes.ts'
import * as signed from './signed.ts'
import * as status from './status.ts'
import * as tokens from './tokens.ts'
import * as trustedPublishing from './trusted-publishing.ts'
import * as users from './users.ts'
import * as versions from './versions.ts'
import * as webhooks from './webhooks.ts'
import * as workflowFiles from './workflow-files.ts'
import * as workflows from './workflows.ts'

/** Groups in the order of the API page: reading first, then publishing, accounts, and running a registry. */
const groups = {
  nodes,
  search,
  versions,
  'comfy-nodes': { ...comfyNodes, ...providers, ...identify, ...workflowFiles, ...coreNodes, ...collisions },
  replacements,
  requirements: { ...requirements, ...pythonIndex },
  models,
  compatibility: { ...compatibility, ...evidence },
  plans,
  workflows,
  collections,
  readings,
  trust: { ...commitMatches, ...attestations, ...requirementAdvisories },
  score,
  advisories: { ...advisories, ...killList, ...knownBad },
  catalogue,
  dataset,
  status: { ...status, ...about },
  publishers,
  tokens,
  'device-login': deviceLogin,
  'trusted-publishing': trustedPublishing,
  'publish-reports': publishReports,
  appeals,
  webhooks,
  reports,
  releases,
  'ci-results': ciResults,
  identity,
  users,
  follows,
  notifications,
  customers,
  proxy,
  admin: { ...admin, ...adminRegistry },
  moderation,
  oversight,
  rescans,
  problems,
}

/** Every route of the registry by the name of its object in the contract, grouped for readers. */
export const routeGroups: Readonly<Record<string, Readonly<Record<string, Route>>>> = Object.fromEntries(
  Object.entries(groups).map(([group, module]) => [group, pick(module, isRoute)]),
)

/** Every route of the registry by the name of its object in the contract. */
export const routes: Readonly<Record<string, Route>> = Object.assign({}, ...Object.values(routeGroups))

type Groups = typeof groups
type ModuleOf<Group> = Group extends keyof Groups ? (module: Groups[Group]) => void : never

/** The contract as one module. */
export type Contract = ModuleOf<keyof Groups> extends (module: infer All) => void ? All : never

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
