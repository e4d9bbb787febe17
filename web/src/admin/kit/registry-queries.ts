import {
  getNodeEffects,
  getPublisherEffects,
  getUser,
  listCompatibility,
  listNodesForAdmins,
  listPublishersForAdmins,
  listUsers,
} from '@nodeyard/contract/admin-registry'
import type { QueryOf } from '@nodeyard/contract/route'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Site } from '../../ground/site/site.ts'

/* All keys start with `admin`, so that an action can invalidate them together. */

export function adminNodesQuery({ registry }: Site, query: QueryOf<typeof listNodesForAdmins>) {
  return queryOptions({
    queryKey: ['admin', 'nodes', query],
    queryFn: ({ signal }) => registry.call(listNodesForAdmins, { query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

export function adminPublishersQuery({ registry }: Site, query: QueryOf<typeof listPublishersForAdmins>) {
  return queryOptions({
    queryKey: ['admin', 'publishers', query],
    queryFn: ({ signal }) => registry.call(listPublishersForAdmins, { query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

export function nodeEffectsQuery({ registry }: Site, nodeId: string) {
  return queryOptions({
    queryKey: ['admin', 'nodes', nodeId, 'effects'],
    queryFn: ({ signal }) => registry.call(getNodeEffects, { params: { nodeId } }, { signal }),
  })
}

export function publisherEffectsQuery({ registry }: Site, publisherId: string, act: 'ban' | 'unban') {
  return queryOptions({
    queryKey: ['admin', 'publishers', publisherId, 'effects', act],
    queryFn: ({ signal }) =>
      registry.call(getPublisherEffects, { params: { publisherId }, query: { act } }, { signal }),
  })
}

export function adminUsersQuery({ registry }: Site, query: QueryOf<typeof listUsers>) {
  return queryOptions({
    queryKey: ['admin', 'users', query],
    queryFn: ({ signal }) => registry.call(listUsers, { query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

export function adminUserQuery({ registry }: Site, userId: string) {
  return queryOptions({
    queryKey: ['admin', 'users', userId],
    queryFn: ({ signal }) => registry.call(getUser, { params: { userId } }, { signal }),
  })
}

export function compatibilityQuery({ registry }: Site, query: QueryOf<typeof listCompatibility>) {
  return queryOptions({
    queryKey: ['admin', 'compatibility', query],
    queryFn: ({ signal }) => registry.call(listCompatibility, { query }, { signal }),
    placeholderData: keepPreviousData,
  })
}
