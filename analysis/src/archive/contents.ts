import { crc32 } from './crc32.ts'
import { ArchiveRefusal } from './refusal.ts'
import type { ArchiveSource } from './source.ts'

/** Small enough that one step of inflating it (1,032 times at most) stays within some tens of megabytes. */
const stepBytes = 32 * 1024

export interface StoredContent {
  path: string
  method: 'stored' | 'deflate'
  size: number
  packedSize: number
  crc32: number
  dataOffset: number
}

/**
 * The unpacked bytes, a piece at a time. Throws at the first byte too
 * many and, at the end, when a byte, the checksum or the last packed byte is not as announced.
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
  const packed = packedPieces(source, entry)
  let sourceError: unknown
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      try {
        const { value, done } = await packed.next()
        if (done) controller.close()
        else controller.enqueue(new Uint8Array(value))
      } catch (error) {
        sourceError = error
        throw error
      }
    },
  }).pipeThrough(new DecompressionStream('deflate-raw'))
  try {
    yield* stream
  } catch (error) {
    if (sourceError !== undefined) throw sourceError
    // The platform refuses damaged data, missing data and bytes behind the end with a TypeError.
    if (error instanceof TypeError) throw new ArchiveRefusal('data_invalid', { path: entry.path })
    throw error
  }
}
