import { createHash } from 'node:crypto'
import { BlobNotFound, type BlobStore } from '../blobs/store.ts'
import type { Picture } from './picture-source.ts'

export const picturesFolder = 'pictures/'
const contentType = 'image/webp'

/** The pictures that this registry encoded, by the SHA-256 of their bytes. */
export function pictureKey(digest: string): string {
  if (!/^[0-9a-f]{64}$/.test(digest)) throw new Error('A picture is stored under the digest of its bytes.')
  return `${picturesFolder}${digest.slice(0, 2)}/${digest}.webp`
}

/**
 * Stores an encoded picture and returns its digest.
 * @param lock Keeps an unused picture with this digest from being removed until it is referenced.
 */
export async function storePicture(
  blobs: Pick<BlobStore, 'put'>,
  bytes: Buffer,
  lock: (digest: string) => Promise<void>,
): Promise<string> {
  const digest = createHash('sha256').update(bytes).digest('hex')
  await lock(digest)
  await blobs.put(pictureKey(digest), bytes, contentType)
  return digest
}

export async function storedPicture(
  { blobs }: { blobs: Pick<BlobStore, 'read'> },
  digest: string,
): Promise<Picture | undefined> {
  try {
    const stream = await blobs.read(pictureKey(digest))
    return { contentType, bytes: Buffer.concat(await stream.toArray()) }
  } catch (error) {
    if (error instanceof BlobNotFound) return undefined
    throw error
  }
}
