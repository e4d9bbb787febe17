import { RegistryRefusal } from '@nodeyard/contract/ground'
import { QueryClient } from '@tanstack/react-query'

const onServer = typeof window === 'undefined'
const dayMs = 86_400_000

/**
 * Query results are stale at once and kept for a day. On the server, a finite time would keep every request's
 * cache until its timer fires; instead, the whole client is dropped with the request.
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

/** Retries up to three times, except after a 404. Source: specification 8. */
export function shouldRetry(failures: number, error: Error): boolean {
  if (error instanceof RegistryRefusal && error.status === 404) return false
  return failures < 3
}
