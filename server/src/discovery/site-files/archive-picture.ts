import { openListing, readListedFile } from '@nodeyard/analysis/archive/listing'
import { ArchiveRefusal } from '@nodeyard/analysis/archive/refusal'
import type { ArchiveSource } from '@nodeyard/analysis/archive/source'
import { limits } from '@nodeyard/contract/limits'
import pLimit from 'p-limit'
import { archiveKey, BlobNotFound, type BlobStore } from '../../ground/blobs/store.ts'
import { pictureTypeOf } from '../../ground/markdown/picture-type.ts'
import type { Deps } from './deps.ts'
import type { Picture } from './picture-source.ts'

/** Tables of contents can be large: so many are read at once. */
const inTurn = pLimit(4)

/** A picture of a stored archive: its size and its checksum are compared, and its bytes say what it is. */
export async function archivePicture(
  { blobs }: Pick<Deps, 'blobs'>,
  digest: string,
  path: string,
): Promise<Picture | undefined> {
  try {
    return await inTurn(() => readPicture(blobs, archiveKey(digest), path))
  } catch (error) {
    if (error instanceof ArchiveRefusal || error instanceof BlobNotFound) return undefined
    throw error
  }
}

async function readPicture(blobs: BlobStore, key: string, path: string): Promise<Picture | undefined> {
  const found = await blobs.stat(key)
  if (!found) return undefined
  const listing = await openListing(sourceOf(blobs, key, found.size))
  const file = listing.files.find((one) => one.path === path)
  if (!file) return undefined
  const bytes = Buffer.from(await readListedFile(listing, file, limits.pictureBytes))
  const contentType = pictureTypeOf(bytes)
  return contentType ? { contentType, bytes } : undefined
}

function sourceOf(blobs: BlobStore, key: string, size: number): ArchiveSource {
  return {
    size,
    async read(offset, length) {
      if (length === 0) return new Uint8Array()
      const stream = await blobs.read(key, { start: offset, end: offset + length - 1 })
      return Buffer.concat(await stream.toArray())
    },
  }
}
