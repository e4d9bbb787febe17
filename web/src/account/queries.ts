import { getCurrentUser, listOwnPublishers } from '@nodeyard/contract/users'
import { queryOptions } from '@tanstack/react-query'
import type { Site } from '../site.ts'

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
