import { createHmac } from 'node:crypto'
import type { Tx } from '../../ground/db/database.ts'
import type { Deps } from './deps.ts'
import {
  countTurnsBefore,
  findAnnouncer,
  insertWaiting,
  lockTurnsOf,
  type Uploader,
  type VersionRow,
} from './sql.ts'

/** An account whose first listed version is older than this is proven. */
const provenAfterMs = 7 * 24 * 3600_000

export async function identifyUploader(
  { db, now, uploadKey }: Pick<Deps, 'db' | 'now' | 'uploadKey'>,
  version: Pick<VersionRow, 'id' | 'published_by_publisher'>,
  address: string,
): Promise<Uploader> {
  const announcer = await findAnnouncer(db, version.id, new Date(now().getTime() - provenAfterMs))
  const account = announcer ? `user ${announcer.userId}` : `publisher ${version.published_by_publisher}`
  // The address itself is not stored.
  const digest = createHmac('sha256', uploadKey).update(`sender ${address}`).digest('hex')
  return { account, sender: announcer?.isProven ? account : digest }
}

/** Versions that an account has waiting put its next one back by this much. */
const turnBack = 100
const mostTurnsBack = 100
/** What an account with everything waiting that counts gets. */
export const lowestPriority = -(mostTurnsBack + 1) * turnBack
/** From the third on, new accounts that upload from one address at the same time take turns as one. */
const mostAccountsOfAddress = 2

export interface Turn {
  priority: number
  /** Of this group a process works on one version at a time. */
  group: string
}

/**
 * Puts a version into the queue. Accounts take turns: each version that an account has waiting puts its next one a whole
 * turn back, whatever nodes, publishers and tokens they belong to. Within a turn, new accounts of an address come after one
 * another, behind accounts that are alone at theirs.
 */
export async function joinQueue(tx: Tx, versionId: string, uploader: Uploader, now: Date): Promise<Turn> {
  await lockTurnsOf(tx, uploader)
  const { own, neighbors } = await countTurnsBefore(tx, uploader)
  await insertWaiting(tx, versionId, uploader, now)
  const back = Math.min(own, mostTurnsBack) * turnBack + Math.min(neighbors, turnBack - 1)
  return {
    // Not -0, which is no integer for the database.
    priority: 0 - back,
    group: neighbors < mostAccountsOfAddress ? uploader.account : uploader.sender,
  }
}
