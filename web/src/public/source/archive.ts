import { type Listing, openListing } from '@nodeyard/analysis/archive/listing'
import type { ArchiveSource } from '@nodeyard/analysis/archive/source'
import { isCommit } from '../../ground/paths/commit.ts'
import { pathTo } from '../../ground/paths/paths.ts'
import type { Session } from '../../ground/session/session.ts'

/** The archive through the site's proxy, which avoids requests to other hosts. */
const archivePath = '/nodes/:nodeId/versions/:version/node.zip'
/** The archive of a reading. Installers never get it. */
const sourcePath = '/nodes/:nodeId/readings/:version/source.zip'

const opened = new Map<string, Promise<Listing>>()

/** Lists the archive of a version. Cached until the page unloads, because archives never change. */
export function listArchive(nodeId: string, version: string, sizeBytes: number): Promise<Listing> {
  return listOnce(`/api${pathToArchive(nodeId, version)}`, sizeBytes, fetch)
}

/** Variant of {@link listArchive} for admins, which includes versions that are not available to others. */
export function listReviewedArchive(
  { token }: Pick<Session, 'token'>,
  { nodeId, version, sizeBytes }: { nodeId: string; version: string; sizeBytes: number },
): Promise<Listing> {
  return listOnce(`/api/admin${pathToArchive(nodeId, version)}`, sizeBytes, async (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('authorization', `Bearer ${await token()}`)
    return fetch(input, { ...init, headers })
  })
}

function listOnce(address: string, sizeBytes: number, fetch: typeof globalThis.fetch): Promise<Listing> {
  const known = opened.get(address)
  if (known) return known
  const listing = openListing(rangesOf(fetch, address, sizeBytes))
  opened.set(address, listing)
  // A failed request is not cached.
  listing.catch(() => opened.delete(address))
  return listing
}

/** Path of a version's archive in the API. */
export function pathToArchive(nodeId: string, version: string): string {
  return pathTo(isCommit(version) ? sourcePath : archivePath, { nodeId, version })
}

/** Reads byte ranges of a file over HTTP. */
export function rangesOf(fetch: typeof globalThis.fetch, address: string, size: number): ArchiveSource {
  return {
    size,
    async read(offset, length) {
      const response = await fetch(address, { headers: { range: `bytes=${offset}-${offset + length - 1}` } })
      if (response.status !== 206) throw new Error(`${address} answered ${response.status} to a range`)
      return new Uint8Array(await response.arrayBuffer())
    },
  }
}
