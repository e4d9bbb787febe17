import * as about from './examples/about.ts'
import * as admin from './examples/admin.ts'
import * as adminRegistry from './examples/admin-registry.ts'
import * as advisories from './examples/advisories.ts'
import * as appeals from './examples/appeals.ts'
import * as catalogue from './examples/catalogue.ts'
import * as ciResults from './examples/ci-results.ts'
import * as collections from './examples/collections.ts'
import * as comfyNodes from './examples/comfy-nodes.ts'
import * as customers from './examples/customers.ts'
import * as dataset from './examples/dataset.ts'
import * as deviceLogin from './examples/device-login.ts'
import * as follows from './examples/follows.ts'
import * as identity from './examples/identity.ts'
import * as knownBad from './examples/known-bad.ts'
import * as moderation from './examples/moderation.ts'
import * as nodes from './examples/nodes.ts'
import * as notifications from './examples/notifications.ts'
import * as oversight from './examples/oversight.ts'
import * as pictures from './examples/pictures.ts'
import * as problems from './examples/problems.ts'
import * as proxy from './examples/proxy.ts'
import * as publishReports from './examples/publish-reports.ts'
import * as publishers from './examples/publishers.ts'
import * as readings from './examples/readings.ts'
import * as releases from './examples/releases.ts'
import * as replacements from './examples/replacements.ts'
import * as reports from './examples/reports.ts'
import * as requirements from './examples/requirements.ts'
import * as rescans from './examples/rescans.ts'
import * as score from './examples/score.ts'
import * as search from './examples/search.ts'
import * as status from './examples/status.ts'
import * as tokens from './examples/tokens.ts'
import * as trust from './examples/trust.ts'
import * as trustedPublishing from './examples/trusted-publishing.ts'
import * as users from './examples/users.ts'
import * as versions from './examples/versions.ts'
import * as webhooks from './examples/webhooks.ts'
import * as workflows from './examples/workflows.ts'
import type { Example } from './ground/example.ts'
import type { Route } from './ground/route.ts'

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
  pictures,
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

export { resultOfExample } from './examples/ci-results.ts'
export { commitOfExamples, heldCommitOfExamples } from './examples/readings.ts'
export * from './examples/things.ts'
export { attestationOfExamples, bundleOfExamples } from './examples/trust.ts'
