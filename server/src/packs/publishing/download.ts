import type { OutgoingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { archiveKey, type ByteRange } from '../../ground/blobs/store.ts'
import { RegistryError } from '../../ground/errors.ts'
import { cacheControl } from '../../ground/http/cache-control.ts'
import { CachedResponse } from '../../ground/http/cached-response.ts'
import { assertNotKilled } from '../versions/killed.ts'
import { findArchive, type StoredArchive } from './archives/sql.ts'
import type { Deps } from './deps.ts'

export interface Download {
  digest: string
  sizeBytes: number
  fileName: string
  /** Caching headers. */
  headers: OutgoingHttpHeaders
  read(range?: ByteRange): Promise<Readable>
}

/**
 * Opens the archive behind a download URL, byte for byte as uploaded. Launchers store these URLs, and they
 * must not work for a banned version: any change of the node invalidates the cached facts.
 */
export async function openDownload(deps: Deps, nodeId: string, version: string): Promise<Download> {
  const { body, headers } = await findCachedArchive(deps, nodeId, version)
  return toDownload(deps, JSON.parse(body.toString()), headers)
}

/** Builds the response for a stored archive. */
export function toDownload(
  { blobs }: Pick<Deps, 'blobs'>,
  { digest, sizeBytes, nodeId, version }: StoredArchive,
  headers: OutgoingHttpHeaders,
): Download {
  const read = (range?: ByteRange) => blobs.read(archiveKey(digest), range)
  return { digest, sizeBytes, fileName: `${nodeId}_${version}.zip`, headers, read }
}

/** Uses the response cache, so that downloads work while the database is unavailable. */
function findCachedArchive(deps: Deps, nodeId: string, version: string): Promise<CachedResponse> {
  return deps.responseCache.fetch(`archive ${nodeId} ${version}`, async () =>
    toCached(deps, await findGoodArchive(deps, nodeId, version)),
  )
}

async function findGoodArchive(deps: Deps, nodeId: string, version: string): Promise<StoredArchive> {
  const found = await findArchive(deps.db, nodeId, version)
  const isGone = found?.nodeStatus === 'deleted' || found?.status === 'deleted' || found?.status === 'banned'
  if (!found || isGone || !found.wasPublic) {
    throw new RegistryError('archive_not_found')
  }
  if (found.nodeStatus === 'banned') throw new RegistryError('node_banned')
  assertNotKilled(deps.config, found)
  return found
}

const cachedSeconds = 60

/**
 * A version can be banned at any time, so caches revalidate, which transfers no bytes. A version under review
 * can be refused, and its number published again with other bytes.
 */
function toCached({ now }: Deps, archive: StoredArchive): CachedResponse {
  const tag = `node:${archive.nodeId}`
  const isFinal = archive.status !== 'pending'
  return new CachedResponse({
    headers: {
      'cache-control': isFinal ? cacheControl.shared() : cacheControl.none,
      'cache-tag': tag,
    },
    body: Buffer.from(JSON.stringify(archive)),
    hasEtag: false,
    tags: [tag],
    expiresAt: now().getTime() + cachedSeconds * 1000,
  })
}
