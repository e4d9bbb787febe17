import type { Readable } from 'node:stream'
import { archiveKey, type ByteRange } from '../blobs/store.ts'
import type { Deps } from '../deps.ts'
import { RegistryError } from '../errors.ts'
import { assertNotKilled } from '../versions/killed.ts'
import { findArchive } from './sql.ts'

export interface Download {
  digest: string
  sizeBytes: number
  fileName: string
  read(range?: ByteRange): Promise<Readable>
}

/**
 * The archive behind a download address, byte for byte as it was uploaded. Whether a version may be downloaded is
 * looked at each time: launchers keep addresses, and a banned version must not be had by an old one.
 */
export async function openDownload(deps: Deps, nodeId: string, version: string): Promise<Download> {
  const found = await findArchive(deps.db, nodeId, version)
  if (!found || found.nodeStatus === 'deleted' || found.status === 'deleted' || found.status === 'banned') {
    throw new RegistryError('archive_not_found')
  }
  if (found.nodeStatus === 'banned') throw new RegistryError('node_banned')
  assertNotKilled(deps.config, found)
  return {
    digest: found.digest,
    sizeBytes: found.sizeBytes,
    fileName: `${found.nodeId}_${found.version}.zip`,
    read: (range) => deps.blobs.read(archiveKey(found.digest), range),
  }
}
