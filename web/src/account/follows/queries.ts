import { listFollows } from '@nodeyard/contract/follows'
import { queryOptions } from '@tanstack/react-query'
import type { Site } from '../../ground/site/site.ts'

export function followsQuery({ registry }: Site) {
  return queryOptions({
    queryKey: ['users', 'follows'],
    queryFn: async ({ signal }) => (await registry.call(listFollows, {}, { signal })).follows,
  })
}
