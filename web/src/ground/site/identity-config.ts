import { getIdentityConfig } from '@nodeyard/contract/identity'
import { queryOptions } from '@tanstack/react-query'
import type { Site } from './site.ts'

const fiveMinutesMs = 300_000

/** How people sign in here. Settings, which change with a restart: the page's own answer is good for a while. */
export function identityConfigQuery({ registry }: Pick<Site, 'registry'>) {
  return queryOptions({
    queryKey: ['identity-config'],
    queryFn: ({ signal }) => registry.call(getIdentityConfig, {}, { signal }),
    staleTime: fiveMinutesMs,
  })
}
