import { markChanged } from '../../../ground/db/changes.ts'
import type { Tx } from '../../../ground/db/database.ts'
import { lockLatestVersionId, setLatestVersion } from '../sql.ts'
import { findHighestActive } from './sql.ts'

/**
 * Makes the highest active version the node's latest, if there is one, and copies its compatibility to the
 * node. Locks the node. Call it in every transaction that changes which versions are active. Source: API
 * contract 28.3, 43.17.
 */
export async function refreshLatestVersion(tx: Tx, nodeId: string, now: Date): Promise<void> {
  const before = await lockLatestVersionId(tx, nodeId)
  const latest = await findHighestActive(tx, nodeId)
  if ((latest?.id ?? null) === before) return
  await setLatestVersion(tx, nodeId, latest, now)
  markChanged(tx, `node:${nodeId}`, 'nodes')
}
