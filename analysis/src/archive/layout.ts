import { equalBytes, Fields } from './bytes.ts'
import { type DirectoryRecord, flagBits } from './directory.ts'
import { hasZip64, readExtra, readZip64, repeatsName } from './extra.ts'
import { ArchiveRefusal } from './refusal.ts'
import type { ArchiveSource } from './source.ts'

const signature = 0x04034b50
const descriptorSignature = 0x08074b50
const headerBytes = 30
const full = 0xffffffff

/**
 * Checks every local header against the directory, and that headers, data and descriptors cover the file from
 * its first byte to the directory exactly once. Returns each record's data offset, in the given order.
 */
export async function checkLayout(
  source: ArchiveSource,
  records: readonly DirectoryRecord[],
  directoryOffset: number,
): Promise<Map<DirectoryRecord, number>> {
  const ordered = records.toSorted((a, b) => a.headerOffset - b.headerOffset)
  const dataOffsets = new Map<DirectoryRecord, number>()
  const first = ordered[0]?.headerOffset ?? directoryOffset
  if (first !== 0) throw new ArchiveRefusal('leading_data', { actual: first })
  for (const [index, record] of ordered.entries()) {
    const next = ordered[index + 1]?.headerOffset ?? directoryOffset
    const local = await readLocal(source, record, next)
    dataOffsets.set(record, local.dataOffset)
    await checkEnd(source, record, local, next)
  }
  return dataOffsets
}

interface Local {
  dataOffset: number
  zip64: boolean
}

async function readLocal(source: ArchiveSource, record: DirectoryRecord, next: number): Promise<Local> {
  const { path, headerOffset } = record
  if (headerOffset + headerBytes > next) throw new ArchiveRefusal('overlapping_entries', { path })
  const fixed = new Fields(await source.read(headerOffset, headerBytes))
  if (fixed.u32(0) !== signature) throw new ArchiveRefusal('header_invalid', { path })
  const nameEnd = headerBytes + fixed.u16(26)
  const extraEnd = nameEnd + fixed.u16(28)
  if (headerOffset + extraEnd + record.packedSize > next)
    throw new ArchiveRefusal('overlapping_entries', { path })
  const header = new Fields(await source.read(headerOffset, extraEnd))
  if (!equalBytes(header.bytes.subarray(headerBytes, nameEnd), record.nameBytes)) {
    throw new ArchiveRefusal('header_mismatch', { path, detail: 'another name' })
  }
  const zip64 = checkNumbers(header, record, header.bytes.subarray(nameEnd, extraEnd))
  return { dataOffset: headerOffset + extraEnd, zip64 }
}

function checkNumbers(header: Fields, record: DirectoryRecord, extraBytes: Uint8Array): boolean {
  const { path } = record
  const mismatch = (detail: string) => new ArchiveRefusal('header_mismatch', { path, detail })
  const extra = readExtra(extraBytes)
  if (!extra) throw new ArchiveRefusal('header_invalid', { path, detail: 'its extra fields are damaged' })
  if (!repeatsName(extra, record.nameBytes)) throw mismatch('a second name')
  // The level bits are only informational; all other flags change how the entry is read.
  if ((header.u16(6) & ~flagBits.level) !== (record.flags & ~flagBits.level)) throw mismatch('other flags')
  if (header.u16(8) !== record.method) throw mismatch('another method')
  const plain = { packedSize: header.u32(18), size: header.u32(22) }
  const needs = { packedSize: plain.packedSize === full, size: plain.size === full, offset: false }
  const large = readZip64(extra, needs)
  if (!large) throw new ArchiveRefusal('zip64_invalid', { path })
  const announced = { crc32: header.u32(14), ...plain, ...large }
  for (const name of ['crc32', 'packedSize', 'size'] as const) {
    // With a descriptor after the data, the header may leave the number unset.
    const isOpen = (record.flags & flagBits.descriptor) !== 0 && announced[name] === 0
    if (!isOpen && announced[name] !== record[name]) throw mismatch(`another ${name}`)
  }
  return hasZip64(extra)
}

/** Checks that there is nothing between an entry's data and the next header except its descriptor. */
async function checkEnd(
  source: ArchiveSource,
  record: DirectoryRecord,
  local: Local,
  next: number,
): Promise<void> {
  const { path } = record
  const dataEnd = local.dataOffset + record.packedSize
  const rest = next - dataEnd
  if ((record.flags & flagBits.descriptor) === 0) {
    if (rest !== 0) throw new ArchiveRefusal('hidden_data', { path, actual: rest })
    return
  }
  if (rest > 24) throw new ArchiveRefusal('hidden_data', { path, actual: rest })
  const fields = new Fields(await source.read(dataEnd, rest))
  if (!isDescriptor(fields, record, local.zip64)) {
    throw new ArchiveRefusal('header_mismatch', { path, detail: 'its data descriptor is wrong or missing' })
  }
}

/** A descriptor has an optional signature, and 4-byte sizes or, in a zip64 entry, 8-byte ones. */
function isDescriptor(fields: Fields, record: DirectoryRecord, zip64: boolean): boolean {
  const length = fields.bytes.byteLength
  const signed = length === 16 || length === 24
  const wide = length === 20 || length === 24
  if (!(signed || length === 12 || length === 20) || (wide && !zip64)) return false
  const at = signed ? 4 : 0
  if (signed && fields.u32(0) !== descriptorSignature) return false
  const packedSize = wide ? fields.u64(at + 4) : fields.u32(at + 4)
  const size = wide ? fields.u64(at + 12) : fields.u32(at + 8)
  return fields.u32(at) === record.crc32 && packedSize === record.packedSize && size === record.size
}
