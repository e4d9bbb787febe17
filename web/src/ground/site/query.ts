import { RegistryRefusal } from '@nodeyard/contract/client'
import { QueryClient } from '@tanstack/react-query'

const onServer = typeof window === 'undefined'
const dayMs = 86_400_000

/**
 * Answers are stale at once and kept a day. On the server a finite time would hold every request's cache
 * until its timer fires, so there it never ends and the whole client is dropped with the request.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 0,
        gcTime: onServer ? Number.POSITIVE_INFINITY : dayMs,
        retry: onServer ? false : shouldRetry,
        retryDelay: (failures) => 300 * 2 ** failures,
        refetchOnWindowFocus: false,
      },
    },
  })
}

/** Never for what is not there, else up to three times. Source: specification 8. */
export function shouldRetry(failures: number, error: Error): boolean {
  if (error instanceof RegistryRefusal && error.status === 404) return false
  return failures < 3
}
