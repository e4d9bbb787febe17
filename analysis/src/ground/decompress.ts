import { joined } from './joined.ts'

type Format = 'deflate' | 'deflate-raw' | 'gzip'

/** The data is damaged or incomplete, or more follows its end. */
export class DamagedData extends Error {
  override name = 'DamagedData'
}

/**
 * Decompresses pieces as they are consumed. Throws `DamagedData` only for faults of the data: errors of the
 * source and of the program stay what they are.
 */
export async function* decompress(
  packed: AsyncIterator<Uint8Array>,
  format: Format,
): AsyncGenerator<Uint8Array> {
  let sourceFailure: { error: unknown } | undefined
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      try {
        const { value, done } = await packed.next()
        if (done) controller.close()
        else controller.enqueue(new Uint8Array(value))
      } catch (error) {
        sourceFailure = { error }
        throw error
      }
    },
  })
  // Safari cannot iterate over streams with `for await`.
  const reader = stream.pipeThrough(new DecompressionStream(format)).getReader()
  const read = () =>
    reader.read().catch((error: unknown) => {
      if (sourceFailure) throw sourceFailure.error
      // Platforms report damaged data, missing data and trailing bytes as a TypeError.
      throw error instanceof TypeError ? new DamagedData(format, { cause: error }) : error
    })
  try {
    for (let next = await read(); !next.done; next = await read()) yield next.value
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/** Decompresses bytes. Returns undefined when the result would exceed `maxBytes`. Throws `DamagedData`. */
export async function decompressWithin(
  packed: Uint8Array,
  format: Format,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of decompress(steps(packed), format)) {
    size += piece.byteLength
    if (size > maxBytes) return undefined
    pieces.push(piece)
  }
  return joined(pieces, size)
}

/** One step expands data at most 1,032 times, so a step stays within a few tens of megabytes. */
export const stepBytes = 32 * 1024

async function* steps(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += stepBytes) yield bytes.subarray(at, at + stepBytes)
}
