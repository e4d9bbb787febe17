import { Fields } from './bytes.ts'
import type { ArchiveLimits } from './limits.ts'
import { ArchiveRefusal } from './refusal.ts'
import type { ArchiveSource } from './source.ts'

const zip64LocatorSignature = 0x07064b50
const zip64RecordSignature = 0x06064b50
const localSignature = 0x04034b50
const recordBytes = 22
const locatorBytes = 20
const zip64RecordBytes = 56
const longestComment = 0xffff

export interface EndRecord {
  entries: number
  directoryOffset: number
  directoryBytes: number
  comment: Uint8Array
}

export const endSignature = [0x50, 0x4b, 0x05, 0x06] as const

/** Finds the only end record and checks that it and its zip64 records end the file without a gap. */
export async function readEndRecord(source: ArchiveSource, limits: ArchiveLimits): Promise<EndRecord> {
  if (source.size < recordBytes) throw new ArchiveRefusal('not_a_zip')
  const tailStart = Math.max(0, source.size - recordBytes - longestComment - locatorBytes - zip64RecordBytes)
  const tail = new Fields((await source.read(tailStart, source.size - tailStart)).slice())
  const at = findSignature(tail)
  if (at === undefined) throw new ArchiveRefusal((await startsLikeZip(source)) ? 'truncated' : 'not_a_zip')
  const comment = readComment(tail, at, limits)
  const plain = readPlain(tail, at)
  const end = readZip64(tail, at, tailStart, plain) ?? { ...plain, endsAt: tailStart + at }
  assertTiles(end, tail, tailStart)
  return { ...end, comment }
}

/**
 * Finds the last signature: an earlier record that claims the following bytes as its comment would be inside
 * data.
 */
function findSignature({ bytes }: Fields): number | undefined {
  for (let at = bytes.byteLength - recordBytes; at >= 0; at--) {
    if (endSignature.every((byte, i) => bytes[at + i] === byte)) return at
  }
  return undefined
}

async function startsLikeZip(source: ArchiveSource): Promise<boolean> {
  return new Fields((await source.read(0, 4)).slice()).u32(0) === localSignature
}

function readComment(tail: Fields, at: number, limits: ArchiveLimits): Uint8Array {
  const length = tail.u16(at + 20)
  const end = at + recordBytes + length
  if (end > tail.bytes.byteLength) throw new ArchiveRefusal('truncated')
  if (end < tail.bytes.byteLength) {
    throw new ArchiveRefusal('trailing_data', { actual: tail.bytes.byteLength - end })
  }
  if (length > limits.archiveCommentBytes) {
    throw new ArchiveRefusal('comment_too_long', { limit: limits.archiveCommentBytes, actual: length })
  }
  return tail.bytes.slice(at + recordBytes, end)
}

interface Plain {
  entries: number
  directoryBytes: number
  directoryOffset: number
}

function readPlain(tail: Fields, at: number): Plain {
  const diskEntries = tail.u16(at + 8)
  const entries = tail.u16(at + 10)
  if (tail.u16(at + 4) !== 0 || tail.u16(at + 6) !== 0 || diskEntries !== entries) {
    throw new ArchiveRefusal('multi_disk')
  }
  return { entries, directoryBytes: tail.u32(at + 12), directoryOffset: tail.u32(at + 16) }
}

interface Located extends Plain {
  /** Where the central directory must end. */
  endsAt: number
}

/** Returns undefined for an archive without zip64 records, as nearly all are. */
function readZip64(tail: Fields, at: number, tailStart: number, plain: Plain): Located | undefined {
  const locator = at - locatorBytes
  if (locator < 0 || tail.u32(locator) !== zip64LocatorSignature) {
    if (isFull(plain)) throw new ArchiveRefusal('zip64_invalid', { detail: 'the locator is missing' })
    return undefined
  }
  const record = locator - zip64RecordBytes
  if (
    record < 0 ||
    tail.u64(locator + 8) !== tailStart + record ||
    tail.u32(record) !== zip64RecordSignature
  ) {
    throw new ArchiveRefusal('zip64_invalid', { detail: 'the end record is not where the locator says' })
  }
  if (tail.u64(record + 4) !== zip64RecordBytes - 12) {
    throw new ArchiveRefusal('zip64_invalid', { detail: 'the end record has an unexpected length' })
  }
  assertOneDisk(tail, locator, record)
  const large = {
    entries: tail.u64(record + 32),
    directoryBytes: tail.u64(record + 40),
    directoryOffset: tail.u64(record + 48),
  }
  assertAgree(plain, large)
  return { ...large, endsAt: tailStart + record }
}

function isFull({ entries, directoryBytes, directoryOffset }: Plain): boolean {
  // A directory of exactly 65,535 entries is legal without zip64, so the count alone proves nothing.
  return (directoryBytes === 0xffffffff || directoryOffset === 0xffffffff) && entries > 0
}

function assertOneDisk(tail: Fields, locator: number, record: number): void {
  const disks = [tail.u32(locator + 4), tail.u32(record + 16), tail.u32(record + 20)]
  if (
    disks.some((disk) => disk !== 0) ||
    tail.u32(locator + 16) > 1 ||
    tail.u64(record + 24) !== tail.u64(record + 32)
  ) {
    throw new ArchiveRefusal('multi_disk')
  }
}

function assertAgree(plain: Plain, large: Plain): void {
  const agree =
    (plain.entries === 0xffff || plain.entries === large.entries) &&
    (plain.directoryBytes === 0xffffffff || plain.directoryBytes === large.directoryBytes) &&
    (plain.directoryOffset === 0xffffffff || plain.directoryOffset === large.directoryOffset)
  if (!agree) throw new ArchiveRefusal('zip64_invalid', { detail: 'the two end records disagree' })
}

function assertTiles(end: Located, tail: Fields, tailStart: number): void {
  const gap = end.endsAt - end.directoryBytes - end.directoryOffset
  if (gap === 0) return
  if (gap < 0 || Number.isNaN(gap))
    throw new ArchiveRefusal('directory_invalid', { detail: 'it reaches beyond its end' })
  const at = end.directoryOffset - tailStart
  const inPlace = at >= 0 && at + 4 <= tail.bytes.byteLength && tail.u32(at) === 0x02014b50
  throw new ArchiveRefusal(inPlace ? 'hidden_data' : 'leading_data', { actual: gap })
}
