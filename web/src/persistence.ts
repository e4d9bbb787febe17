import { createAsyncStoragePersister } from '@tanstack/query-async-storage-persister'
import type { Query, QueryClient } from '@tanstack/react-query'
import {
  persistQueryClient,
  persistQueryClientSave,
  removeOldestQuery,
} from '@tanstack/react-query-persist-client'
import { alreadyInPage } from './ground/site/page-facts.ts'

const cacheKey = 'nodeyard-cache'
const dayMs = 86_400_000
const throttleMs = 1000

/**
 * Keeps answers in local storage for a day, until the site is built anew or somebody else is at this browser, and
 * puts back those that are newer than what is there. Ends with what it returns; nothing is written after that.
 * Source: specification 9.
 */
export function persistAnswers(
  queries: QueryClient,
  { build, owner }: { build: string; owner: string },
  storage: Storage = localStorage,
): () => void {
  let isOver = false
  // A write that waits for its turn must not come after the end.
  const guarded = {
    getItem: (key: string) => (isOver ? null : storage.getItem(key)),
    setItem: (key: string, value: string) => (isOver ? undefined : storage.setItem(key, value)),
    removeItem: (key: string) => storage.removeItem(key),
  }
  const writingAtMostEvery = (throttleTime: number) =>
    createAsyncStoragePersister({ key: cacheKey, throttleTime, retry: removeOldestQuery, storage: guarded })
  const options = {
    queryClient: queries,
    persister: writingAtMostEvery(throttleMs),
    maxAge: dayMs,
    buster: `${build} ${owner}`,
    dehydrateOptions: { shouldDehydrateQuery: isWorthKeeping },
  }
  const [stop, restored] = persistQueryClient(options)
  // What cannot be read is thrown away by the library. Answers from before this began are kept too.
  restored.catch(() => {}).then(() => persistQueryClientSave(options))
  // What waits for its turn when somebody leaves is what they did last: the next page must not show what was before.
  const atLeave = { ...options, persister: writingAtMostEvery(0) }
  const leave = () => void persistQueryClientSave(atLeave)
  addEventListener('pagehide', leave)
  return () => {
    isOver = true
    removeEventListener('pagehide', leave)
    stop()
  }
}

export function removeAnswers(storage: Storage = localStorage): void {
  storage.removeItem(cacheKey)
}

/** Answers only, none that is still awaited or out of date, and none whose text is in the page and nowhere else. */
function isWorthKeeping({ state: { status, data, isInvalidated } }: Query): boolean {
  const isIncomplete =
    typeof data === 'object' && data !== null && 'readmeHtml' in data && data.readmeHtml === alreadyInPage
  return status === 'success' && !isInvalidated && !isIncomplete
}
