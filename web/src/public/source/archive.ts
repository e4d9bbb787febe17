import { type Listing, openListing } from '@nodeyard/analysis/archive/listing'
import type { ArchiveSource } from '@nodeyard/analysis/archive/source'
import { isCommit } from '../../ground/paths/commit.ts'
import { pathTo } from '../../ground/paths/paths.ts'
import type { Session } from '../../ground/session/session.ts'

/** The archive as the site passes it on, so that no other host is asked. */
const archivePath = '/nodes/:nodeId/versions/:version/node.zip'
/** What was read from a repository, which no installer gets. */
const sourcePath = '/nodes/:nodeId/readings/:version/source.zip'

const opened = new Map<string, Promise<Listing>>()

/** Lists the archive of a version, once for the life of the page: it never changes. */
export function listArchive(nodeId: string, version: string, sizeBytes: number): Promise<Listing> {
  return listOnce(`/api${pathToArchive(nodeId, version)}`, sizeBytes, fetch)
}

/** As {@link listArchive}, for an admin: also of a version that nobody may have any more. */
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
  // Whoever asks after a failure asks anew.
  listing.catch(() => opened.delete(address))
  return listing
}

/** Where the API has the archive of a version. */
export function pathToArchive(nodeId: string, version: string): string {
  return pathTo(isCommit(version) ? sourcePath : archivePath, { nodeId, version })
}

/** Reads stretches of a file over HTTP. */
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
