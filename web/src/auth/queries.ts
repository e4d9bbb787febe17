import { getIdentityConfig } from '@nodeyard/contract/identity'
import { queryOptions } from '@tanstack/react-query'
import type { Site } from '../site.ts'

/** How to sign in here. */
export function identityConfigQuery({ registry }: Site) {
  return queryOptions({
    queryKey: ['identity-config'],
    queryFn: ({ signal }) => registry.call(getIdentityConfig, {}, { signal }),
  })
}
