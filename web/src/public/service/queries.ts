import { getStatus } from '@nodeyard/contract/services'
import { routeQuery } from '../../ground/site/route-query.ts'
import type { Site } from '../../ground/site/site.ts'

export const statusQuery = (site: Site) => routeQuery(site, getStatus, {})
