import type { TSchema } from 'typebox'
import * as catalogue from './discovery/catalogue.ts'
import * as collections from './discovery/collections.ts'
import * as dataset from './discovery/dataset.ts'
import * as plans from './discovery/plans.ts'
import * as pythonIndex from './discovery/python-index.ts'
import * as workflowFiles from './discovery/workflow-files.ts'
import * as about from './ground/about.ts'
import * as errors from './ground/errors.ts'
import * as problems from './ground/problems.ts'
import type { Route } from './ground/route.ts'
import * as shapeModule from './ground/shapes.ts'
import * as signed from './ground/signed.ts'
import * as appeals from './packs/appeals.ts'
import * as attestations from './packs/attestations.ts'
import * as collisions from './packs/collisions.ts'
import * as comfyNodes from './packs/comfy-nodes.ts'
import * as commitMatches from './packs/commit-matches.ts'
import * as compatibility from './packs/compatibility.ts'
import * as coreNodes from './packs/core-nodes.ts'
import * as evidence from './packs/evidence.ts'
import * as identify from './packs/identify.ts'
import * as models from './packs/models.ts'
import * as nodes from './packs/nodes.ts'
import * as pictures from './packs/pictures.ts'
import * as providers from './packs/providers.ts'
import * as publishReports from './packs/publish-reports.ts'
import * as readings from './packs/readings.ts'
import * as replacements from './packs/replacements.ts'
import * as repositories from './packs/repositories.ts'
import * as requirementAdvisories from './packs/requirement-advisories.ts'
import * as requirements from './packs/requirements.ts'
import * as score from './packs/score.ts'
import * as search from './packs/search.ts'
import * as trustedPublishing from './packs/trusted-publishing.ts'
import * as versions from './packs/versions.ts'
import * as workflows from './packs/workflows.ts'
import * as customers from './people/customers.ts'
import * as deviceLogin from './people/device-login.ts'
import * as identity from './people/identity.ts'
import * as photos from './people/photos.ts'
import * as publishers from './people/publishers.ts'
import * as tokens from './people/tokens.ts'
import * as users from './people/users.ts'
import * as admin from './safety/admin.ts'
import * as adminRegistry from './safety/admin-registry.ts'
import * as advisories from './safety/advisories.ts'
import * as killList from './safety/kill-list.ts'
import * as knownBad from './safety/known-bad.ts'
import * as moderation from './safety/moderation.ts'
import * as oversight from './safety/oversight.ts'
import * as reports from './safety/reports.ts'
import * as rescans from './safety/rescans.ts'
import * as ciResults from './services/ci-results.ts'
import * as follows from './services/follows.ts'
import * as notifications from './services/notifications.ts'
import * as proxy from './services/proxy.ts'
import * as releases from './services/releases.ts'
import * as status from './services/status.ts'
import * as webhooks from './services/webhooks.ts'

/** Groups in the order of the API page: reading first, then publishing, accounts, and running a registry. */
const groups = {
  nodes: { ...nodes, ...pictures },
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
  readings: { ...readings, ...repositories },
  trust: { ...commitMatches, ...attestations, ...requirementAdvisories },
  score,
  advisories: { ...advisories, ...killList, ...knownBad },
  catalogue,
  dataset,
  status: { ...status, ...about },
  publishers: { ...publishers, ...photos },
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
