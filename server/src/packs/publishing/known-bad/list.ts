import type { ResponseOf } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import type { listKnownBadFiles as contract } from '@nodeyard/contract/safety'
import type { DbOrTx } from '../../../ground/db/database.ts'
import { listPublishableFiles } from './sql.ts'

/** Lists files that people can look for in an installation. */
export async function listKnownBadFiles(db: DbOrTx): Promise<ResponseOf<typeof contract>> {
  const rows = await listPublishableFiles(db, limits.knownBadFiles + 1)
  const files = rows
    .slice(0, limits.knownBadFiles)
    .map(({ digest, hasFinding, wasPublic, nodeId, version }) => ({
      sha256: digest,
      has_finding: hasFinding,
      ...(wasPublic ? { node_id: nodeId, version } : {}),
    }))
  return { files, is_complete: rows.length <= limits.knownBadFiles }
}
