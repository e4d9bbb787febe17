import { mayCall } from '@nodeyard/contract/may'
import type { Publisher } from '@nodeyard/contract/publishers'
import type { Route } from '@nodeyard/contract/route'
import { useQuery } from '@tanstack/react-query'
import { type Site, useSite } from '../../ground/site/site.ts'
import { useSession } from '../../ground/site/use-session.ts'
import { currentUserQuery, managedPublisherQuery } from './queries.ts'

/**
 * What the person at the screen may do, by the rules of the API: every control that changes something is offered by
 * the route that it calls. With a publisher where the route is about what that publisher has. False for everything but
 * public routes until it is known who looks.
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

/** Whether the person at the screen is an admin who does not belong to this publisher. */
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

/** What a user is in a publisher; null for who does not belong to it. */
export function roleQuery(site: Site, publisherId: string, userId: string) {
  return {
    ...managedPublisherQuery(site, publisherId),
    select: ({ members }: Publisher) => members.find(({ user }) => user.id === userId)?.role ?? null,
  }
}
