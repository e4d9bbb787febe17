import { createHash } from 'node:crypto'
import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createBrotliCompress, createZstdCompress } from 'node:zlib'
import { type CatalogueFile, catalogueType } from '@nodeyard/contract/discovery'
import { limits } from '@nodeyard/contract/limits'
import type { BlobStore } from '../../ground/blobs/store.ts'
import { fileKey as keyOf, Publication } from '../../ground/publications/publication.ts'
import type { IssueOf } from '../../ground/publications/sql.ts'
import { catalogueTag } from './tag.ts'

/** A file in all encodings. */
export interface PackedFile extends CatalogueFile {
  contents: Record<Encoding, Buffer>
}

export const encodings = ['br', 'zstd'] as const
export type Encoding = (typeof encodings)[number]

export const catalogueFolder = 'catalogue/'

export const endings = encodings.map((encoding) => `.${encoding}`)

export const catalogues = new Publication(
  { table: 'catalogue_snapshots', number: 'sequence', digests: 'files' },
  { type: catalogueType, days: limits.catalogueDays, tag: catalogueTag, folder: catalogueFolder, endings },
)

/** A signed pointer, with the state that it describes. */
export type PointerRow = IssueOf<'catalogue_snapshots'>

export const fileKey = (digest: string, encoding: Encoding, folder = catalogueFolder): string =>
  keyOf(folder, digest, `.${encoding}`)

/** The largest window that HTTP clients must support. Source: RFC 9659. */
const zstdWindowLog = 23
const brotliWindowLog = 24

/** Files that stay for days are packed harder than those that the next change replaces. */
const brotliQuality = { lasting: 9, passing: 5 } as const
export type Lifetime = keyof typeof brotliQuality

/** Compresses on libuv threads. `docs/decisions/0030` explains the levels. */
const packers = {
  br: (lifetime: Lifetime) =>
    createBrotliCompress({
      params: {
        [constants.BROTLI_PARAM_QUALITY]: brotliQuality[lifetime],
        [constants.BROTLI_PARAM_LGWIN]: brotliWindowLog,
      },
    }),
  zstd: () =>
    createZstdCompress({
      params: {
        [constants.ZSTD_c_compressionLevel]: 6,
        [constants.ZSTD_c_windowLog]: zstdWindowLog,
      },
    }),
}

/** Compresses a file in all encodings. */
export async function packFile(
  parts: readonly Buffer[],
  lifetime: Lifetime = 'passing',
): Promise<PackedFile> {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  const [br, zstd] = await Promise.all([packed(parts, packers.br(lifetime)), packed(parts, packers.zstd())])
  return {
    br: br.length,
    bytes: parts.reduce((sum, part) => sum + part.length, 0),
    digest: hash.digest('hex'),
    zstd: zstd.length,
    contents: { br, zstd },
  }
}

async function packed(parts: readonly Buffer[], packer: Transform): Promise<Buffer> {
  const chunks: Buffer[] = []
  await pipeline(Readable.from(parts), packer, async (source) => {
    for await (const chunk of source) chunks.push(chunk as Buffer)
  })
  return Buffer.concat(chunks)
}

/** Stores a file in all encodings. Skips those that exist already with the right length: names are digests. */
export async function storeFile(blobs: BlobStore, file: PackedFile, folder = catalogueFolder): Promise<void> {
  await Promise.all(
    encodings.map(async (encoding) => {
      if (await isThere(blobs, file, encoding, folder)) return
      await blobs.put(
        fileKey(file.digest, encoding, folder),
        file.contents[encoding],
        'application/octet-stream',
      )
    }),
  )
}

/** Lists keys of files that are missing or have the wrong length. */
export async function listMissing(
  blobs: BlobStore,
  files: readonly CatalogueFile[],
  folder = catalogueFolder,
): Promise<string[]> {
  const looks = files.flatMap((file) =>
    encodings.map(async (encoding) =>
      (await isThere(blobs, file, encoding, folder)) ? [] : [fileKey(file.digest, encoding, folder)],
    ),
  )
  return (await Promise.all(looks)).flat()
}

async function isThere(
  blobs: BlobStore,
  file: CatalogueFile,
  encoding: Encoding,
  folder = catalogueFolder,
): Promise<boolean> {
  return (await blobs.stat(fileKey(file.digest, encoding, folder)))?.size === file[encoding]
}

export async function deleteFile(blobs: BlobStore, digest: string, folder = catalogueFolder): Promise<void> {
  await Promise.all(encodings.map((encoding) => blobs.delete(fileKey(digest, encoding, folder))))
}

export const toWireFile = ({ br, bytes, digest, zstd }: PackedFile): CatalogueFile => ({
  br,
  bytes,
  digest,
  zstd,
})
