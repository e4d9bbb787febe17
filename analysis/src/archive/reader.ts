import { type StoredContent, unpack } from './contents.ts'
import { type DirectoryRecord, readDirectory } from './directory.ts'
import { readEndRecord } from './end-record.ts'
import { checkLayout } from './layout.ts'
import { type ArchiveLimits, archiveLimits } from './limits.ts'
import { assertNoClashes } from './names.ts'
import { ArchiveRefusal } from './refusal.ts'
import { type ArchiveSource, windowedSource } from './source.ts'

interface ArchiveEntry extends StoredContent {
  /** A folder's path ends in `/`; it has no content. */
  isFolder: boolean
}

/** An archive with a valid structure. Its contents are not verified yet. */
export interface Archive {
  source: ArchiveSource
  limits: ArchiveLimits
  /** In the archive's own order. */
  entries: readonly ArchiveEntry[]
  sizeBytes: number
  unpackedBytes: number
  fileCount: number
  comment: string
}

/**
 * Reads and checks the structure without inflating anything. Throws an `ArchiveRefusal` that names the fault.
 */
export async function openArchive(
  source: ArchiveSource,
  limits: ArchiveLimits = archiveLimits,
): Promise<Archive> {
  if (source.size > limits.compressedBytes) {
    throw new ArchiveRefusal('too_large', { limit: limits.compressedBytes, actual: source.size })
  }
  const windowed = windowedSource(source)
  const end = await readEndRecord(windowed, limits)
  const records = await readDirectory(windowed, end, limits)
  assertSizes(records, limits)
  assertNoClashes(records.map((record) => record.path))
  const dataOffsets = await checkLayout(windowed, records, end.directoryOffset)
  const entries = records.map((record) => toEntry(record, dataOffsets.get(record) ?? 0))
  return {
    source: windowed,
    limits,
    entries,
    sizeBytes: source.size,
    unpackedBytes: totalSize(entries),
    fileCount: entries.filter((entry) => !entry.isFolder).length,
    comment: new TextDecoder().decode(end.comment),
  }
}

/** Opens the archive of a pack that is published. It has at least one file. */
export async function openPackArchive(source: ArchiveSource): Promise<Archive> {
  const archive = await openArchive(source)
  if (archive.fileCount === 0) throw new ArchiveRefusal('no_files')
  return archive
}

interface VerifiedContents {
  files: number
  unpackedBytes: number
}

/**
 * Unpacks every entry without storing it and checks its size and checksum against the directory. Throws at
 * the first mismatch.
 */
export async function verifyContents(archive: Archive): Promise<VerifiedContents> {
  let unpackedBytes = 0
  for (const entry of archive.entries.toSorted((a, b) => a.dataOffset - b.dataOffset)) {
    for await (const piece of unpack(archive.source, entry)) unpackedBytes += piece.byteLength
  }
  return { files: archive.fileCount, unpackedBytes }
}

/** Reads and verifies one file. Refuses files over `maxBytes` with `file_too_large`, before reading. */
export async function readFile(archive: Archive, entry: ArchiveEntry, maxBytes: number): Promise<Uint8Array> {
  if (entry.size > maxBytes) {
    throw new ArchiveRefusal('file_too_large', { path: entry.path, limit: maxBytes, actual: entry.size })
  }
  const bytes = new Uint8Array(entry.size)
  let at = 0
  for await (const piece of unpack(archive.source, entry)) {
    bytes.set(piece, at)
    at += piece.byteLength
  }
  return bytes
}

/** Reads up to `length` first bytes of a file, enough to recognize its type. Does not check the checksum. */
export async function readStart(archive: Archive, entry: ArchiveEntry, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(Math.min(length, entry.size))
  let at = 0
  for await (const piece of unpack(archive.source, entry)) {
    bytes.set(piece.subarray(0, bytes.byteLength - at), at)
    at += Math.min(piece.byteLength, bytes.byteLength - at)
    if (at === bytes.byteLength) break
  }
  return bytes
}

function assertSizes(records: readonly DirectoryRecord[], limits: ArchiveLimits): void {
  for (const record of records) assertFileRatio(record, limits)
  const unpacked = totalSize(records)
  if (unpacked > limits.unpackedBytes) {
    throw new ArchiveRefusal('unpacked_too_large', { limit: limits.unpackedBytes, actual: unpacked })
  }
  const packed = records.reduce((sum, record) => sum + record.packedSize, 0)
  const ratio = unpacked / Math.max(packed, 1)
  if (unpacked > limits.totalRatioFromBytes && ratio > limits.totalRatio) {
    throw new ArchiveRefusal('ratio_too_high', { limit: limits.totalRatio, actual: Math.round(ratio) })
  }
}

function assertFileRatio({ path, size, packedSize, method }: DirectoryRecord, limits: ArchiveLimits): void {
  if (method === 0 && size !== packedSize)
    throw new ArchiveRefusal('size_mismatch', { path, limit: packedSize, actual: size })
  const ratio = size / Math.max(packedSize, 1)
  if (size > limits.fileRatioFromBytes && ratio > limits.fileRatio) {
    throw new ArchiveRefusal('ratio_too_high', { path, limit: limits.fileRatio, actual: Math.round(ratio) })
  }
}

function totalSize(items: readonly { size: number }[]): number {
  return items.reduce((sum, item) => sum + item.size, 0)
}

function toEntry(record: DirectoryRecord, dataOffset: number): ArchiveEntry {
  const { path, size, packedSize, crc32 } = record
  const method = record.method === 0 ? 'stored' : 'deflate'
  return { path, method, size, packedSize, crc32, dataOffset, isFolder: path.endsWith('/') }
}
