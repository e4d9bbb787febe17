import { getStatus } from '@nodeyard/contract/status'
import { queryOptions } from '@tanstack/react-query'
import type { Site } from '../../ground/site/site.ts'

export function statusQuery({ registry }: Site) {
  return queryOptions({
    queryKey: ['status'],
    queryFn: ({ signal }) => registry.call(getStatus, {}, { signal }),
  })
}
