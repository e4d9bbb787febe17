import { type ArchiveSource, windowedSource } from '../archive/source.ts'
import { DamagedData, decompressWithin } from '../ground/decompress.ts'
import { WorkflowRefusal } from './refusal.ts'

/** Longer texts are not workflows. */
export const longestText = 64 * 1024 * 1024

/** A file that is read from the front; a read beyond its end means that the file is broken. */
export interface Bytes {
  readonly size: number
  read(offset: number, length: number): Promise<Uint8Array>
  /** Returns the same as a view, for multibyte numbers. */
  view(offset: number, length: number): Promise<DataView>
}

/** Reads a source from the front. A read beyond its end throws. */
export function bytesOf(source: ArchiveSource): Bytes {
  const windowed = windowedSource(source)
  const read = async (offset: number, length: number) => {
    if (offset < 0 || length < 0 || offset + length > source.size) throw new WorkflowRefusal('broken')
    if (length > longestText) throw new WorkflowRefusal('too_large')
    return windowed.read(offset, length)
  }
  return {
    size: source.size,
    read,
    async view(offset, length) {
      const bytes = await read(offset, length)
      return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    },
  }
}

export const utf8 = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
export const latin1 = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes)

export function startsWith(bytes: Uint8Array, text: string, at = 0): boolean {
  return [...text].every((character, index) => bytes[at + index] === character.charCodeAt(0))
}

/** Unpacks a zlib stream, and stops when the result would exceed this many bytes. */
export async function inflate(packed: Uint8Array, most: number): Promise<Uint8Array> {
  const text = await decompressWithin(packed, 'deflate', most).catch((error: unknown) => {
    throw error instanceof DamagedData ? new WorkflowRefusal('broken') : error
  })
  if (!text) throw new WorkflowRefusal('too_large')
  return text
}
