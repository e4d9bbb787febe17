import type { Example } from '../example.ts'
import type { Route } from '../route.ts'
import * as about from './about.ts'
import * as admin from './admin.ts'
import * as adminRegistry from './admin-registry.ts'
import * as advisories from './advisories.ts'
import * as appeals from './appeals.ts'
import * as catalogue from './catalogue.ts'
import * as ciResults from './ci-results.ts'
import * as collections from './collections.ts'
import * as comfyNodes from './comfy-nodes.ts'
import * as customers from './customers.ts'
import * as dataset from './dataset.ts'
import * as deviceLogin from './device-login.ts'
import * as follows from './follows.ts'
import * as identity from './identity.ts'
import * as knownBad from './known-bad.ts'
import * as moderation from './moderation.ts'
import * as nodes from './nodes.ts'
import * as notifications from './notifications.ts'
import * as oversight from './oversight.ts'
import * as problems from './problems.ts'
import * as proxy from './proxy.ts'
import * as publishReports from './publish-reports.ts'
import * as publishers from './publishers.ts'
import * as readings from './readings.ts'
import * as releases from './releases.ts'
import * as replacements from './replacements.ts'
import * as reports from './reports.ts'
import * as requirements from './requirements.ts'
import * as rescans from './rescans.ts'
import * as score from './score.ts'
import * as search from './search.ts'
import * as status from './status.ts'
import * as tokens from './tokens.ts'
import * as trust from './trust.ts'
import * as trustedPublishing from './trusted-publishing.ts'
import * as users from './users.ts'
import * as versions from './versions.ts'
import * as webhooks from './webhooks.ts'
import * as workflows from './workflows.ts'

const groups = [
  identity,
  users,
  follows,
  collections,
  notifications,
  publishers,
  tokens,
  deviceLogin,
  about,
  trustedPublishing,
  webhooks,
  nodes,
  catalogue,
  dataset,
  versions,
  publishReports,
  trust,
  appeals,
  requirements,
  comfyNodes,
  replacements,
  readings,
  comfyNodes,
  workflows,
  score,
  search,
  status,
  customers,
  proxy,
  releases,
  ciResults,
  admin,
  adminRegistry,
  moderation,
  oversight,
  reports,
  advisories,
  knownBad,
  rescans,
  problems,
]

/** One example for each route. They are not part of the routes because browsers do not need them. */
export const examples: ReadonlyMap<Route, Example> = new Map(
  groups.flatMap((group) => group.examples).map((example) => [example.route, example]),
)
