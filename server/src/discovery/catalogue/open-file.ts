import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { brotliDecompress, createZstdDecompress, zstdDecompress } from 'node:zlib'
import { BlobNotFound } from '../../ground/blobs/store.ts'
import { RegistryError } from '../../ground/errors.ts'
import type { PackedFile } from '../../ground/http/packed-files.ts'
import type { Deps } from './deps.ts'
import { catalogueFolder, type Encoding, fileKey } from './files.ts'

interface VerifiedFile {
  bytes: Buffer
  unpackedBytes: number
}

/** Enough for the files of two pointers in both encodings. */
const maxFiles = 12
const unpackers = { br: promisify(brotliDecompress), zstd: promisify(zstdDecompress) }

/** Reads files of the catalogue and caches the most recently used ones. Responds 503 for a damaged file. */
export class CatalogueReader {
  readonly #deps: Pick<Deps, 'blobs' | 'log'>
  readonly #folder: string
  readonly #files = new Map<string, Promise<VerifiedFile>>()

  /** `folder` is where the files are in the blob store. */
  constructor(deps: Pick<Deps, 'blobs' | 'log'>, folder = catalogueFolder) {
    this.#deps = deps
    this.#folder = folder
  }

  open(digest: string): PackedFile {
    return {
      digest,
      contentType: 'application/jsonl; charset=utf-8',
      read: async (encoding) => {
        const { bytes, unpackedBytes } = await this.#find(digest, encoding ?? 'zstd')
        if (encoding !== undefined) return { bytes, length: bytes.length }
        return { bytes, length: unpackedBytes, unpack: () => createZstdDecompress() }
      },
    }
  }

  async readUnpacked(digest: string): Promise<Buffer> {
    const { bytes } = await this.#find(digest, 'zstd')
    return unpackers.zstd(bytes)
  }

  #find(digest: string, encoding: Encoding): Promise<VerifiedFile> {
    if (!/^[0-9a-f]{64}$/.test(digest)) throw new RegistryError('catalogue_file_not_found')
    const key = fileKey(digest, encoding, this.#folder)
    const reading = this.#files.get(key) ?? this.#read(key, digest, encoding)
    this.#files.delete(key)
    this.#files.set(key, reading)
    const [oldest] = this.#files.keys()
    if (this.#files.size > maxFiles && oldest !== undefined) this.#files.delete(oldest)
    reading.catch(() => this.#files.delete(key))
    return reading
  }

  async #read(key: string, digest: string, encoding: Encoding): Promise<VerifiedFile> {
    const { blobs, log } = this.#deps
    const bytes = await blobs
      .read(key)
      .then(buffer)
      .catch((error: unknown) => {
        throw error instanceof BlobNotFound ? new RegistryError('catalogue_file_not_found') : error
      })
    const unpacked = await unpackers[encoding](bytes).catch(() => undefined)
    if (unpacked && createHash('sha256').update(unpacked).digest('hex') === digest) {
      return { bytes, unpackedBytes: unpacked.length }
    }
    log.error({ key }, 'a file of the catalogue is damaged')
    throw new RegistryError('unavailable')
  }
}
