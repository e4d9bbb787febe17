import { mountAdmin } from './admin/routes.ts'
import { mountAdvisories } from './advisories/routes.ts'
import { mountAppeals } from './appeals/routes.ts'
import { mountCatalogue } from './catalogue/routes.ts'
import { mountCiResults } from './ci-results/routes.ts'
import { mountCodeHostPages } from './code-host/pages.ts'
import { mountComfyNodes } from './comfy-nodes/routes.ts'
import { mountCustomers } from './customers/routes.ts'
import type { Deps } from './deps.ts'
import { createApi, type RequestHandler } from './http/api.ts'
import { mountErrors } from './http/errors.ts'
import { mountHealth } from './http/health.ts'
import type { App } from './http/mount.ts'
import { mountOpenApi } from './http/openapi.ts'
import { mountIdentity } from './identity/routes.ts'
import { mountModeration } from './moderation/routes.ts'
import { mountNodes } from './nodes/routes.ts'
import { mountNotifications } from './notifications/routes.ts'
import { mountOversight } from './oversight/routes.ts'
import { mountProxy } from './proxy/routes.ts'
import { mountPublishers } from './publishers/routes.ts'
import { withRightPublisher } from './publishers/spelling.ts'
import { mountPublishing } from './publishing/routes.ts'
import { mountReleases } from './releases/routes.ts'
import { mountReports } from './reports/routes.ts'
import { mountRescans } from './rescans/routes.ts'
import { mountSearch } from './search/routes.ts'
import { mountStatus } from './status/routes.ts'
import { mountTokens } from './tokens/routes.ts'
import { mountTrustedPublishing } from './trusted-publishing/routes.ts'
import { mountUsers } from './users/routes.ts'
import { mountVersions } from './versions/routes.ts'
import { mountWebhooks } from './webhooks/routes.ts'

/** The whole API: the web server with every domain's routes. */
export function createRegistry(
  deps: Deps,
  isStopping: () => boolean = () => false,
): App & { handler: RequestHandler } {
  const app = createApi(deps, (error, request) => withRightPublisher(deps.db, error, request))
  mountHealth(app, isStopping)
  mountOpenApi(app)
  mountErrors(app)
  mountIdentity(app)
  mountVersions(app)
  mountCodeHostPages(app)
  mountNodes(app)
  mountComfyNodes(app)
  mountCatalogue(app)
  mountSearch(app)
  mountAppeals(app)
  mountPublishing(app)
  mountRescans(app)
  mountReports(app)
  mountAdvisories(app)
  mountPublishers(app)
  mountTokens(app)
  mountTrustedPublishing(app)
  mountWebhooks(app)
  mountUsers(app)
  mountNotifications(app)
  mountStatus(app)
  mountCustomers(app)
  mountProxy(app)
  mountReleases(app)
  mountCiResults(app)
  mountAdmin(app)
  mountModeration(app)
  mountOversight(app)
  return app
}
