import { ArchiveRefusal, type ArchiveSource } from '@nodeyard/analysis/archive'
import { type Directory, findListedFile, openDirectory, readListedFile } from '@nodeyard/analysis/listing'
import { limits } from '@nodeyard/contract/limits'
import pLimit from 'p-limit'
import { BlobNotFound, type BlobStore } from '../blobs/store.ts'
import type { Picture } from './picture-source.ts'
import { pictureTypeOf } from './picture-type.ts'

type Blobs = Pick<BlobStore, 'stat' | 'read'>

/** Limits concurrent reads, because directories of archives can be large. */
const inTurn = pLimit(4)
/** Limits the cached directories for the same reason. */
const maxDirectories = 2

/** Caches the directories read last, by key. A page shows several pictures of one archive, which never changes. */
const cache = new WeakMap<Blobs, Map<string, Promise<Directory>>>()

/** Reads a picture from a stored archive. Checks its size and checksum, and detects its type from its bytes. */
export async function archivePicture(
  deps: { blobs: Blobs },
  key: string,
  path: string,
): Promise<Picture | undefined> {
  const bytes = await archiveFile(deps, key, path)
  const contentType = bytes && pictureTypeOf(bytes)
  return bytes && contentType ? { contentType, bytes } : undefined
}

/** Reads a file of a stored archive, up to the size of a picture. */
export async function archiveFile(
  { blobs }: { blobs: Blobs },
  key: string,
  path: string,
): Promise<Buffer | undefined> {
  try {
    return await inTurn(() => readFile(blobs, key, path))
  } catch (error) {
    if (error instanceof ArchiveRefusal || error instanceof BlobNotFound) return undefined
    throw error
  }
}

async function readFile(blobs: Blobs, key: string, path: string): Promise<Buffer | undefined> {
  const found = await blobs.stat(key)
  if (!found) return undefined
  const directory = await directoryOf(blobs, key, found.size)
  const file = findListedFile(directory, path)
  return file && Buffer.from(await readListedFile(directory, file, limits.pictureBytes))
}

function directoryOf(blobs: Blobs, key: string, size: number): Promise<Directory> {
  const directories = cache.get(blobs) ?? new Map<string, Promise<Directory>>()
  cache.set(blobs, directories)
  const directory = directories.get(key) ?? openDirectory(sourceOf(blobs, key, size))
  directories.delete(key)
  directories.set(key, directory)
  directory.catch(() => directories.delete(key))
  for (const oldest of [...directories.keys()].slice(0, -maxDirectories)) directories.delete(oldest)
  return directory
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
