import type { IncomingHttpHeaders } from 'node:http'
import { RegistryError } from '../../ground/errors.ts'
import type { DownloadedFile } from '../../ground/http/streams.ts'
import { toDownload } from '../../packs/nodes/versions/download.ts'
import { findArchive } from '../../packs/nodes/versions/sql.ts'
import { authenticate } from '../../people/identity/authenticate.ts'
import type { Deps } from './deps.ts'

/**
 * Opens the archive of a version of any status for an admin, because deciding an appeal requires the banned archive.
 */
export async function openReviewedArchive(
  deps: Deps,
  path: { nodeId: string; version: string },
  headers: IncomingHttpHeaders,
): Promise<DownloadedFile> {
  await authenticate(deps, 'admin', headers)
  const found = await findArchive(deps.db, path.nodeId, path.version)
  if (!found) throw new RegistryError('archive_not_found')
  return toDownload(deps, found, { 'cache-control': 'no-store' })
}
