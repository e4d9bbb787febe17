import { getAdvisory, listAdvisories } from '@nodeyard/contract/safety'
import { routeQuery } from '../../ground/site/route-query.ts'
import type { Site } from '../../ground/site/site.ts'

const advisoriesOnPage = 20

export const advisoriesQuery = (site: Site, page: number) =>
  routeQuery(site, listAdvisories, { query: { page, limit: advisoriesOnPage, include_withdrawn: true } })

export const advisoryQuery = (site: Site, advisoryId: string) =>
  routeQuery(site, getAdvisory, { params: { advisoryId } })
