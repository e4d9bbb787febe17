import type { IncomingHttpHeaders } from 'node:http'
import type { Deps } from '../deps.ts'
import { RegistryError } from '../errors.ts'
import type { DownloadedFile } from '../http/streams.ts'
import { authenticate } from '../identity/authenticate.ts'
import { toDownload } from '../publishing/download.ts'
import { findArchive } from '../publishing/sql.ts'

/**
 * The archive of a version that an admin looks at, whatever has become of the version: who decides about an appeal has to
 * see what was banned.
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
