/** Random access to an archive's bytes: a file, an object in a store, a Blob. */
export interface ArchiveSource {
  readonly size: number
  /** Reads exactly `length` bytes from `offset`; the reader never asks beyond `size`. */
  read(offset: number, length: number): Promise<Uint8Array>
}

/** Wraps bytes in memory as a source. */
export function sourceOfBytes(bytes: Uint8Array): ArchiveSource {
  return { size: bytes.byteLength, read: async (offset, length) => bytes.subarray(offset, offset + length) }
}

const windowBytes = 256 * 1024

/**
 * Reads larger blocks, so that many small reads close to each other cost one request. Blocks are never
 * overwritten: returned bytes stay valid, even with several concurrent reads.
 */
export function windowedSource(source: ArchiveSource): ArchiveSource {
  let start = 0
  let window = new Uint8Array(0)
  return {
    size: source.size,
    async read(offset, length) {
      if (offset < start || offset + length > start + window.byteLength) {
        const wanted = Math.min(Math.max(length, windowBytes), source.size - offset)
        window = await readExactly(source, offset, wanted)
        start = offset
      }
      return window.subarray(offset - start, offset - start + length)
    },
  }
}

async function readExactly(
  source: ArchiveSource,
  offset: number,
  length: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await source.read(offset, length)
  // A short read is the store's fault, so it must not count against the archive.
  if (bytes.byteLength !== length) {
    throw new Error(`The archive source gave ${bytes.byteLength} of ${length} bytes at ${offset}`)
  }
  return bytes as Uint8Array<ArrayBuffer>
}

/** An open file, such as a `FileHandle` of Node. */
export interface OpenFile {
  stat(): Promise<{ size: number }>
  read(
    buffer: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ bytesRead: number; buffer: Uint8Array }>
}

/** Reads an open file in parts. The caller closes it. */
export async function sourceOfFile(file: OpenFile): Promise<ArchiveSource> {
  const { size } = await file.stat()
  return {
    size,
    async read(offset, length) {
      const { bytesRead, buffer } = await file.read(new Uint8Array(length), 0, length, offset)
      return buffer.subarray(0, bytesRead)
    },
  }
}
