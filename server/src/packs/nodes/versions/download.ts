import type { OutgoingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { archiveKey, type ByteRange } from '../../../ground/blobs/store.ts'
import { RegistryError } from '../../../ground/errors.ts'
import { cacheControl } from '../../../ground/http/cache-control.ts'
import { CachedResponse } from '../../../ground/http/cached-response.ts'
import type { Actor } from '../../../ground/permissions.ts'
import type { Deps } from '../deps.ts'
import { editorSightOf } from './editor-sight.ts'
import { assertInstallable, installRefusalOf } from './installable.ts'
import { findArchive, type StoredArchive } from './sql.ts'

export interface Download {
  digest: string
  sizeBytes: number
  fileName: string
  /** Caching headers. */
  headers: OutgoingHttpHeaders
  read(range?: ByteRange): Promise<Readable>
}

interface ArchivePath {
  nodeId: string
  version: string
}

/**
 * Opens the archive behind a download URL, byte for byte as uploaded. Launchers store these URLs, and they must not work
 * for a held or banned version: any change of the node invalidates the cached facts. Identifies the caller only if the
 * archive is not for everyone.
 */
export async function openDownload(
  deps: Deps,
  path: ArchivePath,
  identify: () => Promise<Actor>,
): Promise<Download> {
  const { body, headers: caching } = await findCachedArchive(deps, path)
  const archive: StoredArchive = JSON.parse(body.toString())
  if (isForEveryone(archive)) return toDownload(deps, archive, caching)
  const edits = await editorSightOf(deps, await identify())
  const isEditor = edits({ id: archive.node_id, publisher_id: archive.publisher_id })
  if (archive.nodeStatus === 'deleted' || (!archive.wasPublic && !isEditor))
    throw new RegistryError('archive_not_found')
  if (archive.nodeStatus === 'banned') throw new RegistryError('node_banned')
  assertInstallable(deps.config, archive, { isEditor, goneCode: 'archive_not_found' })
  return toDownload(deps, archive, { 'cache-control': cacheControl.secret, vary: 'Authorization' })
}

const isForEveryone = (archive: StoredArchive) =>
  archive.nodeStatus === 'active' && installRefusalOf(archive) === undefined

/** Builds the response for a stored archive. */
export function toDownload(
  { blobs }: Pick<Deps, 'blobs'>,
  { digest, sizeBytes, node_id, version }: StoredArchive,
  headers: OutgoingHttpHeaders,
): Download {
  const read = (range?: ByteRange) => blobs.read(archiveKey(digest), range)
  return { digest, sizeBytes, fileName: `${node_id}_${version}.zip`, headers, read }
}

/** Uses the response cache, so that downloads work while the database is unavailable. */
function findCachedArchive(deps: Deps, { nodeId, version }: ArchivePath): Promise<CachedResponse> {
  return deps.responseCache.fetch(`archive ${nodeId} ${version}`, async () => {
    const found = await findArchive(deps.db, nodeId, version)
    if (!found) throw new RegistryError('archive_not_found')
    return toCached(deps, found)
  })
}

const cachedSeconds = 60

/** Shared caches revalidate, because a version can be held at any time. Facts that only editors may use are not cached. */
function toCached({ now }: Deps, archive: StoredArchive): CachedResponse {
  const tag = `node:${archive.node_id}`
  return new CachedResponse({
    headers: { 'cache-control': cacheControl.shared(), 'cache-tag': tag },
    body: Buffer.from(JSON.stringify(archive)),
    hasEtag: false,
    tags: [tag],
    expiresAt: isForEveryone(archive) ? now().getTime() + cachedSeconds * 1000 : 0,
  })
}
