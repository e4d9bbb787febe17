import { type Listing, openListing, readListedFile } from '@nodeyard/analysis/archive/listing'
import { ArchiveRefusal } from '@nodeyard/analysis/archive/refusal'
import type { ArchiveSource } from '@nodeyard/analysis/archive/source'
import { limits } from '@nodeyard/contract/limits'
import pLimit from 'p-limit'
import { BlobNotFound, type BlobStore } from '../../ground/blobs/store.ts'
import { pictureTypeOf } from '../../ground/markdown/picture-type.ts'
import type { Picture } from './picture-source.ts'

type Blobs = Pick<BlobStore, 'stat' | 'read'>

/** Tables of contents can be large: so many are read at once, and so many are kept in memory. */
const inTurn = pLimit(4)
const mostKept = 2

/** Those read last, by key. The pictures of a page come out of one archive, which never changes. */
const kept = new WeakMap<Blobs, Map<string, Promise<Listing>>>()

/** A picture of a stored archive: its size and its checksum are compared, and its bytes say what it is. */
export async function archivePicture(
  { blobs }: { blobs: Blobs },
  key: string,
  path: string,
): Promise<Picture | undefined> {
  try {
    return await inTurn(() => readPicture(blobs, key, path))
  } catch (error) {
    if (error instanceof ArchiveRefusal || error instanceof BlobNotFound) return undefined
    throw error
  }
}

async function readPicture(blobs: Blobs, key: string, path: string): Promise<Picture | undefined> {
  const found = await blobs.stat(key)
  if (!found) return undefined
  const listing = await listingOf(blobs, key, found.size)
  const file = listing.files.find((one) => one.path === path)
  if (!file) return undefined
  const bytes = Buffer.from(await readListedFile(listing, file, limits.pictureBytes))
  const contentType = pictureTypeOf(bytes)
  return contentType ? { contentType, bytes } : undefined
}

function listingOf(blobs: Blobs, key: string, size: number): Promise<Listing> {
  const listings = kept.get(blobs) ?? new Map<string, Promise<Listing>>()
  kept.set(blobs, listings)
  const listing = listings.get(key) ?? openListing(sourceOf(blobs, key, size))
  listings.delete(key)
  listings.set(key, listing)
  listing.catch(() => listings.delete(key))
  for (const oldest of [...listings.keys()].slice(0, -mostKept)) listings.delete(oldest)
  return listing
}

function sourceOf(blobs: Blobs, key: string, size: number): ArchiveSource {
  return {
    size,
    async read(offset, length) {
      if (length === 0) return new Uint8Array()
      const stream = await blobs.read(key, { start: offset, end: offset + length - 1 })
      return Buffer.concat(await stream.toArray())
    },
  }
}
