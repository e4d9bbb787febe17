import type { Changes } from '../../ground/db/changes.ts'
import type { Db } from '../../ground/db/database.ts'
import { findUser, type UserRow } from './sql.ts'

/** How long a change may go unheard, should its notification be lost. */
const keptMs = 5000
const mostKept = 10_000

type Key = Pick<UserRow, 'issuer' | 'subject'>

/** What the registry knows of who calls: one read of the database, kept for a moment and dropped on change. */
export interface KnownUsers {
  find(key: Key): Promise<UserRow | undefined>
}

export function knownUsers({ db, changes, now }: { db: Db; changes: Changes; now(): Date }): KnownUsers {
  const kept = new Map<string, { user: UserRow; until: number }>()
  let epoch = 0
  changes.onChange((tags) => {
    if (!tags.some((tag) => tag === '*' || tag.startsWith('user:'))) return
    epoch++
    const ids = new Set(tags.map((tag) => tag.slice('user:'.length)))
    for (const [key, { user }] of kept) if (tags.includes('*') || ids.has(user.id)) kept.delete(key)
  })

  return {
    async find({ issuer, subject }) {
      const key = JSON.stringify([issuer, subject])
      const known = kept.get(key)
      const leftMs = known ? known.until - now().getTime() : 0
      // A clock that was put back has nobody known for longer.
      if (known && leftMs > 0 && leftMs <= keptMs && changes.isCurrent()) return known.user
      const before = epoch
      const user = await findUser(db, { issuer, subject })
      // A row that was read while something changed may be the one from before.
      if (!user || before !== epoch) return user
      if (kept.size >= mostKept) kept.clear()
      kept.set(key, { user, until: now().getTime() + keptMs })
      return user
    },
  }
}
