import { getPublisher } from '@nodeyard/contract/publishers'
import { getCurrentUser, listOwnPublishers } from '@nodeyard/contract/users'
import { queryOptions } from '@tanstack/react-query'
import type { Site } from '../../ground/site/site.ts'

/** What the registry itself knows of the signed-in user. */
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
 * A publisher with everything that those who belong to it may know of its members. Kept below its members' path, so that
 * it is read again when one of them changes.
 */
export function managedPublisherQuery({ registry }: Site, publisherId: string) {
  return queryOptions({
    queryKey: ['publishers', publisherId, 'members'],
    queryFn: ({ signal }) => registry.call(getPublisher, { params: { publisherId } }, { signal }),
  })
}
