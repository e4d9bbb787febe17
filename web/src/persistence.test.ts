// @vitest-environment happy-dom
import { type DehydratedState, QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { alreadyInPage } from './ground/site/page-facts.ts'
import { persistAnswers, removeAnswers } from './persistence.ts'

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

/** A page that ends after its answers have been put by. */
async function pageWith(answers: Record<string, unknown>, who = ada): Promise<void> {
  const queries = new QueryClient()
  for (const [key, data] of Object.entries(answers)) queries.setQueryData([key], data)
  const stop = persistAnswers(queries, who, storage)
  await vi.waitFor(() => expect(stored().buster).toBe(`${who.build} ${who.owner}`))
  stop()
  queries.clear()
}

/** What the next page of somebody knows once it has put its own answer by. */
async function nextPageOf(who: typeof ada): Promise<unknown> {
  const queries = new QueryClient()
  queries.setQueryData(['own'], who)
  const stop = persistAnswers(queries, who, storage)
  await vi.waitFor(() => expect(JSON.stringify(stored())).toContain('"own"'))
  stop()
  const found = queries.getQueryData(['secret'])
  queries.clear()
  return found
}

test('the next page of the same person has the answers at once', async () => {
  await pageWith({ secret: 'of ada' })
  expect(await nextPageOf(ada)).toBe('of ada')
})

test('nobody else gets to see them, and a new build does not either', async () => {
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

test('what is still awaited, and what stands in the page only, is not put by', async () => {
  const queries = new QueryClient()
  queries.setQueryData(['whole'], { readmeHtml: '<p>text</p>' })
  queries.setQueryData(['partly'], { readmeHtml: alreadyInPage })
  void queries.prefetchQuery({ queryKey: ['awaited'], queryFn: () => new Promise(() => {}) })
  const stop = persistAnswers(queries, ada, storage)
  await vi.waitFor(() => expect(stored().clientState?.queries).toBeDefined())
  expect(stored().clientState.queries.map(({ queryKey }) => queryKey)).toEqual([['whole']])
  stop()
  queries.clear()
})

test('who leaves has on the next page what they did last, and nothing that it made out of date', async () => {
  const queries = new QueryClient()
  queries.setQueryData(['secret'], 'old')
  queries.setQueryData(['changing'], 'old')
  const stop = persistAnswers(queries, ada, storage)
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

test('after the end nothing is written, not even what waited for its turn', async () => {
  const queries = new QueryClient()
  const stop = persistAnswers(queries, ada, storage)
  queries.setQueryData(['secret'], 'of ada')
  stop()
  removeAnswers(storage)
  await new Promise((resolve) => setImmediate(resolve))
  expect(storage.length).toBe(0)
  queries.clear()
})
