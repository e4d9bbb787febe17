import { type RequestListener, Server } from 'node:http'
import { limits } from '@nodeyard/contract/limits'

/** Limits a whole request. An archive of 200 MB takes long over a slow line. */
export const requestTimeoutMs = 60 * 60_000
/** Longer than any work between two bytes, such as a slow object store or a generation service. */
const longestSilenceMs = 120_000
/**
 * Longer than load balancers keep an idle connection, which is 60 s for most of them. If this server closed
 * it first, a concurrent request would fail.
 */
const keepAliveMs = 72_000

/** The interval at which a stopping server closes connections that have become idle. */
const sweepMs = 100

/** A server that stops once all running requests have a response, without waiting for idle connections. */
class OpenServer extends Server {
  override close(done?: (error?: Error) => void): this {
    const sweep = setInterval(() => this.closeIdleConnections(), sweepMs)
    this.once('close', () => clearInterval(sweep))
    return super.close(done)
  }
}

/** Creates a server for untrusted clients, which cannot hold a connection by staying silent. */
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
