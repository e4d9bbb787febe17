import type { Changes } from '../../ground/db/changes.ts'
import type { Db } from '../../ground/db/database.ts'
import type { KnownUsers } from './deps.ts'
import { findUser, type UserRow } from './sql.ts'

/** Bounds staleness in case a change notification is lost. */
const maxAgeMs = 5000
const maxEntries = 10_000

/** Creates a cache that holds at most 10,000 users. */
export function knownUsers({ db, changes, now }: { db: Db; changes: Changes; now(): Date }): KnownUsers {
  const cache = new Map<string, { user: UserRow; until: number }>()
  let epoch = 0
  changes.onChange((tags) => {
    if (!tags.some((tag) => tag === '*' || tag.startsWith('user:'))) return
    epoch++
    const ids = new Set(tags.map((tag) => tag.slice('user:'.length)))
    for (const [key, { user }] of cache) if (tags.includes('*') || ids.has(user.id)) cache.delete(key)
  })

  return {
    async find({ issuer, subject }) {
      const key = JSON.stringify([issuer, subject])
      const known = cache.get(key)
      const leftMs = known ? known.until - now().getTime() : 0
      // The upper bound guards against a clock that was set back.
      if (known && leftMs > 0 && leftMs <= maxAgeMs && changes.isCurrent()) return known.user
      const before = epoch
      const user = await findUser(db, { issuer, subject })
      // A row read during a change may be stale, so it is not cached.
      if (!user || before !== epoch) return user
      if (cache.size >= maxEntries) cache.clear()
      cache.set(key, { user, until: now().getTime() + maxAgeMs })
      return user
    },
  }
}
