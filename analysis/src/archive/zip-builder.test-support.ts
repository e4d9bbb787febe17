import { deflateRawSync } from 'node:zlib'
import { crc32 } from './crc32.ts'

/** The fields of a header; a hostile archive can give each of them a false value. */
export interface HeaderFields {
  name: string | Uint8Array
  flags: number
  method: number
  crc32: number
  packedSize: number
  size: number
  extra: Uint8Array
}

export interface EntrySpec {
  name: string | Uint8Array
  data?: string | Uint8Array
  /** Written as they are, instead of packing `data`. */
  packed?: Uint8Array
  method?: number
  mode?: number
  flags?: number
  descriptor?: 'signed' | 'bare' | 'none'
  comment?: string
  local?: Partial<HeaderFields>
  central?: Partial<HeaderFields & { headerOffset: number; disk: number }>
  /** Extra bytes before this entry's header. */
  before?: Uint8Array
}

export interface ZipSpec {
  entries: EntrySpec[]
  comment?: string | Uint8Array
  prefix?: Uint8Array
  suffix?: Uint8Array
  beforeDirectory?: Uint8Array
  end?: Partial<{ disk: number; entries: number; directoryBytes: number; directoryOffset: number }>
  zip64?: Partial<{ entries: number; directoryOffset: number; disks: number }> | true
}

const encoder = new TextEncoder()

/** Builds a zip archive, valid unless the spec says otherwise. */
export function buildZip(spec: ZipSpec): Uint8Array {
  const parts: Uint8Array[] = spec.prefix ? [spec.prefix] : []
  const directory: Uint8Array[] = []
  let headerOffset = lengthOf(parts)
  for (const entry of spec.entries) {
    const content = contentOf(entry)
    const before = entry.before ? [entry.before] : []
    const file = [localHeader(entry, content), content.packed, descriptor(entry, content)]
    parts.push(...before, ...file)
    headerOffset += lengthOf(before)
    directory.push(centralHeader(entry, content, headerOffset))
    headerOffset += lengthOf(file)
  }
  if (spec.beforeDirectory) parts.push(spec.beforeDirectory)
  const directoryOffset = lengthOf(parts)
  parts.push(...directory)
  parts.push(...endRecords(spec, directoryOffset, lengthOf(directory), lengthOf(parts)))
  if (spec.suffix) parts.push(spec.suffix)
  return concat(parts)
}

interface Content {
  packed: Uint8Array
  size: number
  crc32: number
  method: number
}

function contentOf({ data = '', packed, method = 8 }: EntrySpec): Content {
  const bytes = toBytes(data)
  return {
    packed: packed ?? (method === 8 ? new Uint8Array(deflateRawSync(bytes)) : bytes),
    size: bytes.byteLength,
    crc32: crc32(bytes),
    method,
  }
}

function headerFields(entry: EntrySpec, content: Content): HeaderFields {
  const flags = (entry.flags ?? 0x0800) | (entry.descriptor ? 0x0008 : 0)
  const { packed, size, crc32: checksum, method } = content
  const { name } = entry
  return {
    name,
    flags,
    method,
    crc32: checksum,
    packedSize: packed.byteLength,
    size,
    extra: new Uint8Array(0),
  }
}

function localHeader(entry: EntrySpec, content: Content): Uint8Array {
  const open = entry.descriptor ? { crc32: 0, packedSize: 0, size: 0 } : {}
  const fields = { ...headerFields(entry, content), ...open, ...entry.local }
  const name = toBytes(fields.name)
  return concat([
    u32(0x04034b50),
    u16(20),
    u16(fields.flags),
    u16(fields.method),
    u32(0),
    u32(fields.crc32),
    u32(fields.packedSize),
    u32(fields.size),
    u16(name.byteLength),
    u16(fields.extra.byteLength),
    name,
    fields.extra,
  ])
}

function centralHeader(entry: EntrySpec, content: Content, headerOffset: number): Uint8Array {
  const fields = { ...headerFields(entry, content), headerOffset, disk: 0, ...entry.central }
  const name = toBytes(fields.name)
  const comment = toBytes(entry.comment ?? '')
  return concat([
    u32(0x02014b50),
    u16(0x0314),
    u16(20),
    u16(fields.flags),
    u16(fields.method),
    u32(0),
    u32(fields.crc32),
    u32(fields.packedSize),
    u32(fields.size),
    u16(name.byteLength),
    u16(fields.extra.byteLength),
    u16(comment.byteLength),
    u16(fields.disk),
    u16(0),
    u32(((entry.mode ?? 0o100644) << 16) >>> 0),
    u32(fields.headerOffset),
    name,
    fields.extra,
    comment,
  ])
}

function descriptor(entry: EntrySpec, content: Content): Uint8Array {
  if (!entry.descriptor || entry.descriptor === 'none') return new Uint8Array(0)
  const body = [u32(content.crc32), u32(content.packed.byteLength), u32(content.size)]
  return concat(entry.descriptor === 'signed' ? [u32(0x08074b50), ...body] : body)
}

function endRecords(
  spec: ZipSpec,
  directoryOffset: number,
  directoryBytes: number,
  at: number,
): Uint8Array[] {
  const count = spec.entries.length
  const comment = toBytes(spec.comment ?? '')
  const full = spec.zip64 ? { entries: 0xffff, directoryBytes: 0xffffffff, directoryOffset: 0xffffffff } : {}
  const end = { disk: 0, entries: count, directoryBytes, directoryOffset, ...full, ...spec.end }
  return [
    ...(spec.zip64 ? zip64Records(spec, count, directoryOffset, directoryBytes, at) : []),
    concat([
      u32(0x06054b50),
      u16(end.disk),
      u16(end.disk),
      u16(end.entries),
      u16(end.entries),
      u32(end.directoryBytes),
      u32(end.directoryOffset),
      u16(comment.byteLength),
      comment,
    ]),
  ]
}

function zip64Records(spec: ZipSpec, count: number, offset: number, bytes: number, at: number): Uint8Array[] {
  const changed = spec.zip64 === true ? {} : spec.zip64
  const record = { entries: count, directoryOffset: offset, disks: 1, ...changed }
  return [
    concat([
      u32(0x06064b50),
      u64(44),
      u16(45),
      u16(45),
      u32(0),
      u32(0),
      u64(record.entries),
      u64(record.entries),
      u64(bytes),
      u64(record.directoryOffset),
    ]),
    concat([u32(0x07064b50), u32(0), u64(at), u32(record.disks)]),
  ]
}

export function zip64Extra(...values: number[]): Uint8Array {
  return concat([u16(1), u16(values.length * 8), ...values.map(u64)])
}

export function u16(value: number): Uint8Array {
  return Uint8Array.of(value & 255, value >>> 8)
}

export function u32(value: number): Uint8Array {
  return concat([u16(value & 0xffff), u16(value >>> 16)])
}

export function u64(value: number): Uint8Array {
  return concat([u32(value % 2 ** 32), u32(Math.floor(value / 2 ** 32))])
}

export function concat(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(lengthOf(parts))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.byteLength
  }
  return all
}

function lengthOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, part) => sum + part.byteLength, 0)
}

function toBytes(data: string | Uint8Array): Uint8Array {
  return typeof data === 'string' ? encoder.encode(data) : data
}
