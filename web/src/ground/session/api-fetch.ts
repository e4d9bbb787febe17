import { trimEndOf } from '@nodeyard/analysis/ground'
import { getIdentityConfig } from '@nodeyard/contract/people'
import type { QueryClient } from '@tanstack/react-query'
import type { Session } from './session.ts'

/** Makes every cache fetch the latest response. Source: specification 9. */
export const cacheBypass = {
  'cache-control': 'no-cache, no-store, must-revalidate',
  pragma: 'no-cache',
  expires: '0',
} as const

/** How long reads bypass caches after a write to their path. */
const bypassMs = 60_000

interface Parts {
  session: Pick<Session, 'token' | 'check'>
  queries: QueryClient
  fetch: typeof globalThis.fetch
  now(): number
}

/**
 * Returns a `fetch` for the API below `base` that adds the user's token and invalidates queries after writes:
 * a POST invalidates its path; PUT, PATCH and DELETE invalidate the parent path too. Source: specification 7.
 */
export function apiFetch(base: string, { session, queries, fetch, now }: Parts): typeof globalThis.fetch {
  const writes = new Map<string, number>()

  const wasWritten = (path: string) => {
    for (const [parent, at] of writes) {
      if (now() - at > bypassMs) writes.delete(parent)
      else if (path === parent || path.startsWith(`${parent}/`)) return true
    }
    return false
  }

  return async (input, init) => {
    const method = init?.method ?? 'GET'
    const path = pathBelow(base, String(input))
    const headers = new Headers(init?.headers)
    // The identity configuration says where tokens come from, so its request cannot have one.
    const token = path === getIdentityConfig.path ? undefined : await session.token()
    if (token && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`)
    if (method === 'GET' && wasWritten(path)) {
      for (const [name, value] of Object.entries(cacheBypass)) headers.set(name, value)
    }
    const changed = method === 'GET' ? undefined : changedBy(method, path)
    // Until the response, the state is unknown, also to the next page if the user leaves before.
    if (changed) void queries.invalidateQueries({ queryKey: segmentsOf(changed), refetchType: 'none' })
    const response = await fetch(input, { ...init, headers })
    // The session can end elsewhere, long before its token expires.
    if (response.status === 401 && token) session.check().catch(() => {})
    if (changed && response.ok) {
      writes.set(changed, now())
      // Query keys are the segments of API paths.
      void queries.invalidateQueries({ queryKey: segmentsOf(changed) })
    }
    return response
  }
}

function pathBelow(base: string, address: string): string {
  const path = address.split('?', 1)[0] ?? ''
  return trimEndOf(path.startsWith(base) ? path.slice(base.length) : path, '/')
}

/** The parent path covers both. */
function changedBy(method: string, path: string): string {
  const parent = path.slice(0, path.lastIndexOf('/'))
  return method === 'POST' || parent === '' ? path : parent
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter(Boolean).map(decodeURIComponent)
}
