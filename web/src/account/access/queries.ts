import { RegistryRefusal } from '@nodeyard/contract/ground'
import {
  getCurrentUser,
  getPublisher,
  listOwnPublishers,
  validatePublisherId,
} from '@nodeyard/contract/people'
import { queryOptions } from '@tanstack/react-query'
import { shouldRetry } from '../../ground/site/query.ts'
import { routeQuery } from '../../ground/site/route-query.ts'
import type { Site } from '../../ground/site/site.ts'

/** The signed-in user as the registry knows them. */
export const currentUserQuery = (site: Site) => routeQuery(site, getCurrentUser, {})

export const ownPublishersQuery = (site: Site) => routeQuery(site, listOwnPublishers, {})

/**
 * A publisher with the member details that only members and admins receive. The key is below the members
 * path, so that changes to members invalidate it.
 */
export const managedPublisherQuery = (site: Site, publisherId: string) => ({
  ...routeQuery(site, getPublisher, { params: { publisherId } }),
  queryKey: ['publishers', publisherId, 'members'],
})

/** Resolves to true for a free id, and fails with the problem otherwise. */
export const freeIdQuery = (site: Site, id: string) =>
  queryOptions({
    ...routeQuery(site, validatePublisherId, { query: { username: id } }, () => true),
    queryKey: ['free-publisher-id', id],
    retry: (failures, error) => !(error instanceof RegistryRefusal) && shouldRetry(failures, error),
    gcTime: 0,
  })
