import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, vi } from 'vitest'
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

describe('apiFetch', () => {
  it("sends the user's token with every request, including public ones", async () => {
    token = 'abc'
    await api()('/api/nodes')
    expect(last()?.get('authorization')).toBe('Bearer abc')
  })

  it('sends no token for anonymous visitors', async () => {
    await api()('/api/nodes')
    expect(last()?.has('authorization')).toBe(false)
  })

  it('loads the identity configuration before it needs a token', async () => {
    const neverKnown = { token: () => new Promise<undefined>(() => {}), check }
    await api(neverKnown)('/api/identity-config')
    expect(last()?.has('authorization')).toBe(false)
  })

  it('keeps credentials that the request already has', async () => {
    token = 'abc'
    await api()('/api/admin/nodes', { method: 'POST', headers: { authorization: 'Bearer admin' } })
    expect(last()?.get('authorization')).toBe('Bearer admin')
  })

  it('invalidates the path of a POST and nothing else', async () => {
    known(['publishers'], ['publishers', 'acme', 'tokens'], ['publishers', 'acme'], ['nodes'])
    await api()('/api/publishers/acme/tokens', { method: 'POST' })
    expect(outOfDate()).toEqual(['publishers/acme/tokens'])
  })

  it('invalidates the parent path after PUT, PATCH or DELETE', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      queries = new QueryClient()
      known(['publishers', 'acme', 'nodes'], ['publishers', 'acme', 'nodes', 'blur'], ['publishers', 'acme'])
      await api()('/api/publishers/acme/nodes/blur?force=1', { method })
      expect(outOfDate().sort(), method).toEqual(['publishers/acme/nodes', 'publishers/acme/nodes/blur'])
    }
  })

  it('refetches visible queries once after a write', async () => {
    const query = vi.fn(async () => 'known')
    const shown = new QueryObserver(queries, { queryKey: ['publishers', 'acme', 'members'], queryFn: query })
    const leave = shown.subscribe(() => {})
    await api()('/api/publishers/acme', { method: 'PUT' })
    expect(query).toHaveBeenCalledTimes(2)
    leave()
  })

  it('invalidates when a write is sent, and refetches only after its response', async () => {
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

  it('bypasses caches for a minute after a write', async () => {
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

  it('checks the session after a token is rejected', async () => {
    token = 'abc'
    status = 401
    await api()('/api/users')
    expect(checks).toBe(1)
    token = undefined
    await api()('/api/users')
    expect(checks).toBe(1)
  })
})
