import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { inOwnMemory } from './own-memory.ts'

export type Compression = 'br' | 'gzip'
export type Encoding = Compression | 'identity'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Compresses off the main thread. The result shares no memory with other buffers. */
export async function compress(body: Buffer, encoding: Compression): Promise<Buffer> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
  const compressed = encoding === 'br' ? compressBrotli(body, { params }) : compressGzip(body, { level: 6 })
  return inOwnMemory(await compressed)
}

/** Parsed `Accept-Encoding` headers. Clients send only a handful of different values. */
const preferences = new Map<string, Encoding>()
const maxPreferences = 100

/** The smallest encoding that an `Accept-Encoding` header allows. */
export function preferredEncoding(accepted: string): Encoding {
  const known = preferences.get(accepted)
  if (known) return known
  const preferred = (['br', 'gzip'] as const).find((encoding) => accepts(accepted, encoding)) ?? 'identity'
  if (preferences.size >= maxPreferences) preferences.clear()
  preferences.set(accepted, preferred)
  return preferred
}

/** True if `Accept-Encoding` names the encoding with a weight above 0. */
export function accepts(accepted: string, encoding: string): boolean {
  return accepted.split(',').some((part) => {
    const [name = '', ...parameters] = part.toLowerCase().split(';')
    return name.trim() === encoding && !parameters.some((one) => /^\s*q\s*=\s*0(\.0*)?\s*$/.test(one))
  })
}
