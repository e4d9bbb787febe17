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
 * Blobs as files below one root folder, which several processes may share. A file gets its final name only
 * after its bytes are on the disk, and a call resolves only after the name is too. No link below the root is
 * ever followed; the root itself may be one.
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
      await access(await openRoot(root), constants.R_OK | constants.W_OK | constants.X_OK)
    },
  }
  return store
}

/** The root's real path: what lies below it is compared with this to find links. */
async function openRoot(root: string): Promise<string> {
  await mkdir(root, { recursive: true })
  return realpath(root)
}

async function keep(store: BlobStore, base: string, stagingKey: string, sha256: string): Promise<string> {
  const key = archiveKey(sha256)
  const staged = await sizeOf(base, stagingKey)
  const kept = await sizeOf(base, key) // after it: an upload that was kept and discarded just now is there
  if (staged === undefined && kept === undefined) throw new BlobNotFound(stagingKey)
  if (staged !== undefined && staged !== kept) {
    if (kept !== undefined) await assertDigest(store, stagingKey, sha256)
    await copyUnlessCopied(base, stagingKey, key)
  }
  await syncFolders(base, key) // the other process that has copied it may not be that far
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

/** By way of a name of its own, so that nobody reads half of it. Of two calls the slower one may find it copied, and discarded. */
async function copyUnlessCopied(base: string, from: string, to: string): Promise<void> {
  const between = newStagingKey()
  try {
    await linkOrCopy(await pathOf(base, from), await pathForWriting(base, between))
    await move(base, between, to)
  } catch (error) {
    if (!isAbsent(error) || (await sizeOf(base, to)) === undefined) throw error
  } finally {
    // Of two names for one file, a rename leaves both.
    await remove(base, between)
  }
}

/** A second name for the same bytes; where the file system gives none, the bytes again. */
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

/** A file of another size lies at the digest's place: only bytes that prove themselves may take it. */
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

/** Of a folder and what is there of the way to it. Who can swap a link in afterwards can write the store anyway. */
async function assertNoLinks(base: string, folder: string): Promise<void> {
  if (folder.length <= base.length) return
  const real = await realpath(folder).catch(absentAsUndefined)
  if (real === undefined) return assertNoLinks(base, dirname(folder))
  if (real !== folder) throw new Error(`The blob store follows no links: ${folder}`)
}

/** A new name survives a power cut only once its folder, and each folder made for it, is on the disk. */
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
