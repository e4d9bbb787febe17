import { getPublisher } from '@nodeyard/contract/publishers'
import { getCurrentUser, listOwnPublishers } from '@nodeyard/contract/users'
import { queryOptions } from '@tanstack/react-query'
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
