import { constants, type Dirent } from 'node:fs'
import {
  access,
  copyFile,
  type FileHandle,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  realpath,
  rename,
  statfs,
  unlink,
} from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { digestOf, measure } from './measure.ts'
import {
  archiveKey,
  assertBlobFolder,
  assertBlobKey,
  assertRange,
  assertStagingKey,
  type BlobEntry,
  BlobNotFound,
  type BlobStore,
  type ByteRange,
  DigestMismatch,
  isBlobKey,
  newStagingKey,
  RangeNotSatisfiable,
  type StagedBlob,
  type StageOptions,
  whileThereIsRoom,
} from './store.ts'

/**
 * Stores blobs as files below one root folder, which several processes can share. A file gets its final name
 * only after its bytes are on the disk, and a call resolves only after the name is too. Links below the root
 * are never followed; the root itself can be one.
 */
export function diskStore({ root }: { root: string }): BlobStore {
  const store: BlobStore = {
    async stage(source, options) {
      return whileThereIsRoom(openRoot(root).then((base) => writeStaged(base, source, options)))
    },

    async keep(stagingKey, sha256) {
      assertStagingKey(stagingKey)
      return whileThereIsRoom(keep(store, await openRoot(root), stagingKey, sha256))
    },

    async discard(stagingKey) {
      assertStagingKey(stagingKey)
      await remove(await openRoot(root), stagingKey)
    },

    async stat(key) {
      assertBlobKey(key)
      const size = await sizeOf(await openRoot(root), key)
      return size === undefined ? undefined : { size }
    },

    async read(key, range) {
      assertBlobKey(key)
      if (range) assertRange(range)
      return openForReading(await openRoot(root), key, range)
    },

    async put(key, bytes, _contentType) {
      assertBlobKey(key)
      const base = await openRoot(root)
      const once = async function* () {
        yield bytes
      }
      const { stagingKey } = await whileThereIsRoom(writeStaged(base, once(), { maxBytes: bytes.byteLength }))
      await whileThereIsRoom(move(base, stagingKey, key))
      await syncFolders(base, key)
    },

    async *list(folder) {
      assertBlobFolder(folder)
      yield* walk(await openRoot(root), folder)
    },

    async delete(key) {
      assertBlobKey(key)
      await remove(await openRoot(root), key)
    },

    async check() {
      const folder = await openRoot(root)
      await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
      const { bavail, bsize } = await statfs(folder)
      if (bavail * bsize < minFreeBytes)
        throw Object.assign(new Error('The disk is full.'), { code: 'ENOSPC' })
    },
  }
  return store
}

/** With less, neither uploads nor the embedded database can write. */
const minFreeBytes = 16 * 1024 * 1024

/** Resolves the root's real path, which detects links below it. */
async function openRoot(root: string): Promise<string> {
  await mkdir(root, { recursive: true })
  return realpath(root)
}

async function keep(store: BlobStore, base: string, stagingKey: string, sha256: string): Promise<string> {
  const key = archiveKey(sha256)
  const staged = await sizeOf(base, stagingKey)
  const kept = await sizeOf(base, key) // checked last, because a concurrent call can have kept and discarded the upload just now
  if (staged === undefined && kept === undefined) throw new BlobNotFound(stagingKey)
  if (staged !== undefined && staged !== kept) {
    if (kept !== undefined) await assertDigest(store, stagingKey, sha256)
    await copyUnlessCopied(base, stagingKey, key)
  }
  await syncFolders(base, key) // another process that copied it may not have synced yet
  return key
}

async function writeStaged(
  base: string,
  source: AsyncIterable<Uint8Array>,
  options: StageOptions,
): Promise<StagedBlob> {
  const stagingKey = newStagingKey()
  const { bytes, result } = measure(source, options)
  const path = await pathForWriting(base, stagingKey)
  const file = await open(
    path,
    constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW,
  )
  try {
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await syncFolders(base, stagingKey)
  } catch (error) {
    await remove(base, stagingKey)
    throw error
  }
  return { stagingKey, ...result() }
}

async function move(base: string, from: string, to: string): Promise<void> {
  const target = await pathForWriting(base, to)
  await rename(await pathOf(base, from), target)
}

/**
 * Copies through a temporary name, so that no reader sees an incomplete file. The slower of two calls can
 * find it copied and the source discarded.
 */
