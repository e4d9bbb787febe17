import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import {
  archiveKey,
  type BlobStore,
  DigestMismatch,
  type StagedBlob,
  whileThereIsRoom,
} from '../../ground/blobs/store.ts'

/**
 * Provides a staged upload as a local file for random access, and removes it after `work`. Throws
 * `DigestMismatch` when the store returns other bytes than it received.
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

/** Provides a stored archive as a local file. Throws when the store returns other bytes than it received. */
export async function withArchive<T>(
  blobs: BlobStore,
  digest: string,
  work: (path: string) => Promise<T>,
): Promise<T> {
  return withArchiveOnDemand(blobs, digest, async (archive) => work(await archive()))
}

/** Like {@link withArchive}, but copies the archive on the first use. */
export async function withArchiveOnDemand<T>(
  blobs: BlobStore,
  digest: string,
  work: (archive: () => Promise<string>) => Promise<T>,
): Promise<T> {
  let copying: Promise<LocalCopy> | undefined
  const archive = async () => {
    copying ??= makeCopy(blobs, archiveKey(digest))
    const copy = await copying
    if (copy.digest !== digest)
      throw new Error(`The stored archive was changed: its digest is ${copy.digest}.`)
    return copy.path
  }
  try {
    return await work(archive)
  } finally {
    await copying?.then(removeCopy, () => {})
  }
}

const prefix = 'nodeyard-archive-'

/**
 * Removes copies that dead processes of this machine left behind, including earlier ones with this process
 * id.
 */
export async function removeAbandonedCopies(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(prefix)) continue
    const pid = Number.parseInt(name.slice(prefix.length), 10)
    // Copies of another user cannot be removed.
    if (pid === process.pid || !isRunning(pid))
      await removeCopy({ folder: join(tmpdir(), name) }).catch(() => {})
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // The process can belong to another user.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

interface LocalCopy {
  folder: string
  path: string
  digest: string
}

async function lend<T>(
  blobs: BlobStore,
  key: string,
  work: (path: string, digest: string) => Promise<T>,
): Promise<T> {
  const copy = await makeCopy(blobs, key)
  try {
    return await work(copy.path, copy.digest)
  } finally {
    await removeCopy(copy)
  }
}

async function makeCopy(blobs: BlobStore, key: string): Promise<LocalCopy> {
  const folder = await whileThereIsRoom(mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`)))
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
    return { folder, path, digest: hash.digest('hex') }
  } catch (error) {
    await removeCopy({ folder })
    throw error
  }
}

const removeCopy = ({ folder }: Pick<LocalCopy, 'folder'>) => rm(folder, { recursive: true, force: true })
