import type { Deps } from '../src/deps.ts'
import { markChanged, transact } from '../src/ground/db/changes.ts'
import type { Tx } from '../src/ground/db/database.ts'
import { findUserByEmail } from '../src/operator/sql.ts'
import { reviewNode } from '../src/packs/nodes/review.ts'
import { changeNode, lockNode } from '../src/packs/nodes/sql.ts'
import { toActor } from '../src/people/identity/users.ts'
import { ratingEmails } from './accounts.ts'
import { findVersion, type InstalledDay, insertInstalls, moveNodeBack, moveVersionBack } from './sql.ts'

/** The made-up history of a pack. */
export interface PackPast {
  nodeId: string
  tags: string[]
  /** Stars at the code host. */
  stars: number
  /** Ratings from 1 to 5, one per rating user. */
  ratings: number[]
  versions: (VersionPast & { version: string })[]
}

/** The made-up history of a version. */
export interface VersionPast {
  daysAgo: number
  /** Installs on the first and the last day, with linear growth between them. */
  installsADay: [number, number]
}

/**
 * Adds to a published pack a history of tags, stars, ratings and daily installs. Skips a pack that has installs.
 */
export async function givePast(deps: Deps, pack: PackPast): Promise<void> {
  if (!(await transact(deps, (tx) => moveBack(tx, deps, pack)))) return
  for (const [index, star] of pack.ratings.entries()) {
    const user = await findUserByEmail(deps.db, ratingEmails[index] ?? '')
    if (user) await reviewNode(deps, toActor(user), { nodeId: pack.nodeId, star })
  }
}

/** Returns false if the pack is missing or already has a history. */
async function moveBack(tx: Tx, deps: Deps, { nodeId, tags, stars, versions }: PackPast): Promise<boolean> {
  const node = await lockNode(tx, nodeId)
  if (!node || Number(node.downloads) > 0) return false
  for (const past of versions) {
    const version = await findVersion(tx, nodeId, past.version)
    if (!version) continue
    await moveVersionBack(tx, version.id, past.daysAgo)
    if (version.status === 'active')
      await insertInstalls(tx, { nodeId, versionId: version.id }, installsOf(past, deps.now()))
  }
  await moveNodeBack(tx, nodeId)
  await changeNode(tx, nodeId, { tags, github_stars: stars, github_stars_at: deps.now() })
  markChanged(tx, `node:${nodeId}`, 'nodes', `downloads:${nodeId}`)
  return true
}

const daysOfChart = 120
/** Factors by weekday from Sunday, because there are fewer installs on weekends. */
const shareOfWeekday = [0.7, 1, 1.1, 1.15, 1.1, 1.05, 0.8]
const dayMs = 86_400_000

/** Returns realistic installs of a version for each day until today. */
export function installsOf({ daysAgo, installsADay: [first, last] }: VersionPast, now: Date): InstalledDay[] {
  const days: InstalledDay[] = []
  for (let ago = Math.min(daysAgo, daysOfChart); ago >= 0; ago--) {
    const day = new Date(now.getTime() - ago * dayMs)
    const along = daysAgo === 0 ? 1 : 1 - ago / daysAgo
    const share = shareOfWeekday[day.getUTCDay()] ?? 1
    // The ripple differs per version but is the same in every run.
    const ripple = 1 + 0.12 * Math.sin(ago * 1.7 + first)
    const count = Math.round((first + (last - first) * along) * share * ripple)
    if (count > 0) days.push({ day, count })
  }
  return days
}
