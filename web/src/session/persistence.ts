import { createAsyncStoragePersister } from '@tanstack/query-async-storage-persister'
import type { Query, QueryClient } from '@tanstack/react-query'
import {
  persistQueryClient,
  persistQueryClientSave,
  removeOldestQuery,
} from '@tanstack/react-query-persist-client'
import { alreadyInPage } from '../page-facts.ts'

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
  const persister = createAsyncStoragePersister({
    key: cacheKey,
    throttleTime: throttleMs,
    retry: removeOldestQuery,
    // A write that waits for its turn must not come after the end.
    storage: {
      getItem: (key) => (isOver ? null : storage.getItem(key)),
      setItem: (key, value) => (isOver ? undefined : storage.setItem(key, value)),
      removeItem: (key) => storage.removeItem(key),
    },
  })
  const options = {
    queryClient: queries,
    persister,
    maxAge: dayMs,
    buster: `${build} ${owner}`,
    dehydrateOptions: { shouldDehydrateQuery: isWorthKeeping },
  }
  const [stop, restored] = persistQueryClient(options)
  // What cannot be read is thrown away by the library. Answers from before this began are kept too.
  restored.catch(() => {}).then(() => persistQueryClientSave(options))
  return () => {
    isOver = true
    stop()
  }
}

export function removeAnswers(storage: Storage = localStorage): void {
  storage.removeItem(cacheKey)
}

/** Answers only, none that is still awaited, and none whose text is in the page and nowhere else. */
function isWorthKeeping({ state: { status, data } }: Query): boolean {
  const isIncomplete =
    typeof data === 'object' && data !== null && 'readmeHtml' in data && data.readmeHtml === alreadyInPage
  return status === 'success' && !isIncomplete
}
