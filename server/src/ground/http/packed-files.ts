import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { cacheControl } from './cache-control.ts'
import { accepts } from './content-encoding.ts'
import { matchesEtag } from './etag.ts'
import { hijack } from './hijack.ts'
import type { App } from './mount.ts'

/** An immutable file, stored in two encodings. */
export interface PackedFile {
  /** The digest of the unpacked bytes. */
  digest: string
  contentType: string
  /** For a client that accepts neither encoding, the result says how to unpack the bytes. */
  read(
    encoding: 'br' | 'zstd' | undefined,
  ): Promise<{ bytes: Buffer; length: number; unpack?: () => Transform }>
}

/** Serves immutable files in an encoding that the client accepts; always whole and with their length. */
export function mountPackedFiles(
  { fastify }: App,
  path: string,
  open: (params: Record<string, string>) => PackedFile,
): void {
  fastify.get<{ Params: Record<string, string> }>(path, async (request, reply) => {
    const { headers, method } = request
    const file = open(request.params)
    // Weak, because all encodings share it.
    const etag = `W/"${file.digest}"`
    const accepted = headers['accept-encoding'] ?? ''
    const encoding = (['zstd', 'br'] as const).find((one) => accepts(accepted, one))
    const { bytes, length, unpack } = await file.read(encoding)
    reply.headers({
      etag,
      'cache-control': cacheControl.immutable,
      vary: 'Accept-Encoding',
      'x-content-sha256': file.digest,
    })
    if (matchesEtag(headers['if-none-match'], etag)) return reply.code(304).send()
    reply.headers({
      'content-type': file.contentType,
      'content-length': length,
      ...(encoding ? { 'content-encoding': encoding } : {}),
    })
    const response = hijack(reply)
    if (method === 'HEAD') response.end()
    else if (unpack) await pipeline(Readable.from([bytes]), unpack(), response).catch(() => {})
    else response.end(bytes)
    return reply
  })
}
