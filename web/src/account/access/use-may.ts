import { mayCall, type Route } from '@nodeyard/contract/ground'
import type { Publisher } from '@nodeyard/contract/people'
import { useQuery } from '@tanstack/react-query'
import { type Site, useSite } from '../../ground/site/site.ts'
import { useSession } from '../../ground/site/use-session.ts'
import { currentUserQuery, managedPublisherQuery } from './queries.ts'

/**
 * Returns a function that decides by the rules of the API whether the user can call a route. A control that
 * changes something shows only if its route is allowed. Routes about a publisher need `publisherId`. Until
 * the user is known, only public routes are allowed.
 */
export function useMay(publisherId?: string): (route: Route, isSelf?: boolean) => boolean {
  const site = useSite()
  const isSignedIn = useSession().state === 'signed-in'
  const { data: user } = useQuery({ ...currentUserQuery(site), enabled: isSignedIn })
  const { data: role } = useQuery({
    ...roleQuery(site, publisherId ?? '', user?.id ?? ''),
    enabled: isSignedIn && user !== undefined && publisherId !== undefined,
  })
  const isKnown = isSignedIn && user !== undefined
  return (route, isSelf = false) =>
    mayCall(route, {
      isSignedIn: isKnown,
      isAdmin: isKnown && user.isAdmin,
      isBanned: isKnown && user.isBanned,
      role: role ?? undefined,
      isSelf,
    })
}

/** Whether the user is an admin outside this publisher. */
export function useActsAsAdmin(publisherId: string): boolean {
  const site = useSite()
  const isSignedIn = useSession().state === 'signed-in'
  const { data: user } = useQuery({ ...currentUserQuery(site), enabled: isSignedIn })
  const { data: role } = useQuery({
    ...roleQuery(site, publisherId, user?.id ?? ''),
    enabled: user?.isAdmin === true,
  })
  return user?.isAdmin === true && role === null
}

/** The user's role in a publisher, or null for non-members. */
export function roleQuery(site: Site, publisherId: string, userId: string) {
  return {
    ...managedPublisherQuery(site, publisherId),
    select: ({ members }: Publisher) => members.find(({ user }) => user.id === userId)?.role ?? null,
  }
}
