import { getIdentityConfig } from '@nodeyard/contract/people'
import { routeQuery } from './route-query.ts'
import type { Site } from './site.ts'

const fiveMinutesMs = 300_000

/**
 * Sign-in configuration. It changes only with a restart, so the response embedded in the page stays fresh for
 * a while.
 */
export const identityConfigQuery = (site: Pick<Site, 'registry'>) => ({
  ...routeQuery(site, getIdentityConfig, {}),
  staleTime: fiveMinutesMs,
})
