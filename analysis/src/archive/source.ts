/** Random access to an archive's bytes: a file, an object in a store, a Blob. */
export interface ArchiveSource {
  readonly size: number
  /** Exactly `length` bytes from `offset`; the reader never asks beyond `size`. */
  read(offset: number, length: number): Promise<Uint8Array>
}

export function sourceOfBytes(bytes: Uint8Array): ArchiveSource {
  return {
    size: bytes.byteLength,
    read: async (offset, length) => bytes.subarray(offset, offset + length),
  }
}

const windowBytes = 256 * 1024

/**
 * Fetches a stretch at a time, so that many small neighbouring reads cost one request. A stretch is never
 * written to again: answers stay valid, also when several reads are under way at once.
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
  // A short answer is the store's fault, not the publisher's: never judge an archive by it.
  if (bytes.byteLength !== length) {
    throw new Error(`The archive source gave ${bytes.byteLength} of ${length} bytes at ${offset}`)
  }
  return bytes as Uint8Array<ArrayBuffer>
}
