import type { LazyRouteFunction, RouteObject } from 'react-router'

/** Loads a page. On the server it has the source file of the page, whose scripts the response lists. */
interface LazyPage extends LazyRouteFunction<RouteObject> {
  file?: string
}

/** Pages by path. */
export type Pages = Readonly<Record<string, LazyPage>>

/** The ids of the routes are their paths. */
export function routesOf(pages: Pages): RouteObject[] {
  return Object.entries(pages).map(([path, lazy]) => ({ id: path, path, lazy }))
}
