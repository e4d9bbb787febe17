import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { limits } from '@nodeyard/contract/limits'
import { isClosedVersion, type NodeVersion } from '@nodeyard/contract/packs'
import { CliError, rethrowWriteError } from '../ground/errors.ts'
import { assertOutside } from './outside.ts'
import { refusalOf } from './refusal.ts'
import { open } from './send.ts'

/** A published archive. */
export interface PublishedArchive {
  nodeId: string
  version: string
  url: URL
  /** SHA-256 in lowercase hex. */
  digest: string
  sizeBytes: number | undefined
}

/** Reads what a registry states about an archive. Throws unless it states enough to verify it. */
export function toArchive(offered: NodeVersion, registryUrl: string): PublishedArchive {
  const { node_id, version, downloadUrl, sha256, size, refusedBy } = offered
  const values = { node: node_id, version }
  if (refusedBy !== undefined) throw new CliError('version_killed', { ...values, advisory: refusedBy })
  if (isClosedVersion(offered))
    throw new CliError('version_held', { page: `${node_id} ${version}` }, { heldFor: offered.held_for })
  if (!downloadUrl) throw new CliError('version_without_archive', values)
  if (!URL.canParse(downloadUrl) || !/^https?:$/.test(new URL(downloadUrl).protocol))
    throw new CliError('download_url_invalid', values)
  if (!/^[0-9a-f]{64}$/.test(sha256 ?? '')) throw new CliError('digest_missing', values)
  const url = new URL(downloadUrl)
  assertOutside(new URL(registryUrl), url)
  return { nodeId: node_id, version, url, digest: sha256 ?? '', sizeBytes: size }
}

const silenceMs = 60_000
/** The most bytes of a refusal that are read. */
const refusalBytes = 65_536

/** A registry whose token gives access to held versions. */
export interface HeldAccess {
  /** The only origin that gets the token. */
  origin: string
  token: string
}

/** Downloads an archive into a file. Throws unless it has the stated size and digest. */
export async function downloadArchive(
  { nodeId, version, url, digest, sizeBytes }: PublishedArchive,
  path: string,
  { signal, access }: { signal?: AbortSignal; access?: HeldAccess | undefined } = {},
): Promise<void> {
  const maxBytes = Math.min(sizeBytes ?? limits.archiveBytes, limits.archiveBytes)
  const { status, body } = await open(url, {
    // A packed response could hide its size.
    headers: {
      'accept-encoding': 'identity',
      ...(access?.origin === url.origin ? { authorization: `Bearer ${access.token}` } : {}),
    },
    silenceLimitMs: silenceMs,
    signal,
    // A refusal can be longer than a small archive.
    maxBytes: Math.max(maxBytes, refusalBytes),
  })
  if (status !== 200) {
    const refusal = refusalOf('request', url, { status, text: await beginningOf(body), headers: {} })
    if (refusal.code === 'version_held') throw refusal
    throw new CliError('download_failed', { node: nodeId, version, status: String(status) })
  }
  const hash = createHash('sha256')
  let bytes = 0
  await pipeline(
    body,
    async function* (pieces) {
      for await (const piece of pieces) {
        bytes += piece.byteLength
        if (bytes > maxBytes)
          throw new CliError('response_too_large', { origin: url.origin, limit: maxBytes })
        hash.update(piece)
        yield piece
      }
    },
    createWriteStream(path),
  ).catch((error) => rethrowWriteError(error, path))
  const found = hash.digest('hex')
  if (found !== digest) throw new CliError('digest_wrong', { node: nodeId, version, digest, found })
}

async function beginningOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of body) {
    pieces.push(piece)
    bytes += piece.byteLength
    // The next piece could be one too many for the limit of the response.
    if (bytes >= refusalBytes / 2) break
  }
  return Buffer.concat(pieces).toString()
}
