import { matchRoutes, type PatchRoutesOnNavigationFunction, type RouteObject } from 'react-router'
import { contentRouteId, createRoutes, unknownRouteId } from './routes.tsx'

/** The pages as the browser knows them: those for signed-in people join when one of them is asked for. */
export interface BrowserRoutes {
  /** The table that has the page of an address. */
  at(place: { pathname: string }): Promise<RouteObject[]>
  /** Completes the table of a router that was made from one. */
  patch: PatchRoutesOnNavigationFunction
}

export function browserRoutes(basename: string): BrowserRoutes {
  const forAll = createRoutes()
  const isKnown = (place: { pathname: string }) =>
    matchRoutes(forAll, place, basename)?.at(-1)?.route.id !== unknownRouteId
  let whole: Promise<RouteObject[]> | undefined
  const memberRoutes = async () => (await import('./member-routes.ts')).createMemberRoutes()
  return {
    async at(place) {
      if (isKnown(place)) return forAll
      whole ??= memberRoutes().then(createRoutes)
      return whole
    },
    async patch({ path, patch }) {
      if (!isKnown({ pathname: path })) patch(contentRouteId, await memberRoutes())
    },
  }
}
