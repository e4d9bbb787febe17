import { listPublisherNodesPaged } from '@nodeyard/contract/nodes'
import { listTokens } from '@nodeyard/contract/tokens'
import { listCiIssuers, listTrustedPublishers } from '@nodeyard/contract/trusted-publishing'
import { queryOptions } from '@tanstack/react-query'
import type { Site } from '../../ground/site/site.ts'

/** With those that were revoked lately. Their secrets are not among what the registry tells. */
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

const mostSuggested = 100

/** Ids to choose from; others may be typed. */
export function nodeIdsQuery({ registry }: Site, publisherId: string) {
  return queryOptions({
    queryKey: ['publishers', publisherId, 'nodes', 'ids'],
    queryFn: async ({ signal }) => {
      const { nodes } = await registry.call(
        listPublisherNodesPaged,
        { params: { publisherId }, query: { limit: mostSuggested } },
        { signal },
      )
      return nodes.map(({ id }) => id)
    },
  })
}
