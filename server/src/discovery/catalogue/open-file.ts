import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createZstdDecompress } from 'node:zlib'
import { BlobNotFound } from '../../ground/blobs/store.ts'
import { RegistryError } from '../../ground/errors.ts'
import type { PackedFile } from '../../ground/http/packed-files.ts'
import type { Deps } from './deps.ts'
import { type Encoding, fileKey } from './files.ts'

type FileDeps = Pick<Deps, 'blobs' | 'log'>

/** What was read of late, whole and looked at, by key. */
interface Verified {
  bytes: Buffer
  unpackedBytes: number
}
const keptBytes = 64 * 1024 * 1024
const keptOf = new WeakMap<FileDeps['blobs'], Map<string, Promise<Verified>>>()

/** A file of a catalogue. Nothing leaves that is not what its name says: a damaged one is an outage, not an answer. */
export function openFile(deps: FileDeps, digest: string): PackedFile {
  return {
    digest,
    contentType: 'application/jsonl; charset=utf-8',
    async read(encoding) {
      const { bytes, unpackedBytes } = await verified(deps, digest, encoding === 'br' ? 'br' : 'zstd')
      if (encoding !== undefined) return { bytes, length: bytes.length }
      return { bytes, length: unpackedBytes, unpack: () => createZstdDecompress() }
    },
  }
}

function verified(deps: FileDeps, digest: string, encoding: Encoding): Promise<Verified> {
  const kept = keptOf.get(deps.blobs) ?? new Map<string, Promise<Verified>>()
  keptOf.set(deps.blobs, kept)
  const key = fileKeyOf(digest, encoding)
  const known = kept.get(key)
  if (known) return known
  const reading = readVerified(deps, key, digest, encoding)
  kept.set(key, reading)
  reading.then(
    () => void makeRoom(kept),
    () => kept.delete(key),
  )
  return reading
}

function fileKeyOf(digest: string, encoding: Encoding): string {
  if (!/^[0-9a-f]{64}$/.test(digest)) throw new RegistryError('catalogue_file_not_found')
  return fileKey(digest, encoding)
}

async function readVerified(
  { blobs, log }: FileDeps,
  key: string,
  digest: string,
  encoding: Encoding,
): Promise<Verified> {
  const bytes = await blobs
    .read(key)
    .then(buffer)
    .catch((error: unknown) => {
      throw error instanceof BlobNotFound ? new RegistryError('catalogue_file_not_found') : error
    })
  const { found, unpackedBytes } = await digestOfUnpacked(bytes, encoding).catch(() => ({
    found: undefined,
    unpackedBytes: 0,
  }))
  if (found === digest) return { bytes, unpackedBytes }
  log.error({ key }, 'a file of the catalogue is damaged')
  throw new RegistryError('unavailable')
}

async function digestOfUnpacked(
  bytes: Buffer,
  encoding: Encoding,
): Promise<{ found: string; unpackedBytes: number }> {
  const hash = createHash('sha256')
  let unpackedBytes = 0
  const unpack = encoding === 'br' ? createBrotliDecompress() : createZstdDecompress()
  await pipeline([bytes], unpack, async (source) => {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      hash.update(chunk)
      unpackedBytes += chunk.length
    }
  })
  return { found: hash.digest('hex'), unpackedBytes }
}

/** The oldest go first; what is asked for again is read again. */
async function makeRoom(kept: Map<string, Promise<Verified>>): Promise<void> {
  let total = 0
  for (const [key, reading] of [...kept].reverse()) {
    const { bytes } = await reading.catch(() => ({ bytes: Buffer.alloc(0) }))
    total += bytes.length
    if (total > keptBytes) kept.delete(key)
  }
}
