import { DamagedData, decompress, stepBytes } from '../ground/decompress.ts'
import { crc32 } from './crc32.ts'
import { ArchiveRefusal } from './refusal.ts'
import type { ArchiveSource } from './source.ts'

export interface StoredContent {
  path: string
  method: 'stored' | 'deflate'
  size: number
  packedSize: number
  crc32: number
  dataOffset: number
}

/**
 * Yields the unpacked bytes in pieces. Throws at the first excess byte and, at the end, when the size, the
 * checksum or the packed size differs from the announced one.
 */
export async function* unpack(source: ArchiveSource, entry: StoredContent): AsyncGenerator<Uint8Array> {
  const { path } = entry
  let size = 0
  let checksum = 0
  for await (const piece of rawPieces(source, entry)) {
    size += piece.byteLength
    if (size > entry.size)
      throw new ArchiveRefusal('size_mismatch', { path, limit: entry.size, actual: size })
    checksum = crc32(piece, checksum)
    yield piece
  }
  if (size !== entry.size)
    throw new ArchiveRefusal('size_mismatch', { path, limit: entry.size, actual: size })
  if (checksum !== entry.crc32) throw new ArchiveRefusal('checksum_mismatch', { path })
}

function rawPieces(source: ArchiveSource, entry: StoredContent): AsyncIterable<Uint8Array> {
  return entry.method === 'stored' ? packedPieces(source, entry) : inflate(source, entry)
}

async function* packedPieces(source: ArchiveSource, entry: StoredContent): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < entry.packedSize; at += stepBytes) {
    yield await source.read(entry.dataOffset + at, Math.min(stepBytes, entry.packedSize - at))
  }
}

async function* inflate(source: ArchiveSource, entry: StoredContent): AsyncGenerator<Uint8Array> {
  try {
    yield* decompress(packedPieces(source, entry), 'deflate-raw')
  } catch (error) {
    throw error instanceof DamagedData ? new ArchiveRefusal('data_invalid', { path: entry.path }) : error
  }
}
