import { matchRoutes, type PatchRoutesOnNavigationFunction, type RouteObject } from 'react-router'
import { contentRouteId, createRoutes, unknownRouteId } from './routes.tsx'

/** Routes in the browser. The routes for signed-in users load when an address first needs them. */
export interface BrowserRoutes {
  /** Returns the routes that contain the page at an address. */
  at(place: { pathname: string }): Promise<RouteObject[]>
  /** Adds the missing routes to a router that was created without them. */
  patch: PatchRoutesOnNavigationFunction
}

export function browserRoutes(basename: string): BrowserRoutes {
  const publicRoutes = createRoutes()
  const isKnown = (place: { pathname: string }) =>
    matchRoutes(publicRoutes, place, basename)?.at(-1)?.route.id !== unknownRouteId
  let allRoutes: Promise<RouteObject[]> | undefined
  const memberRoutes = async () => (await import('./member-routes.ts')).createMemberRoutes()
  return {
    async at(place) {
      if (isKnown(place)) return publicRoutes
      allRoutes ??= memberRoutes().then(createRoutes)
      return allRoutes
    },
    async patch({ path, patch }) {
      if (!isKnown({ pathname: path })) patch(contentRouteId, await memberRoutes())
    },
  }
}
