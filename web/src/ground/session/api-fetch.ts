import { trimEndOf } from '@nodeyard/analysis/text-search'
import { getIdentityConfig } from '@nodeyard/contract/identity'
import type { QueryClient } from '@tanstack/react-query'
import type { Session } from './session.ts'

/** Asks every cache on the way for the newest answer. Source: specification 9. */
export const cacheBypass = {
  'cache-control': 'no-cache, no-store, must-revalidate',
  pragma: 'no-cache',
  expires: '0',
} as const

/** For so long after a write what it changed is read past every cache. */
const bypassMs = 60_000

interface Parts {
  session: Pick<Session, 'token' | 'check'>
  queries: QueryClient
  fetch: typeof globalThis.fetch
  now(): number
}

/**
 * `fetch` for the API below `base`: with the user's token, and with what follows from a write. After a POST
 * everything that was read from its path is out of date; after a PUT, PATCH or DELETE also what was read from the
 * path above. Source: specification 7.
 */
export function apiFetch(base: string, { session, queries, fetch, now }: Parts): typeof globalThis.fetch {
  const written = new Map<string, number>()

  const isWritten = (path: string) => {
    for (const [above, at] of written) {
      if (now() - at > bypassMs) written.delete(above)
      else if (path === above || path.startsWith(`${above}/`)) return true
    }
    return false
  }

  return async (input, init) => {
    const method = init?.method ?? 'GET'
    const path = pathBelow(base, String(input))
    const headers = new Headers(init?.headers)
    // A token cannot be had before this answer, which says where tokens come from.
    const token = path === getIdentityConfig.path ? undefined : await session.token()
    if (token && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`)
    if (method === 'GET' && isWritten(path)) {
      for (const [name, value] of Object.entries(cacheBypass)) headers.set(name, value)
    }
    const changed = method === 'GET' ? undefined : changedBy(method, path)
    // Nothing is known of it until the answer comes, and on the next page too if somebody leaves before.
    if (changed) void queries.invalidateQueries({ queryKey: segmentsOf(changed), refetchType: 'none' })
    const response = await fetch(input, { ...init, headers })
    // The session may have been ended elsewhere, long before its token expires.
    if (response.status === 401 && token) session.check().catch(() => {})
    if (changed && response.ok) {
      written.set(changed, now())
      // Keys of queries are the segments of their paths.
      void queries.invalidateQueries({ queryKey: segmentsOf(changed) })
    }
    return response
  }
}

function pathBelow(base: string, address: string): string {
  const path = address.split('?', 1)[0] ?? ''
  return trimEndOf(path.startsWith(base) ? path.slice(base.length) : path, '/')
}

/** The path above stands for both. */
function changedBy(method: string, path: string): string {
  const above = path.slice(0, path.lastIndexOf('/'))
  return method === 'POST' || above === '' ? path : above
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter(Boolean).map(decodeURIComponent)
}
