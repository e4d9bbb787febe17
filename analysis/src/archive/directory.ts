import { equalBytes, Fields, includesBytes } from './bytes.ts'
import { type EndRecord, endSignature } from './end-record.ts'
import { readExtra, readZip64, repeatsName } from './extra.ts'
import type { ArchiveLimits } from './limits.ts'
import { assertSafeName, decodeName } from './names.ts'
import { ArchiveRefusal } from './refusal.ts'
import type { ArchiveSource } from './source.ts'

const signature = 0x02014b50
const headerBytes = 46
const full = 0xffffffff

export const flagBits = { encrypted: 0x2041, descriptor: 0x0008, level: 0x0006, utf8: 0x0800 } as const
const knownFlags = flagBits.encrypted | flagBits.descriptor | flagBits.level | flagBits.utf8

/** One record of the central directory, with its name checked and its numbers within the limits. */
export interface DirectoryRecord {
  path: string
  nameBytes: Uint8Array
  flags: number
  method: number
  crc32: number
  size: number
  packedSize: number
  headerOffset: number
}

/** Reads the whole central directory in the archive's own order. */
export async function readDirectory(
  source: ArchiveSource,
  end: EndRecord,
  limits: ArchiveLimits,
): Promise<DirectoryRecord[]> {
  const bytes = await directoryBytes(source, end, limits)
  const records: DirectoryRecord[] = []
  let at = 0
  while (records.length < end.entries) {
    const next = readRecord(bytes, at, limits)
    records.push(next.record)
    at = next.end
  }
  if (at !== bytes.byteLength)
    throw new ArchiveRefusal('directory_invalid', { detail: 'it holds more than it counts' })
  return records
}

export async function directoryBytes(
  source: ArchiveSource,
  end: EndRecord,
  limits: ArchiveLimits,
): Promise<Uint8Array> {
  // The count is checked before reading, so that a listing of millions of entries costs nothing.
  assertWithin('too_many_entries', limits.entries, end.entries)
  assertWithin('directory_too_large', limits.directoryBytes, end.directoryBytes)
  return (await source.read(end.directoryOffset, end.directoryBytes)).slice()
}

/** Finds the record of a file in a whole central directory. Checks no other, which takes a second for the largest. */
export function findRecord(
  bytes: Uint8Array,
  path: string,
  limits: ArchiveLimits,
): DirectoryRecord | undefined {
  const wanted = new TextEncoder().encode(path)
  const fields = new Fields(bytes)
  for (let at = 0; at + headerBytes <= bytes.byteLength && fields.u32(at) === signature; ) {
    const nameEnd = at + headerBytes + fields.u16(at + 28)
    if (equalBytes(bytes.subarray(at + headerBytes, nameEnd), wanted))
      return readRecord(bytes, at, limits).record
    at = nameEnd + fields.u16(at + 30) + fields.u16(at + 32)
  }
  return undefined
}

function assertWithin(code: 'too_many_entries' | 'directory_too_large', limit: number, actual: number): void {
  if (actual > limit) throw new ArchiveRefusal(code, { limit, actual })
}

function readRecord(
  bytes: Uint8Array,
  at: number,
  limits: ArchiveLimits,
): { record: DirectoryRecord; end: number } {
  if (at + headerBytes > bytes.byteLength)
    throw new ArchiveRefusal('directory_invalid', { detail: 'it ends too early' })
  const fields = new Fields(bytes.subarray(at))
  if (fields.u32(0) !== signature)
    throw new ArchiveRefusal('directory_invalid', { detail: 'a record is missing' })
  const nameEnd = headerBytes + fields.u16(28)
  const extraEnd = nameEnd + fields.u16(30)
  const commentEnd = extraEnd + fields.u16(32)
  if (at + commentEnd > bytes.byteLength)
    throw new ArchiveRefusal('directory_invalid', { detail: 'it ends too early' })
  const nameBytes = fields.bytes.subarray(headerBytes, nameEnd)
  const path = decodeName(nameBytes)
  assertSafeName(path, limits)
  assertQuiet(path, fields.bytes.subarray(nameEnd, commentEnd), commentEnd - extraEnd, limits)
  const record = {
    path,
    nameBytes,
    ...readNumbers(fields, path, fields.bytes.subarray(nameEnd, extraEnd), nameBytes),
  }
  assertKind(record, fields.u32(38))
  return { record, end: at + commentEnd }
}

/** Free-form parts must not look like an end record, which another reader could take for the real one. */
function assertQuiet(path: string, freeForm: Uint8Array, commentBytes: number, limits: ArchiveLimits): void {
  if (commentBytes > limits.entryCommentBytes) {
    throw new ArchiveRefusal('comment_too_long', {
      path,
      limit: limits.entryCommentBytes,
      actual: commentBytes,
    })
  }
  if (includesBytes(freeForm, endSignature)) throw new ArchiveRefusal('ambiguous_end', { path })
}

type Numbers = Omit<DirectoryRecord, 'path' | 'nameBytes'>

function readNumbers(fields: Fields, path: string, extraBytes: Uint8Array, nameBytes: Uint8Array): Numbers {
  const extra = readExtra(extraBytes)
  if (!extra) throw new ArchiveRefusal('directory_invalid', { path, detail: 'its extra fields are damaged' })
  if (!repeatsName(extra, nameBytes))
    throw new ArchiveRefusal('header_mismatch', { path, detail: 'a second name' })
  const plain = { packedSize: fields.u32(20), size: fields.u32(24), offset: fields.u32(42) }
  const large = readZip64(extra, {
    size: plain.size === full,
    packedSize: plain.packedSize === full,
    offset: plain.offset === full,
  })
  if (!large) throw new ArchiveRefusal('zip64_invalid', { path })
  const { size, packedSize, offset } = { ...plain, ...large }
  const flags = fields.u16(8)
  const method = fields.u16(10)
  assertReadable(path, flags, method, fields.u16(34))
  return { flags, method, crc32: fields.u32(16), size, packedSize, headerOffset: offset }
}

function assertReadable(path: string, flags: number, method: number, disk: number): void {
  if (disk !== 0) throw new ArchiveRefusal('multi_disk', { path })
  if (flags & flagBits.encrypted) throw new ArchiveRefusal('encrypted', { path })
  if (flags & ~knownFlags) throw new ArchiveRefusal('unsupported_feature', { path, detail: `flags ${flags}` })
  if (method !== 0 && method !== 8) throw new ArchiveRefusal('unknown_method', { path, actual: method })
}

/** The upper half of the attributes is a Unix mode, whichever system the record claims to come from. */
function assertKind(record: DirectoryRecord, attributes: number): void {
  const { path, size } = record
  const mode = attributes >>> 16
  const type = mode & 0o170000
  const isFolder = path.endsWith('/')
  if (type === 0o120000) throw new ArchiveRefusal('symbolic_link', { path })
  if (type !== 0 && type !== (isFolder ? 0o040000 : 0o100000)) {
    throw new ArchiveRefusal('special_file', { path, detail: `mode ${mode.toString(8)}` })
  }
  if (!isFolder && mode & 0o6000) throw new ArchiveRefusal('special_mode', { path })
  if (isFolder && size > 0) throw new ArchiveRefusal('folder_with_data', { path, actual: size })
}
