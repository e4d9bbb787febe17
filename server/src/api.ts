import type { Deps } from './deps.ts'
import { mountCatalogue } from './discovery/catalogue/routes.ts'
import { mountCollections } from './discovery/collections/routes.ts'
import { mountDataset } from './discovery/dataset/routes.ts'
import { mountProgram } from './discovery/program/routes.ts'
import { mountPythonIndex } from './discovery/python-index/routes.ts'
import { checkSearch } from './discovery/search/ready.ts'
import { mountSearch } from './discovery/search/routes.ts'
import { mountWorkflowFiles } from './discovery/workflow-files/routes.ts'
import { createApi, type RequestHandler } from './ground/http/api.ts'
import { mountErrors } from './ground/http/errors.ts'
import { mountHealth } from './ground/http/health.ts'
import type { App } from './ground/http/mount.ts'
import { mountOpenApi } from './ground/http/openapi.ts'
import { mountAppeals } from './packs/appeals/routes.ts'
import { mountAttestations } from './packs/attestations/routes.ts'
import { withNameAsOnePart } from './packs/comfy-nodes/name-in-path.ts'
import { mountComfyNodes } from './packs/comfy-nodes/routes.ts'
import { mountCommitMatches } from './packs/commit-matches/routes.ts'
import { mountEvidence } from './packs/evidence/routes.ts'
import { mountModels } from './packs/models/routes.ts'
import { mountNodes } from './packs/nodes/routes.ts'
import { mountVersions } from './packs/nodes/versions/routes.ts'
import { mountPictures } from './packs/pictures/routes.ts'
import { mountPublishing } from './packs/publishing/routes.ts'
import { mountReadings } from './packs/readings/routes.ts'
import { mountReplacements } from './packs/replacements/routes.ts'
import { mountScore } from './packs/score/routes.ts'
import { mountTrustedPublishing } from './packs/trusted-publishing/routes.ts'
import { mountWorkflows } from './packs/workflows/routes.ts'
import { mountCodeHostPages } from './people/code-host/pages.ts'
import { mountCustomers, routesWithoutProvider } from './people/customers/routes.ts'
import { mountDeviceLogin } from './people/device-login/routes.ts'
import { authenticate } from './people/identity/authenticate.ts'
import { mountIdentity } from './people/identity/routes.ts'
import { mountPublishers } from './people/publishers/routes.ts'
import { withRightPublisher } from './people/publishers/spelling.ts'
import { mountTokens } from './people/tokens/routes.ts'
import { mountUsers } from './people/users/routes.ts'
import { mountAdmin } from './safety/admin/routes.ts'
import { mountAdvisories } from './safety/advisories/routes.ts'
import { mountModeration } from './safety/moderation/routes.ts'
import { mountOversight } from './safety/oversight/routes.ts'
import { mountReports } from './safety/reports/routes.ts'
import { mountRescans } from './safety/rescans/routes.ts'
import { mountAgents } from './services/agents/routes.ts'
import { mountCiResults } from './services/ci-results/routes.ts'
import { mountFollows } from './services/follows/routes.ts'
import { mountNotifications } from './services/notifications/routes.ts'
import { mountProxy } from './services/proxy/routes.ts'
import { mountReleases } from './services/releases/routes.ts'
import { mountStatus } from './services/status/routes.ts'
import { mountWebhooks } from './services/webhooks/routes.ts'

/** Creates the web server with the routes of all domains. */
export function createRegistry(
  deps: Deps,
  isStopping: () => boolean = () => false,
): App<Deps> & { handler: RequestHandler } {
  const app = createApi(deps, {
    authenticate: (access, headers) => authenticate(deps, access, headers),
    explain: (error, request) => withRightPublisher(deps.db, error, request),
    rewriteUrl: withNameAsOnePart,
  })
  mountHealth(app, { isStopping, checks: { search: () => checkSearch(deps) } })
  mountOpenApi(app, routesWithoutProvider(app.deps.providers))
  mountErrors(app)
  mountIdentity(app)
  mountVersions(app)
  mountCodeHostPages(app)
  mountNodes(app)
  mountComfyNodes(app)
  mountModels(app)
  mountReplacements(app)
  mountWorkflows(app)
  mountScore(app)
  mountEvidence(app)
  mountCatalogue(app)
  mountDataset(app)
  mountProgram(app)
  mountPythonIndex(app)
  mountWorkflowFiles(app)
  mountCollections(app)
  mountSearch(app)
  mountAppeals(app)
  mountPublishing(app)
  mountReadings(app)
  mountPictures(app)
  mountCommitMatches(app)
  mountAttestations(app)
  mountRescans(app)
  mountReports(app)
  mountAdvisories(app)
  mountPublishers(app)
  mountTokens(app)
  mountDeviceLogin(app)
  mountTrustedPublishing(app)
  mountWebhooks(app)
  mountUsers(app)
  mountFollows(app)
  mountNotifications(app)
  mountStatus(app)
  mountCustomers(app)
  mountProxy(app)
  mountReleases(app)
  mountAgents(app)
  mountCiResults(app)
  mountAdmin(app)
  mountModeration(app)
  mountOversight(app)
  return app
}
