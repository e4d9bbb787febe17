import { listFollows } from '@nodeyard/contract/services'
import { routeQuery } from '../../ground/site/route-query.ts'
import type { Site } from '../../ground/site/site.ts'

export const followsQuery = (site: Site) => routeQuery(site, listFollows, {}, ({ follows }) => follows)
