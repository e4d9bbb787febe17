// @vitest-environment happy-dom
import { type DehydratedState, QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { alreadyInPage } from './ground/site/page-facts.ts'
import { persistQueries, removePersistedQueries } from './persistence.ts'

const ada = { build: 'b1', owner: 'ada' }
let storage: Storage

beforeEach(() => {
  const entries = new Map<string, string>()
  storage = {
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
    clear: () => entries.clear(),
    key: (index) => [...entries.keys()][index] ?? null,
    get length() {
      return entries.size
    },
  }
})

function stored(): { buster: string; clientState: DehydratedState } {
  return JSON.parse(storage.getItem('nodeyard-cache') ?? '{}')
}

/** Opens a page, waits until its query results are stored, and closes it. */
async function pageWith(results: Record<string, unknown>, who = ada): Promise<void> {
  const queries = new QueryClient()
  for (const [key, data] of Object.entries(results)) queries.setQueryData([key], data)
  const stop = persistQueries(queries, who, storage)
  await vi.waitFor(() => expect(stored().buster).toBe(`${who.build} ${who.owner}`))
  stop()
  queries.clear()
}

/** Opens the user's next page and returns what it restored once its own query results are stored. */
async function nextPageOf(who: typeof ada): Promise<unknown> {
  const queries = new QueryClient()
  queries.setQueryData(['own'], who)
  const stop = persistQueries(queries, who, storage)
  await vi.waitFor(() => expect(JSON.stringify(stored())).toContain('"own"'))
  stop()
  const found = queries.getQueryData(['secret'])
  queries.clear()
  return found
}

describe('persisted query results', () => {
  it("restores them on the same user's next page", async () => {
    await pageWith({ secret: 'of ada' })
    expect(await nextPageOf(ada)).toBe('of ada')
  })

  it('discards them for another user or a new build', async () => {
    for (const other of [
      { build: 'b1', owner: 'bob' },
      { build: 'b1', owner: 'anonymous' },
      { build: 'b2', owner: 'ada' },
    ]) {
      await pageWith({ secret: 'of ada' })
      expect(await nextPageOf(other), JSON.stringify(other)).toBeUndefined()
      expect(JSON.stringify(stored())).not.toContain('of ada')
    }
  })

  it('leaves out pending queries and readmes that exist only in the page', async () => {
    const queries = new QueryClient()
    queries.setQueryData(['whole'], { readmeHtml: '<p>text</p>' })
    queries.setQueryData(['partly'], { readmeHtml: alreadyInPage })
    void queries.prefetchQuery({ queryKey: ['awaited'], queryFn: () => new Promise(() => {}) })
    const stop = persistQueries(queries, ada, storage)
    await vi.waitFor(() => expect(stored().clientState?.queries).toBeDefined())
    expect(stored().clientState.queries.map(({ queryKey }) => queryKey)).toEqual([['whole']])
    stop()
    queries.clear()
  })

  it('writes the latest results when the page closes and leaves out invalidated ones', async () => {
    const queries = new QueryClient()
    queries.setQueryData(['secret'], 'old')
    queries.setQueryData(['changing'], 'old')
    const stop = persistQueries(queries, ada, storage)
    await vi.waitFor(() => expect(JSON.stringify(stored())).toContain('old'))
    queries.setQueryData(['secret'], 'new')
    void queries.invalidateQueries({ queryKey: ['changing'] })
    dispatchEvent(new Event('pagehide'))
    await new Promise((resolve) => setImmediate(resolve))
    const kept = stored().clientState.queries.map(({ queryKey, state }) => [queryKey, state.data])
    expect(kept).toEqual([[['secret'], 'new']])
    stop()
    queries.clear()
  })

  it('writes nothing after the stop, not even a throttled write', async () => {
    const queries = new QueryClient()
    const stop = persistQueries(queries, ada, storage)
    queries.setQueryData(['secret'], 'of ada')
    stop()
    removePersistedQueries(storage)
    await new Promise((resolve) => setImmediate(resolve))
    expect(storage.length).toBe(0)
    queries.clear()
  })
})