async function copyUnlessCopied(base: string, from: string, to: string): Promise<void> {
  const between = newStagingKey()
  try {
    await linkOrCopy(await pathOf(base, from), await pathForWriting(base, between))
    await move(base, between, to)
  } catch (error) {
    if (!isAbsent(error) || (await sizeOf(base, to)) === undefined) throw error
  } finally {
    // A rename between two names of one file keeps both.
    await remove(base, between)
  }
}

/** Creates a second name for the same bytes, or copies them when the file system has no links. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    if (!ofNoLinks.has((error as NodeJS.ErrnoException).code ?? '')) throw error
    await copyFile(from, to, constants.COPYFILE_EXCL)
    await sync(to, constants.O_RDWR)
  }
}

const ofNoLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

/** A file of another size has the digest's name. Only bytes with the right digest can replace it. */
async function assertDigest(store: BlobStore, stagingKey: string, sha256: string): Promise<void> {
  const found = await digestOf(await store.read(stagingKey))
  if (found !== sha256) throw new DigestMismatch(stagingKey, sha256)
}

async function openForReading(base: string, key: string, range: ByteRange | undefined): Promise<Readable> {
  const file = await openRegular(base, key)
  try {
    const { size } = await file.stat()
    if (range && range.start >= size) throw new RangeNotSatisfiable(size)
    return file.createReadStream(range ? { start: range.start, end: range.end } : {})
  } catch (error) {
    await file.close()
    throw error
  }
}

async function openRegular(base: string, key: string): Promise<FileHandle> {
  if ((await sizeOf(base, key)) === undefined) throw new BlobNotFound(key)
  try {
    return await open(await pathOf(base, key), constants.O_RDONLY | constants.O_NOFOLLOW)
  } catch (error) {
    throw isAbsent(error) ? new BlobNotFound(key) : error
  }
}

async function* walk(base: string, folder: string): AsyncGenerator<BlobEntry> {
  for (const entry of await entriesOf(base, folder)) {
    const key = `${folder}${entry.name}`
    if (entry.isDirectory()) yield* walk(base, `${key}/`)
    else if (entry.isFile() && isBlobKey(key)) {
      const found = await lstat(join(base, key)).catch(absentAsUndefined)
      if (found) yield { key, size: found.size, modifiedAt: found.mtime }
    }
  }
}

async function entriesOf(base: string, folder: string): Promise<Dirent[]> {
  const path = join(base, folder)
  await assertNoLinks(base, resolve(path))
  return (await readdir(path, { withFileTypes: true }).catch(absentAsUndefined)) ?? []
}

async function sizeOf(base: string, key: string): Promise<number | undefined> {
  const found = await lstat(await pathOf(base, key)).catch(absentAsUndefined)
  return found?.isFile() ? found.size : undefined
}

async function remove(base: string, key: string): Promise<void> {
  await unlink(await pathOf(base, key)).catch(absentAsUndefined)
}

async function pathForWriting(base: string, key: string): Promise<string> {
  const path = await pathOf(base, key)
  await mkdir(dirname(path), { recursive: true })
  return path
}

async function pathOf(base: string, key: string): Promise<string> {
  const path = join(base, key)
  await assertNoLinks(base, dirname(path))
  return path
}

/**
 * Checks a folder and its existing parents. Anyone who can add a link afterwards can write to the store
 * anyway.
 */
async function assertNoLinks(base: string, folder: string): Promise<void> {
  if (folder.length <= base.length) return
  const real = await realpath(folder).catch(absentAsUndefined)
  if (real === undefined) return assertNoLinks(base, dirname(folder))
  if (real !== folder) throw new Error(`The blob store follows no links: ${folder}`)
}

/**
 * A new name survives a power failure only once its folder, and each folder created for it, is on the disk.
 */
async function syncFolders(base: string, key: string): Promise<void> {
  let folder = dirname(join(base, key))
  while (folder.length >= base.length) {
    await sync(folder, constants.O_RDONLY | constants.O_DIRECTORY)
    folder = dirname(folder)
  }
}

async function sync(path: string, flags: number): Promise<void> {
  const file = await open(path, flags)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

function absentAsUndefined(error: unknown): undefined {
  if (!isAbsent(error)) throw error
}

function isAbsent(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP'
}
