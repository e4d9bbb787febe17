import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { apiFetch, cacheBypass } from './api-fetch.ts'

let requests: { address: string; headers: Headers }[] = []
let token: string | undefined
let status = 200
let time = 0
let queries = new QueryClient()

beforeEach(() => {
  checks = 0
  requests = []
  token = undefined
  status = 200
  time = 0
  queries = new QueryClient()
})

let checks = 0
const check = async () => void checks++

function api(session = { token: async () => token, check }) {
  return apiFetch('/api', {
    session,
    queries,
    now: () => time,
    fetch: async (input, init) => {
      requests.push({ address: String(input), headers: new Headers(init?.headers) })
      return new Response(status === 204 ? null : '{}', { status })
    },
  })
}

function known(...keys: unknown[][]): void {
  for (const key of keys) queries.setQueryData(key, 'known')
}

function outOfDate(): string[] {
  const entries = queries.getQueryCache().getAll()
  return entries.filter(({ state }) => state.isInvalidated).map(({ queryKey }) => queryKey.join('/'))
}

const last = () => requests.at(-1)?.headers

test('every request carries the token of who is signed in, also to public addresses', async () => {
  token = 'abc'
  await api()('/api/nodes')
  expect(last()?.get('authorization')).toBe('Bearer abc')
})

test('an anonymous request carries none', async () => {
  await api()('/api/nodes')
  expect(last()?.has('authorization')).toBe(false)
})

test('how people sign in is asked before there can be a token', async () => {
  const neverKnown = { token: () => new Promise<undefined>(() => {}), check }
  await api(neverKnown)('/api/identity-config')
  expect(last()?.has('authorization')).toBe(false)
})

test('a request that brings a credential of its own keeps it', async () => {
  token = 'abc'
  await api()('/api/admin/nodes', { method: 'POST', headers: { authorization: 'Bearer admin' } })
  expect(last()?.get('authorization')).toBe('Bearer admin')
})

test('after a POST what was read from its path is out of date, and nothing else', async () => {
  known(['publishers'], ['publishers', 'acme', 'tokens'], ['publishers', 'acme'], ['nodes'])
  await api()('/api/publishers/acme/tokens', { method: 'POST' })
  expect(outOfDate()).toEqual(['publishers/acme/tokens'])
})

test('after a PUT, PATCH or DELETE also what was read from the path above is', async () => {
  for (const method of ['PUT', 'PATCH', 'DELETE']) {
    queries = new QueryClient()
    known(['publishers', 'acme', 'nodes'], ['publishers', 'acme', 'nodes', 'blur'], ['publishers', 'acme'])
    await api()('/api/publishers/acme/nodes/blur?force=1', { method })
    expect(outOfDate().sort(), method).toEqual(['publishers/acme/nodes', 'publishers/acme/nodes/blur'])
  }
})

test('after a write what is on the screen is read again once', async () => {
  const query = vi.fn(async () => 'known')
  const shown = new QueryObserver(queries, { queryKey: ['publishers', 'acme', 'members'], queryFn: query })
  const leave = shown.subscribe(() => {})
  await api()('/api/publishers/acme', { method: 'PUT' })
  expect(query).toHaveBeenCalledTimes(2)
  leave()
})

test('from when a write is sent what it may change is out of date, and read again only once it was made', async () => {
  status = 403
  known(['publishers'])
  const query = vi.fn(async () => 'known')
  const shown = new QueryObserver(queries, { queryKey: ['publishers', 'acme'], queryFn: query })
  const leave = shown.subscribe(() => {})
  const refused = api()('/api/publishers', { method: 'POST' })
  await vi.waitFor(() => expect(outOfDate()).toContain('publishers'))
  await refused
  expect(query).toHaveBeenCalledTimes(1)
  leave()
})

test('what was written is read past every cache for a minute', async () => {
  const fetch = api()
  await fetch('/api/publishers/acme', { method: 'PUT' })
  await fetch('/api/publishers/acme/nodes?page=2')
  expect(Object.fromEntries(last() ?? [])).toMatchObject(cacheBypass)
  await fetch('/api/nodes')
  expect(last()?.has('cache-control')).toBe(false)
  time = 60_001
  await fetch('/api/publishers/acme')
  expect(last()?.has('cache-control')).toBe(false)
})

test('when a token is no longer taken, the session is looked at again', async () => {
  token = 'abc'
  status = 401
  await api()('/api/users')
  expect(checks).toBe(1)
  token = undefined
  await api()('/api/users')
  expect(checks).toBe(1)
})
