import type { DbOrTx } from '../../ground/db/database.ts'
import { findStanding, type Standing } from './sql.ts'

export const trustLevels = ['new', 'known', 'established'] as const

/**
 * How far a release is trusted. `new`: nothing of the publisher has been public for a month, so decisions about the
 * code of others do not count. `established`: a CI job built it from the node's repository, for a publisher with a
 * history, so decisions do not expire while the code stays the same.
 */
export type Trust = (typeof trustLevels)[number]

const day = 86_400_000
export const trustRules = {
  knownDays: 30,
  establishedDays: 90,
  establishedReleases: 5,
  bansOfDays: 365,
} as const

export async function findTrust(
  db: DbOrTx,
  version: { id: string; node_id: string },
  now: Date,
): Promise<Trust> {
  const bannedSince = new Date(now.getTime() - trustRules.bansOfDays * day)
  return trustOf(await findStanding(db, version, bannedSince), now)
}

/** Exported for tests. */
export function trustOf({ first_public_at, released, bans, is_built }: Standing, now: Date): Trust {
  const days = first_public_at === null ? 0 : (now.getTime() - first_public_at.getTime()) / day
  if (days < trustRules.knownDays) return 'new'
  const isEstablished =
    days >= trustRules.establishedDays && released >= trustRules.establishedReleases && bans === 0
  return isEstablished && is_built ? 'established' : 'known'
}
