import { getAdvisory, listAdvisories } from '@nodeyard/contract/advisories'
import { queryOptions } from '@tanstack/react-query'
import type { Site } from '../../ground/site/site.ts'

const advisoriesOnPage = 20

export function advisoriesQuery({ registry }: Site, page: number) {
  return queryOptions({
    queryKey: ['advisories', { page }],
    queryFn: ({ signal }) =>
      registry.call(
        listAdvisories,
        { query: { page, limit: advisoriesOnPage, include_withdrawn: true } },
        { signal },
      ),
  })
}

export function advisoryQuery({ registry }: Site, advisoryId: string) {
  return queryOptions({
    queryKey: ['advisories', advisoryId],
    queryFn: ({ signal }) => registry.call(getAdvisory, { params: { advisoryId } }, { signal }),
  })
}
