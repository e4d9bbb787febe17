import { RegistryRefusal } from '@nodeyard/contract/client'
import { getPublisher, validatePublisherId } from '@nodeyard/contract/publishers'
import { getCurrentUser, listOwnPublishers } from '@nodeyard/contract/users'
import { queryOptions } from '@tanstack/react-query'
import { shouldRetry } from '../../ground/site/query.ts'
import type { Site } from '../../ground/site/site.ts'

/** The signed-in user as the registry knows them. */
export function currentUserQuery({ registry }: Site) {
  return queryOptions({
    queryKey: ['users'],
    queryFn: ({ signal }) => registry.call(getCurrentUser, {}, { signal }),
  })
}

export function ownPublishersQuery({ registry }: Site) {
  return queryOptions({
    queryKey: ['users', 'publishers'],
    queryFn: ({ signal }) => registry.call(listOwnPublishers, {}, { signal }),
  })
}

/**
 * A publisher with the member details that only members and admins receive. The key is below the members
 * path, so that changes to members invalidate it.
 */
export function managedPublisherQuery({ registry }: Site, publisherId: string) {
  return queryOptions({
    queryKey: ['publishers', publisherId, 'members'],
    queryFn: ({ signal }) => registry.call(getPublisher, { params: { publisherId } }, { signal }),
  })
}

/** Resolves to true for a free id, and fails with the problem otherwise. */
export function freeIdQuery({ registry }: Site, id: string) {
  return queryOptions({
    queryKey: ['free-publisher-id', id],
    queryFn: async ({ signal }) => {
      await registry.call(validatePublisherId, { query: { username: id } }, { signal })
      return true
    },
    retry: (failures, error) => !(error instanceof RegistryRefusal) && shouldRetry(failures, error),
    gcTime: 0,
  })
}
