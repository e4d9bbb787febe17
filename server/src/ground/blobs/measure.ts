import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { type StageOptions, TooManyBytes } from './store.ts'

export interface Measured {
  /** The source's bytes as they arrive. Can be read once. */
  bytes: AsyncIterable<Uint8Array>
  /** Valid only after `bytes` has been read to its end. */
  result(): { size: number; sha256: string }
  /** Why the bytes ended early: the limit, the signal or the source; undefined when the reader stopped. */
  failure(): unknown
}

/** Counts and hashes bytes in transit, and ends the stream at the limit or the signal. */
export function measure(source: AsyncIterable<Uint8Array>, { maxBytes, signal }: StageOptions): Measured {
  const hash = createHash('sha256')
  let size = 0
  let failure: unknown
  const fail = (error: unknown): never => {
    failure = error
    throw error
  }
  async function* bytes(): AsyncGenerator<Uint8Array> {
    const iterator = sparing(source)[Symbol.asyncIterator]()
    try {
      while (true) {
        const { done, value } = await nextUnlessAborted(iterator, signal).catch(fail)
        if (done) return
        size += value.byteLength
        if (size > maxBytes) fail(new TooManyBytes(maxBytes))
        hash.update(value)
        yield value
      }
    } finally {
      // Not awaited, because after an abort a silent source would delay its own end.
      iterator.return?.().catch(() => {})
    }
  }
  const result = () => ({ size, sha256: hash.copy().digest('hex') })
  return { bytes: bytes(), result, failure: () => failure }
}

/** Returns the SHA-256 digest of the bytes. */
export async function digestOf(source: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of source) hash.update(chunk)
  return hash.digest('hex')
}

/**
 * Iterates without destroying the stream when reading stops early, because a destroyed request cannot get a
 * response.
 */
export function sparing(source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  return source instanceof Readable ? source.iterator({ destroyOnReturn: false }) : source
}

async function nextUnlessAborted(
  iterator: AsyncIterator<Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<IteratorResult<Uint8Array>> {
  if (!signal) return iterator.next()
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    const forget = () => signal.removeEventListener('abort', stop)
    iterator.next().then(resolve, reject).finally(forget)
  })
}
