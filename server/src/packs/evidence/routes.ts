import { limits } from '@nodeyard/contract/limits'
import { getCompatibilityEvidence, reportImports as reportRoute } from '@nodeyard/contract/packs'
import { type App, mount } from '../../ground/http/mount.ts'
import type { Deps } from './deps.ts'
import { findCompatibilityEvidence } from './find-evidence.ts'
import { reportImports } from './report-imports.ts'
import { ImportReportQuota } from './report-quota.ts'

const seconds = 300

export function mountEvidence(app: App<Deps>): void {
  const { deps } = app
  const quota = new ImportReportQuota(deps)
  mount(
    app,
    getCompatibilityEvidence,
    ({ actor, params, query, deps }) =>
      findCompatibilityEvidence(deps, actor, { nodeId: params.nodeId, version: query.version }),
    // Reports invalidate nothing, so that strangers cannot empty the cache.
    { cache: { seconds, tags: (_, { params }) => [`node:${params.nodeId}`] } },
  )
  mount(app, reportRoute, async ({ ip, body }) => ({ counted: await reportImports(deps, quota, ip, body) }), {
    limit: { name: 'import-reports', perMinute: limits.importReportRequestsPerMinute },
  })
}
