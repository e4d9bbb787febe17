import { createHmac } from 'node:crypto'
import type { AddressKey } from '../../ground/address-key.ts'
import type { Tx } from '../../ground/db/database.ts'
import type { VersionRow } from '../nodes/versions/sql.ts'
import type { Deps } from './deps.ts'
import { countTurnsBefore, findAnnouncer, insertWaiting, lockTurnsOf, type Uploader } from './queue/sql.ts'

/** An account whose first listed version is older than this is proven. */
const provenAfterMs = 7 * 24 * 3600_000

/** Identifies the account and address behind an upload. */
export async function identifyUploader(
  { db, now, uploadKey }: Pick<Deps, 'db' | 'now' | 'uploadKey'>,
  version: Pick<VersionRow, 'id' | 'published_by_publisher'>,
  address: AddressKey,
): Promise<Uploader> {
  const announcer = await findAnnouncer(db, version.id, new Date(now().getTime() - provenAfterMs))
  const account = announcer ? `user ${announcer.userId}` : `publisher ${version.published_by_publisher}`
  // Only a keyed hash of the address is stored.
  const digest = createHmac('sha256', uploadKey).update(`sender ${address}`).digest('hex')
  return { account, sender: announcer?.isProven ? account : digest }
}

/** Each waiting version of an account lowers the priority of its next one by this much. */
const turnBack = 100
const maxTurnsBack = 100
/** The priority of an account with the maximum number of counted waiting versions. */
export const lowestPriority = -(maxTurnsBack + 1) * turnBack
/** Beyond this many, new accounts that upload from one address at the same time share turns. */
const maxAccountsOfAddress = 2

export interface Turn {
  priority: number
  /** A process works on one version of each group at a time. */
  group: string
}

/**
 * Puts a version into the queue. Accounts take turns: each waiting version of an account puts its next one a
 * whole turn back, whatever nodes, publishers and tokens they belong to. Within a turn, new accounts of a
 * shared address follow one another, behind accounts with an address of their own.
 */
export async function joinQueue(tx: Tx, versionId: string, uploader: Uploader, now: Date): Promise<Turn> {
  await lockTurnsOf(tx, uploader)
  const { own, neighbors } = await countTurnsBefore(tx, uploader)
  await insertWaiting(tx, versionId, uploader, now)
  const back = Math.min(own, maxTurnsBack) * turnBack + Math.min(neighbors, turnBack - 1)
  return {
    // Avoids -0, which the database does not accept as an integer.
    priority: 0 - back,
    group: neighbors < maxAccountsOfAddress ? uploader.account : uploader.sender,
  }
}
