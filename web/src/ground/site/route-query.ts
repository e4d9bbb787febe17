import type { InputOf, ResponseOf, Route } from '@nodeyard/contract/ground'
import type { DataTag, QueryFunction, QueryKey } from '@tanstack/react-query'
import type { Site } from './site.ts'

/** How one route is read, for all functions that take the options of a query. */
export interface RouteQuery<View> {
  queryKey: DataTag<QueryKey, View>
  queryFn: QueryFunction<View>
}

/**
 * `toView` makes what the page needs of the response. The key does not name it, so that queries with the same input need
 * the same view, or keys of their own.
 */
export function routeQuery<R extends Route, View = ResponseOf<R>>(
  { registry }: Pick<Site, 'registry'>,
  route: R,
  input: InputOf<R>,
  toView: (response: ResponseOf<R>) => View | Promise<View> = (response) => response as View,
): RouteQuery<View> {
  return {
    queryKey: keyOf(route, input) as RouteQuery<View>['queryKey'],
    queryFn: async ({ signal }) => toView(await registry.call(route, input, { signal })),
  }
}

/**
 * The segments of the address, so that a write to a path invalidates everything below it, and then the rest of the
 * input.
 */
function keyOf<R extends Route>({ path }: R, { params, query, body }: InputOf<R>): QueryKey {
  const values = params as Readonly<Record<string, unknown>> | undefined
  const segments = path.split('/').filter(Boolean)
  const place = segments.map((name) => (name.startsWith(':') ? values?.[name.slice(1)] : name))
  return query || body ? [...place, { ...query, ...body }] : place
}
