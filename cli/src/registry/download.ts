import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { limits } from '@nodeyard/contract/limits'
import type { NodeVersion } from '@nodeyard/contract/versions'
import { CliError, rethrowFileError } from '../ground/errors.ts'
import { assertOutside } from './outside.ts'
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
export function toArchive(
  { node_id, version, downloadUrl, sha256, size, refusedBy }: NodeVersion,
  registryUrl: string,
): PublishedArchive {
  const values = { node: node_id, version }
  if (refusedBy !== undefined) throw new CliError('version_killed', { ...values, advisory: refusedBy })
  if (!downloadUrl) throw new CliError('version_without_archive', values)
  if (!URL.canParse(downloadUrl) || !/^https?:$/.test(new URL(downloadUrl).protocol))
    throw new CliError('download_url_invalid', values)
  if (!/^[0-9a-f]{64}$/.test(sha256 ?? '')) throw new CliError('digest_missing', values)
  const url = new URL(downloadUrl)
  assertOutside(new URL(registryUrl), url)
  return { nodeId: node_id, version, url, digest: sha256 ?? '', sizeBytes: size }
}

const silenceMs = 60_000

/** Downloads an archive into a file. Throws unless it has the stated size and digest. */
export async function downloadArchive(
  { nodeId, version, url, digest, sizeBytes }: PublishedArchive,
  path: string,
  signal?: AbortSignal,
): Promise<void> {
  const maxBytes = Math.min(sizeBytes ?? limits.archiveBytes, limits.archiveBytes)
  const { status, body } = await open(url, {
    // A packed response could hide its size.
    headers: { 'accept-encoding': 'identity' },
    silenceLimitMs: silenceMs,
    signal,
    maxBytes,
  })
  if (status !== 200) throw new CliError('download_failed', { node: nodeId, version, status: String(status) })
  const hash = createHash('sha256')
  await pipeline(
    body,
    async function* (pieces) {
      for await (const piece of pieces) {
        hash.update(piece)
        yield piece
      }
    },
    createWriteStream(path),
  ).catch((error) => rethrowFileError(error, path))
  const found = hash.digest('hex')
  if (found !== digest) throw new CliError('digest_wrong', { node: nodeId, version, digest, found })
}
