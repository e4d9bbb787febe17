import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type AddressKey, addressKey } from '../address-key.ts'
import { ConcurrencyLimit } from './concurrency-limit.ts'
import { matchesEtag } from './etag.ts'
import { hijack } from './hijack.ts'
import type { App } from './mount.ts'

export interface IncomingStream {
  params: Record<string, string>
  query: Record<string, string>
  contentLength: number | undefined
  address: AddressKey
  body: Readable
}

interface UploadRequest {
  Params: Record<string, string>
  Querystring: Record<string, string>
  Body: Readable | undefined
}

/**
 * Mounts a PUT whose body is streamed to the handler, with any content type. The response status is exactly
 * 200.
 */
export function mountUpload(
  { fastify }: App,
  path: string,
  receive: (upload: IncomingStream) => Promise<object>,
): void {
  // A separate scope, because elsewhere bodies are parsed and limited like JSON.
  fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body))
    scope.put<UploadRequest>(path, async (request, reply) => {
      const response = await receive({
        params: request.params,
        query: request.query,
        contentLength: contentLengthOf(request),
        address: addressKey(request.ip),
        // Without a content type, the framework has not read the body.
        body: request.body ?? request.raw,
      })
      return reply.code(200).type('application/json; charset=utf-8').send(JSON.stringify(response))
    })
  })
}

function contentLengthOf({ headers }: FastifyRequest): number | undefined {
  const length = headers['content-length']
  return length === undefined ? undefined : Number(length)
}

export interface DownloadOptions {
  /** Maximum concurrent downloads of one network address. */
  maxAtOnce: number
}

/** A file that is identified by its digest. The file at its URL can change or disappear. */
export interface DownloadedFile {
  digest: string
  sizeBytes: number
  fileName: string
  /** Caching headers. */
  headers: OutgoingHttpHeaders
  read(range?: { start: number; end: number }): Promise<Readable>
}

/**
 * Mounts GET and HEAD of a file: `ETag` from its digest, one range, `If-Range`, always a length, never
 * compressed in transit, because existing clients fail without a matching length. Source: clients 4.3, 9.
 */
export function mountDownload(
  { fastify }: Pick<App, 'fastify'>,
  path: string,
  open: (params: Record<string, string>, headers: IncomingHttpHeaders) => Promise<DownloadedFile>,
  { maxAtOnce }: DownloadOptions,
): void {
  const running = new ConcurrencyLimit(maxAtOnce)
  fastify.get<{ Params: Record<string, string> }>(path, async (request, reply) => {
    const file = await open(request.params, request.headers)
    const etag = `"${file.digest}"`
    const headers = {
      etag,
      'accept-ranges': 'bytes',
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${file.fileName}"`,
      'x-content-sha256': file.digest,
      ...file.headers,
    }
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.headers(headers).code(304).send()
    const range = requestedRange(request, etag, file.sizeBytes)
    if (range === 'beyond') {
      return reply
        .code(416)
        .headers(headers)
        .header('content-range', `bytes */${file.sizeBytes}`)
        .header('content-length', 0)
        .send()
    }
    // Sent only once the bytes are available, because an error has none of these headers.
    const begin = () => {
      if (!range) return reply.headers({ ...headers, 'content-length': file.sizeBytes })
      return reply.code(206).headers({
        ...headers,
        'content-range': `bytes ${range.start}-${range.end}/${file.sizeBytes}`,
        'content-length': range.end - range.start + 1,
      })
    }
    if (request.method === 'HEAD') return sendStream(begin(), undefined)
    // Each download holds a connection to the store for as long as its client reads.
    const leave = running.enter(addressKey(request.ip))
    let bytes: Readable | undefined
    try {
      bytes = await file.read(range)
      return await sendStream(begin(), range ? bytes : Readable.from(proven(bytes, file.digest)))
    } finally {
      bytes?.destroy() // still open when the client left before the first byte
      leave()
    }
  })
}

/**
 * Bypasses the framework, which would write an error 500 into a failing stream and set a length of 0 for
 * HEAD. A closed connection tells clients about the failure.
 */
async function sendStream(reply: FastifyReply, stream: Readable | undefined): Promise<FastifyReply> {
  const response = hijack(reply)
  if (stream)
    await pipeline(stream, response).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') reply.log.warn({ err: error }, 'a download failed')
    })
  else response.end()
  return reply
}

/**
 * Holds the last bytes back until the digest is verified. On a mismatch the stream fails, which clients
 * detect by its length.
 */
async function* proven(chunks: Readable, digest: string): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let last: Uint8Array | undefined
  for await (const chunk of chunks) {
    if (last) yield last
    hash.update(chunk)
    last = chunk
  }
  if (hash.digest('hex') !== digest)
    throw new Error(`The store returned other bytes than those of ${digest}.`)
  if (last) yield last
}

/**
 * Parses the requested range. Returns undefined for the whole file, also for malformed or multiple ranges
 * (RFC 9110 14.2 allows ignoring them), and `beyond` when the range starts past the end.
 */
function requestedRange(
  { headers }: FastifyRequest,
  etag: string,
  size: number,
): { start: number; end: number } | 'beyond' | undefined {
  const ifRange = headers['if-range']
  if (ifRange !== undefined && ifRange !== etag) return undefined
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') {
    const suffix = Math.min(Number(last), size)
    return suffix === 0 ? 'beyond' : { start: size - suffix, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (start >= size) return 'beyond'
  return end < start ? undefined : { start, end }
}
