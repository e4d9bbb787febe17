import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { BlobStore } from '../blobs/store.ts'

/** Lends a blob as a file of this machine, for readers that jump about in it. Gone when `work` is done. */
export async function withLocalCopy<T>(
  blobs: BlobStore,
  key: string,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'nodeyard-archive-'))
  try {
    const path = join(folder, 'node.zip')
    await pipeline(await blobs.read(key), createWriteStream(path, { mode: 0o600 }))
    return await work(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
