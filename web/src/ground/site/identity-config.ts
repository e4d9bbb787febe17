import { getIdentityConfig } from '@nodeyard/contract/identity'
import { queryOptions } from '@tanstack/react-query'
import type { Site } from './site.ts'

const fiveMinutesMs = 300_000

/**
 * Sign-in configuration. It changes only with a restart, so the response embedded in the page stays fresh for
 * a while.
 */
export function identityConfigQuery({ registry }: Pick<Site, 'registry'>) {
  return queryOptions({
    queryKey: ['identity-config'],
    queryFn: ({ signal }) => registry.call(getIdentityConfig, {}, { signal }),
    staleTime: fiveMinutesMs,
  })
}
