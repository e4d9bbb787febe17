import type { ArchiveSource } from '@nodeyard/analysis/archive'
import { type Listing, openListing } from '@nodeyard/analysis/listing'
import { isCommit } from '../../ground/paths/commit.ts'
import { pathTo } from '../../ground/paths/paths.ts'
import type { Session } from '../../ground/session/session.ts'

/** The archive through the site's proxy, which avoids requests to other hosts. */
const archivePath = '/nodes/:nodeId/versions/:version/node.zip'
/** The archive of a reading. Installers never get it. */
const sourcePath = '/nodes/:nodeId/readings/:version/source.zip'

const opened = new Map<string, Promise<Listing>>()

type WithToken = Pick<Session, 'token'>

export interface ListedArchive {
  nodeId: string
  version: string
  sizeBytes: number
}

/** Lists the archive of a version. Cached until the page unloads, because archives never change. */
export function listArchive(session: WithToken, archive: ListedArchive): Promise<Listing> {
  return listOnce(session, '/api', archive)
}

/** Variant of {@link listArchive} for admins, which includes versions that are not available to others. */
export function listReviewedArchive(session: WithToken, archive: ListedArchive): Promise<Listing> {
  return listOnce(session, '/api/admin', archive)
}

function listOnce(
  session: WithToken,
  base: string,
  { nodeId, version, sizeBytes }: ListedArchive,
): Promise<Listing> {
  const address = base + pathToArchive(nodeId, version)
  const known = opened.get(address)
  if (known) return known
  const listing = openListing(rangesOf(fetchAs(session), address, sizeBytes))
  opened.set(address, listing)
  // A failed request is not cached.
  listing.catch(() => opened.delete(address))
  return listing
}

/** Held versions are for their editors and moderators alone. */
function fetchAs(session: WithToken): typeof globalThis.fetch {
  return async (input, init) => {
    const token = await session.token()
    const headers = new Headers(init?.headers)
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
    return fetch(input, { ...init, headers })
  }
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
