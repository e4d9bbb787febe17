import { createAsyncStoragePersister } from '@tanstack/query-async-storage-persister'
import type { Query, QueryClient } from '@tanstack/react-query'
import {
  persistQueryClient,
  persistQueryClientSave,
  removeOldestQuery,
} from '@tanstack/react-query-persist-client'
import { alreadyInPage } from './ground/site/page-facts.ts'

const cacheKey = 'nodeyard-cache'
export const maxAgeMs = 86_400_000
export const throttleMs = 1000

/**
 * Persists query results in local storage for one day, per build and user, and restores those newer than the
 * cache. Returns a function that stops all writes. Source: specification 9.
 */
export function persistQueries(
  queries: QueryClient,
  { build, owner }: { build: string; owner: string },
  storage: Storage = localStorage,
): () => void {
  let isStopped = false
  // A throttled write must not run after the stop.
  const guardedStorage = {
    getItem: (key: string) => (isStopped ? null : storage.getItem(key)),
    setItem: (key: string, value: string) => (isStopped ? undefined : storage.setItem(key, value)),
    removeItem: (key: string) => storage.removeItem(key),
  }
  const persisterThrottledTo = (throttleTime: number) =>
    createAsyncStoragePersister({
      key: cacheKey,
      throttleTime,
      retry: removeOldestQuery,
      storage: guardedStorage,
    })
  const options = {
    queryClient: queries,
    persister: persisterThrottledTo(throttleMs),
    maxAge: maxAgeMs,
    buster: `${build} ${owner}`,
    dehydrateOptions: { shouldDehydrateQuery: isWorthKeeping },
  }
  const [stop, restored] = persistQueryClient(options)
  // The library discards unreadable entries. Results from before this call are stored too.
  restored.catch(() => {}).then(() => persistQueryClientSave(options))
  // Flushes the throttled write when the page closes, so that the next page shows the latest state.
  const unthrottled = { ...options, persister: persisterThrottledTo(0) }
  const flush = () => void persistQueryClientSave(unthrottled)
  addEventListener('pagehide', flush)
  return () => {
    isStopped = true
    removeEventListener('pagehide', flush)
    stop()
  }
}

export function removePersistedQueries(storage: Storage = localStorage): void {
  storage.removeItem(cacheKey)
}

/** Stores successful, valid results only, and no node whose readme exists only as rendered HTML. */
function isWorthKeeping({ state: { status, data, isInvalidated } }: Query): boolean {
  const isIncomplete =
    typeof data === 'object' && data !== null && 'readmeHtml' in data && data.readmeHtml === alreadyInPage
  return status === 'success' && !isInvalidated && !isIncomplete
}
