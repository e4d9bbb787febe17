import type { ResponseOf } from '@nodeyard/contract/ground'
import { listCiIssuers, listPublisherNodesPaged, listTrustedPublishers } from '@nodeyard/contract/packs'
import { listTokens } from '@nodeyard/contract/people'
import { routeQuery } from '../../ground/site/route-query.ts'
import type { Site } from '../../ground/site/site.ts'

/** Tokens of a publisher without secrets, including recently revoked ones. */
export const tokensQuery = (site: Site, publisherId: string) =>
  routeQuery(site, listTokens, { params: { publisherId }, query: { include_revoked: true } })

export const trustedPublishersQuery = (site: Site, publisherId: string) =>
  routeQuery(site, listTrustedPublishers, { params: { publisherId } })

export const ciIssuersQuery = (site: Site) => routeQuery(site, listCiIssuers, {})

const maxSuggested = 100

/** Suggestions of node ids; other ids can be typed. */
export const nodeIdsQuery = (site: Site, publisherId: string) => ({
  ...routeQuery(site, listPublisherNodesPaged, { params: { publisherId }, query: { limit: maxSuggested } }),
  select: ({ nodes }: ResponseOf<typeof listPublisherNodesPaged>) => nodes.map(({ id }) => id),
})
