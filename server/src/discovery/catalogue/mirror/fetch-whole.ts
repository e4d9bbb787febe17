import { type IncomingMessage, request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { PassThrough, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createZstdDecompress } from 'node:zlib'
import { MirrorFault } from './fault.ts'

export interface FetchOptions {
  /** Limit of the compressed body in bytes. */
  maxPacked: number
  /** Limit of the decompressed body in bytes. */
  maxUnpacked: number
  /** Limits the whole transfer. */
  timeoutMs: number
  /** ETag of the copy that the caller already has. */
  etag?: string | undefined
  /** The media type that is asked for. */
  accept?: string
}

export interface Fetched {
  body: Buffer
  etag: string | undefined
}

/** Limits the time without any data. */
const idleMs = 30_000

/**
 * Fetches a whole file from an untrusted server. Returns undefined if it still has the given ETag. Follows no redirects, and
 * stops reading at the first byte beyond a limit. Throws {@link MirrorFault}.
 */
export async function fetchWhole(url: URL, options: FetchOptions): Promise<Fetched | undefined> {
  const signal = AbortSignal.timeout(options.timeoutMs)
  try {
    const response = await send(url, options, signal)
    if (response.statusCode === 304 && options.etag !== undefined) {
      response.destroy()
      return undefined
    }
    assertOk(url, response)
    return { body: await readBody(url, response, options, signal), etag: response.headers.etag }
  } catch (error) {
    if (error instanceof MirrorFault) throw error
    if (signal.aborted) throw new MirrorFault('too_slow', `${url} took longer than ${options.timeoutMs} ms.`)
    throw new MirrorFault('unreachable', `${url}: ${error instanceof Error ? error.message : error}`)
  }
}

function send(url: URL, { etag, accept }: FetchOptions, signal: AbortSignal): Promise<IncomingMessage> {
  const open = url.protocol === 'https:' ? overHttps : overHttp
  return new Promise((resolve, reject) => {
    open(url, {
      headers: {
        'accept-encoding': 'zstd, br',
        'user-agent': 'nodeyard-mirror',
        ...(accept === undefined ? {} : { accept }),
        ...(etag === undefined ? {} : { 'if-none-match': etag }),
      },
      agent: false,
      signal,
    })
      .once('response', resolve)
      .on('error', reject)
      .setTimeout(idleMs, function (this: { destroy(error: Error): void }) {
        this.destroy(new MirrorFault('too_slow', `${url} sent no data for ${idleMs} ms.`))
      })
      .end()
  })
}

function assertOk(url: URL, { statusCode = 0, headers }: IncomingMessage): void {
  if (statusCode === 200) return
  if (statusCode >= 300 && statusCode < 400) {
    throw new MirrorFault(
      'redirected',
      `${url} redirects to ${headers.location}; redirects are not followed.`,
    )
  }
  throw new MirrorFault('refused', `${url} responded with ${statusCode}.`, statusCode)
}

async function readBody(
  url: URL,
  response: IncomingMessage,
  { maxPacked, maxUnpacked }: FetchOptions,
  signal: AbortSignal,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  const unpack = unpackerOf(url, response)
  const packed = counted(url, maxPacked, 'packed')
  const unpacked = counted(url, maxUnpacked, 'unpacked')
  try {
    await pipeline(
      response,
      packed,
      unpack,
      unpacked,
      async (source: AsyncIterable<Buffer>) => {
        for await (const chunk of source) chunks.push(chunk)
      },
      { signal },
    )
  } catch (error) {
    if (error instanceof MirrorFault || signal.aborted) throw error
    throw new MirrorFault('cut_off', `The response of ${url} is incomplete: ${(error as Error).message}.`)
  }
  return Buffer.concat(chunks)
}

function unpackerOf(url: URL, { headers }: IncomingMessage): Transform {
  const encoding = headers['content-encoding']
  if (encoding === undefined || encoding === 'identity') return new PassThrough()
  if (encoding === 'br') return createBrotliDecompress()
  if (encoding === 'zstd') return createZstdDecompress()
  throw new MirrorFault('malformed', `${url} used a content encoding that was not requested.`)
}

function counted(url: URL, maxBytes: number, state: 'packed' | 'unpacked'): Transform {
  let bytes = 0
  const counter = new PassThrough()
  counter._transform = (chunk: Buffer, _encoding, done) => {
    bytes += chunk.length
    if (bytes > maxBytes)
      done(new MirrorFault('too_large', `${url} has more than ${maxBytes} bytes ${state}.`))
    else done(null, chunk)
  }
  return counter
}
