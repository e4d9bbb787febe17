import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import {
  archiveKey,
  type BlobStore,
  DigestMismatch,
  type StagedBlob,
  whileThereIsRoom,
} from '../blobs/store.ts'

/**
 * Lends a staged upload as a file of this machine, for readers that jump about in it. Gone when `work` is done. Throws
 * `DigestMismatch` when the store gives back other bytes than those that came in.
 */
export async function withLocalCopy<T>(
  blobs: BlobStore,
  { stagingKey, sha256 }: Pick<StagedBlob, 'stagingKey' | 'sha256'>,
  work: (path: string) => Promise<T>,
): Promise<T> {
  return lend(blobs, stagingKey, async (path, found) => {
    if (found !== sha256) throw new DigestMismatch(stagingKey, sha256)
    return work(path)
  })
}

/** The same for an archive. Throws when the store gives back other bytes than those that came in. */
export async function withArchive<T>(
  blobs: BlobStore,
  digest: string,
  work: (path: string) => Promise<T>,
): Promise<T> {
  return lend(blobs, archiveKey(digest), async (path, found) => {
    if (found !== digest) throw new Error(`The stored archive was changed: its digest is ${found}.`)
    return work(path)
  })
}

async function lend<T>(
  blobs: BlobStore,
  key: string,
  work: (path: string, digest: string) => Promise<T>,
): Promise<T> {
  const folder = await whileThereIsRoom(mkdtemp(join(tmpdir(), 'nodeyard-archive-')))
  try {
    const path = join(folder, 'node.zip')
    const hash = createHash('sha256')
    const copying = pipeline(
      await blobs.read(key),
      async function* (chunks: AsyncIterable<Uint8Array>) {
        for await (const chunk of chunks) {
          hash.update(chunk)
          yield chunk
        }
      },
      createWriteStream(path, { mode: 0o600 }),
    )
    await whileThereIsRoom(copying)
    return await work(path, hash.digest('hex'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
