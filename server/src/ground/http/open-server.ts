import { type RequestListener, Server } from 'node:http'
import { limits } from '@nodeyard/contract/limits'

/** For the whole of a request. An archive of 200 MB over a slow line takes its time. */
export const requestTimeoutMs = 60 * 60_000
/** Longer than anything takes that is done between two bytes: an object store that is slow, a generation service. */
const longestSilenceMs = 120_000
/**
 * Longer than load balancers keep a connection without a request, which is 60 s in most of them: one that was closed here
 * while they sent over it would fail a request.
 */
const keepAliveMs = 72_000

/** While a server ends, connections are looked at so often: one that was busy before may be idle by now. */
const sweepMs = 100

/** One that ends when all running requests are answered, and does not wait for those who could send more. */
class OpenServer extends Server {
  override close(done?: (error?: Error) => void): this {
    const sweep = setInterval(() => this.closeIdleConnections(), sweepMs)
    this.once('close', () => clearInterval(sweep))
    return super.close(done)
  }
}

/** A server that strangers reach: none of them holds a connection by saying nothing. */
export function createOpenServer(answer: RequestListener, { silenceMs = longestSilenceMs } = {}): Server {
  const server = new OpenServer(
    {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: 30_000,
      requestTimeout: requestTimeoutMs,
      keepAliveTimeout: keepAliveMs,
    },
    (request, response) => {
      if (!server.listening) response.shouldKeepAlive = false
      answer(request, response)
    },
  )
  return server.setTimeout(silenceMs)
}
