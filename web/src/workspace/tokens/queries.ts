import { listPublisherNodesPaged } from '@nodeyard/contract/nodes'
import { listTokens } from '@nodeyard/contract/tokens'
import { listCiIssuers, listTrustedPublishers } from '@nodeyard/contract/trusted-publishing'
import { queryOptions } from '@tanstack/react-query'
import type { Site } from '../../ground/site/site.ts'

/** Tokens of a publisher without secrets, including recently revoked ones. */
export function tokensQuery({ registry }: Site, publisherId: string) {
  return queryOptions({
    queryKey: ['publishers', publisherId, 'tokens'],
    queryFn: ({ signal }) =>
      registry.call(listTokens, { params: { publisherId }, query: { include_revoked: true } }, { signal }),
  })
}

export function trustedPublishersQuery({ registry }: Site, publisherId: string) {
  return queryOptions({
    queryKey: ['publishers', publisherId, 'trusted-publishers'],
    queryFn: ({ signal }) => registry.call(listTrustedPublishers, { params: { publisherId } }, { signal }),
  })
}

export function ciIssuersQuery({ registry }: Site) {
  return queryOptions({
    queryKey: ['oidc', 'issuers'],
    queryFn: ({ signal }) => registry.call(listCiIssuers, {}, { signal }),
  })
}

const maxSuggested = 100

/** Suggestions of node ids; other ids can be typed. */
export function nodeIdsQuery({ registry }: Site, publisherId: string) {
  return queryOptions({
    queryKey: ['publishers', publisherId, 'nodes', 'ids'],
    queryFn: async ({ signal }) => {
      const { nodes } = await registry.call(
        listPublisherNodesPaged,
        { params: { publisherId }, query: { limit: maxSuggested } },
        { signal },
      )
      return nodes.map(({ id }) => id)
    },
  })
}
