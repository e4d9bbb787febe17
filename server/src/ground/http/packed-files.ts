import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { accepts, matchesEtag } from './kept-answers.ts'
import type { App } from './mount.ts'

/** Bytes that never change under their address, kept in two encodings. */
export interface PackedAnswer {
  /** Of the unpacked bytes. */
  digest: string
  contentType: string
  /** Without an encoding, for a client that takes neither, it says how to unpack. */
  read(
    encoding: 'br' | 'zstd' | undefined,
  ): Promise<{ bytes: Buffer; length: number; unpack?: () => Transform }>
}

/** GET and HEAD of immutable files in the encoding that the client takes; always whole, with their length. */
export function mountPackedFiles(
  { fastify }: App,
  path: string,
  open: (params: Record<string, string>) => PackedAnswer,
): void {
  fastify.get(path, async (request, reply) => {
    const { headers, method } = request
    const file = open(request.params as Record<string, string>)
    // Weak: the same for every encoding.
    const etag = `W/"${file.digest}"`
    const accepted = headers['accept-encoding'] ?? ''
    const encoding = (['zstd', 'br'] as const).find((one) => accepts(accepted, one))
    const { bytes, length, unpack } = await file.read(encoding)
    reply.headers({
      etag,
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
      'x-content-sha256': file.digest,
    })
    if (matchesEtag(headers['if-none-match'], etag)) return reply.code(304).send()
    reply.headers({
      'content-type': file.contentType,
      'content-length': length,
      ...(encoding ? { 'content-encoding': encoding } : {}),
    })
    reply.hijack()
    reply.raw.writeHead(200, reply.getHeaders() as Record<string, string>)
    if (method === 'HEAD') reply.raw.end()
    else if (unpack) await pipeline(Readable.from([bytes]), unpack(), reply.raw).catch(() => {})
    else reply.raw.end(bytes)
    return reply
  })
}
