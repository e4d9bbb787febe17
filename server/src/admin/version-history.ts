import type { PublisherEvent } from '@nodeyard/contract/publishers'
import type { DbOrTx } from '../db/database.ts'
import { RegistryError } from '../errors.ts'
import { toEvent } from '../publishers/events.ts'
import { listEventsOfSubject } from '../publishers/sql.ts'
import { findNodeById, findVersionOfNumber } from '../versions/sql.ts'

/** All that was done to a version, also of a deleted node. */
export async function getVersionHistory(
  db: DbOrTx,
  path: { nodeId: string; version: string },
): Promise<PublisherEvent[]> {
  const node = await findNodeById(db, path.nodeId)
  if (!node) throw new RegistryError('node_not_found')
  const version = await findVersionOfNumber(db, node.id, path.version)
  if (!version) throw new RegistryError('version_not_found')
  return (await listEventsOfSubject(db, 'version', version.id)).map((row) => toEvent(row, true))
}
