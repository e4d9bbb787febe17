import { type IncomingMessage, request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { PassThrough, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createZstdDecompress } from 'node:zlib'
import { MirrorFault } from './fault.ts'

export interface FetchOptions {
  /** What may come over the line, and what may come out of it. */
  mostPacked: number
  mostUnpacked: number
  /** For all of it. */
  timeoutMs: number
  /** Of what is there already. */
  etag?: string | undefined
  /** The media type that is asked for. */
  accept?: string
}

export interface Fetched {
  body: Buffer
  etag: string | undefined
}

/** Of silence. */
const idleMs = 30_000

/**
 * Gets something from a stranger, whole. Undefined when it is what the tag says. No redirect is followed; bytes are
 * counted as they come, packed and unpacked, and not one more is read than was allowed. Throws {@link MirrorFault}.
 */
export async function fetchWhole(url: URL, options: FetchOptions): Promise<Fetched | undefined> {
  const signal = AbortSignal.timeout(options.timeoutMs)
  try {
    const answer = await send(url, options, signal)
    if (answer.statusCode === 304 && options.etag !== undefined) {
      answer.destroy()
      return undefined
    }
    assertAnswered(url, answer)
    return { body: await readBody(url, answer, options, signal), etag: answer.headers.etag }
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
        this.destroy(new MirrorFault('too_slow', `${url} was silent for ${idleMs} ms.`))
      })
      .end()
  })
}

function assertAnswered(url: URL, { statusCode = 0, headers }: IncomingMessage): void {
  if (statusCode === 200) return
  if (statusCode >= 300 && statusCode < 400) {
    throw new MirrorFault('redirected', `${url} leads to ${headers.location}, which is not followed.`)
  }
  throw new MirrorFault('refused', `${url} answers ${statusCode}.`, statusCode)
}

async function readBody(
  url: URL,
  answer: IncomingMessage,
  { mostPacked, mostUnpacked }: FetchOptions,
  signal: AbortSignal,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  const unpack = unpackerOf(url, answer)
  const packed = counted(url, mostPacked, 'packed')
  const unpacked = counted(url, mostUnpacked, 'unpacked')
  try {
    await pipeline(
      answer,
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
    throw new MirrorFault('cut_off', `${url} did not come whole: ${(error as Error).message}.`)
  }
  return Buffer.concat(chunks)
}

function unpackerOf(url: URL, { headers }: IncomingMessage): Transform {
  const encoding = headers['content-encoding']
  if (encoding === undefined || encoding === 'identity') return new PassThrough()
  if (encoding === 'br') return createBrotliDecompress()
  if (encoding === 'zstd') return createZstdDecompress()
  throw new MirrorFault('malformed', `${url} came in an encoding that was not asked for.`)
}

function counted(url: URL, most: number, what: string): Transform {
  let bytes = 0
  const counter = new PassThrough()
  counter._transform = (chunk: Buffer, _encoding, done) => {
    bytes += chunk.length
    if (bytes > most) done(new MirrorFault('too_large', `${url} has more than ${most} bytes, ${what}.`))
    else done(null, chunk)
  }
  return counter
}
