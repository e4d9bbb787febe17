import { Fields } from './bytes.ts'
import { unpack } from './contents.ts'
import { type DirectoryRecord, readDirectory } from './directory.ts'
import { readEndRecord } from './end-record.ts'
import { type ArchiveLimits, archiveLimits } from './limits.ts'
import { ArchiveRefusal } from './refusal.ts'
import { type ArchiveSource, windowedSource } from './source.ts'

/** One file of an archive, as its table of contents announces it. */
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
  /** By path, folders left out. */
  files: readonly ListedFile[]
}

/**
 * Lists an archive that `openArchive` has accepted before, such as a stored one: only its end is read, however large
 * it is. What an archive of unknown origin says about itself is not to be believed; open that one with `openArchive`.
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

/** The bytes of one file, checked against size and checksum. Refuses with `file_too_large` what is over `maxBytes`. */
export async function readListedFile(
  listing: Listing,
  file: ListedFile,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const { path, size } = file
  if (size > maxBytes) throw new ArchiveRefusal('file_too_large', { path, limit: maxBytes, actual: size })
  // A window of its own, so that files can be read side by side.
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
