import type { FileFingerprint } from '@nodeyard/analysis/facts'
import { markChanged } from '../../ground/db/changes.ts'
import type { Tx } from '../../ground/db/database.ts'
import { refreshLatestVersion } from '../../packs/nodes/versions/latest.ts'
import { findVersion, lockVersion, type VersionRow } from '../../packs/nodes/versions/sql.ts'
import { digestsOf } from '../../packs/publishing/known-bad/find.ts'
import { replaceVersionFiles } from '../../packs/publishing/known-bad/sql.ts'
import type { ChangeDeps } from './change-deps.ts'

/**
 * Stores the file digests of a version. If this changes whether an advisory refuses the version, updates the node's
 * latest version.
 */
export async function storeFiles(
  tx: Tx,
  { now }: Pick<ChangeDeps, 'now'>,
  version: VersionRow,
  files: readonly FileFingerprint[],
): Promise<void> {
  const { id, node_id: nodeId } = version
  const before = await lockVersion(tx, version)
  await replaceVersionFiles(tx, id, digestsOf(files))
  const after = await findVersion(tx, id)
  if (after?.killed_by === before?.killed_by) return
  await refreshLatestVersion(tx, nodeId, now())
  markChanged(tx, `node:${nodeId}`, 'nodes')
}
