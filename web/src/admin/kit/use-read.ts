import type { InputOf, QueryOf, Route } from '@nodeyard/contract/ground'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { routeQuery } from '../../ground/site/route-query.ts'
import { useSite } from '../../ground/site/site.ts'
import { withoutEmpty } from '../../ground/site/without-empty.ts'

/** Parameters of a query, which can also be empty. */
type Chosen<Query> = { [Name in keyof Query]: Query[Name] | '' | false | undefined }

/** Reads a list without the empty parameters. The last result stays until the next one arrives. `refreshMs` reads it again. */
export function useRead<R extends Route>(
  route: R,
  chosen: Chosen<QueryOf<R>>,
  refreshMs: number | false = false,
) {
  const input = { query: withoutEmpty(chosen) } as InputOf<R>
  return useQuery({
    ...routeQuery(useSite(), route, input),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  })
}
