import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { BlobStore } from '../../ground/blobs/store.ts'

export const readingsFolder = 'readings/'

/** The archives of readings are apart from those of versions, so that nothing can serve one as the other. */
export function readingKey(digest: string): string {
  if (!/^[0-9a-f]{64}$/.test(digest)) throw new Error('A reading is stored under the digest of its archive.')
  return `${readingsFolder}${digest.slice(0, 2)}/${digest}.zip`
}

/** Larger archives are not stored, because they are too large to browse. */
const maxArchiveBytes = 48 * 1024 * 1024

export interface StoredArchive {
  digest: string
  bytes: number
}

/** Stores the archive at this path. Undefined: it is too large. */
export async function storeArchive(
  blobs: BlobStore,
  path: string,
  bytes: number,
): Promise<StoredArchive | undefined> {
  if (bytes > maxArchiveBytes) return undefined
  const content = await readFile(path)
  const digest = createHash('sha256').update(content).digest('hex')
  const key = readingKey(digest)
  if ((await blobs.stat(key))?.size !== content.length) await blobs.put(key, content, 'application/zip')
  return { digest, bytes: content.length }
}
