import type { PublisherEvent } from '@nodeyard/contract/people'
import type { DbOrTx } from '../../ground/db/database.ts'
import { RegistryError } from '../../ground/errors.ts'
import { findNodeById } from '../../packs/nodes/sql.ts'
import { findVersionOfNumber } from '../../packs/nodes/versions/sql.ts'
import { toEvent } from '../../people/publishers/events.ts'
import { listEventsOfSubject } from '../../people/publishers/sql.ts'

/** Lists all events of a version, including those of deleted nodes. */
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
