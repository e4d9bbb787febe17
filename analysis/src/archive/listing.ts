import { Fields } from './bytes.ts'
import { unpack } from './contents.ts'
import { type DirectoryRecord, directoryBytes, findRecord, readDirectory } from './directory.ts'
import { readEndRecord } from './end-record.ts'
import { type ArchiveLimits, archiveLimits } from './limits.ts'
import { ArchiveRefusal } from './refusal.ts'
import { type ArchiveSource, windowedSource } from './source.ts'

/** One file of an archive, as the central directory describes it. */
export interface ListedFile {
  path: string
  size: number
  packedSize: number
  crc32: number
  method: 'stored' | 'deflate'
  headerOffset: number
}

export interface Listing {
  source: ArchiveSource
  /** Sorted by path, without folders. */
  files: readonly ListedFile[]
}

/**
 * Lists an archive that `openArchive` accepted before, such as a stored one: it reads only the end, however
 * large the archive is. For archives of unknown origin use `openArchive`, because their own description
 * cannot be trusted.
 */
export async function openListing(
  source: ArchiveSource,
  limits: ArchiveLimits = archiveLimits,
): Promise<Listing> {
  const windowed = windowedSource(source)
  const end = await readEndRecord(windowed, limits)
  const records = await readDirectory(windowed, end, limits)
  const files = records.filter(({ path }) => !path.endsWith('/')).map(toFile)
  return { source, files: files.sort((a, b) => (a.path < b.path ? -1 : 1)) }
}

/** An archive whose files are looked up one by one. */
export interface Directory {
  source: ArchiveSource
  bytes: Uint8Array
}

/** Like {@link openListing}, for a caller that needs few files and little time. */
export async function openDirectory(source: ArchiveSource): Promise<Directory> {
  const windowed = windowedSource(source)
  const end = await readEndRecord(windowed, archiveLimits)
  return { source, bytes: await directoryBytes(windowed, end, archiveLimits) }
}

export function findListedFile({ bytes }: Directory, path: string): ListedFile | undefined {
  const record = path.endsWith('/') ? undefined : findRecord(bytes, path, archiveLimits)
  return record && toFile(record)
}

/** Reads one file and checks its size and checksum. Refuses files over `maxBytes` with `file_too_large`. */
export async function readListedFile(
  listing: Pick<Listing, 'source'>,
  file: ListedFile,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const { path, size } = file
  if (size > maxBytes) throw new ArchiveRefusal('file_too_large', { path, limit: maxBytes, actual: size })
  // A separate window lets files be read concurrently.
  const source = windowedSource(listing.source)
  const dataOffset = await dataOffsetOf(source, file)
  const bytes = new Uint8Array(size)
  let at = 0
  for await (const piece of unpack(source, { ...file, dataOffset })) {
    bytes.set(piece, at)
    at += piece.byteLength
  }
  return bytes
}

const localSignature = 0x04034b50
const localHeaderBytes = 30

async function dataOffsetOf(source: ArchiveSource, { path, headerOffset }: ListedFile): Promise<number> {
  const header = new Fields(await source.read(headerOffset, localHeaderBytes))
  if (header.u32(0) !== localSignature) throw new ArchiveRefusal('header_invalid', { path })
  return headerOffset + localHeaderBytes + header.u16(26) + header.u16(28)
}

function toFile({ path, size, packedSize, crc32, method, headerOffset }: DirectoryRecord): ListedFile {
  return { path, size, packedSize, crc32, method: method === 0 ? 'stored' : 'deflate', headerOffset }
}
