import { type IncomingMessage, type RequestListener, Server, type ServerResponse } from 'node:http'
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
  isDraining = false
  override close(done?: (error?: Error) => void): this {
    const sweep = setInterval(() => this.closeIdleConnections(), sweepMs)
    this.once('close', () => clearInterval(sweep))
    return super.close(done)
  }
}

export interface OpenServerOptions {
  silenceMs?: number
  /** Sends status 400 in the format of this server's errors. */
  refuse?(response: ServerResponse): void
}

/**
 * Creates a server for untrusted clients, which cannot hold a connection by staying silent. Refuses requests that a proxy before it
 * can have read differently.
 */
export function createOpenServer(
  answer: RequestListener,
  { silenceMs = longestSilenceMs, refuse = refuseAsText }: OpenServerOptions = {},
): Server {
  const server = new OpenServer(
    {
      maxHeaderSize: limits.headerBytes,
      // Checked below, where the refusal has the format of the server's errors.
      requireHostHeader: false,
      headersTimeout: 30_000,
      requestTimeout: requestTimeoutMs,
      keepAliveTimeout: keepAliveMs,
    },
    (request, response) => {
      if (!server.listening || server.isDraining) response.shouldKeepAlive = false
      if (isUnambiguous(request)) return answer(request, response)
      response.shouldKeepAlive = false
      refuse(response)
    },
  )
  return server.setTimeout(silenceMs)
}

/** Ends each connection with its next response, so that clients take another process before this one closes its port. */
export function drain(server: Server): void {
  if (server instanceof OpenServer) server.isDraining = true
}

/** Node keeps the first of several, and a proxy may have used the last. It refuses several lengths itself. */
const single = ['host', 'authorization']

/** Changes an absolute request target that names the same host to its path (RFC 9112 3.2.2). */
function isUnambiguous(request: IncomingMessage): boolean {
  const names = request.rawHeaders.filter((_, i) => i % 2 === 0).map((name) => name.toLowerCase())
  if (single.some((name) => names.indexOf(name) !== names.lastIndexOf(name))) return false
  const { host, 'transfer-encoding': encoding = 'chunked' } = request.headers
  if (encoding.toLowerCase() !== 'chunked') return false
  // A fragment is never sent. A proxy may cut it off, or not.
  if (request.url?.includes('#')) return false
  if (host === undefined ? request.httpVersion !== '1.0' : /[\s,/\\?#@]/.test(host)) return false
  const [, authority, target] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(request.url ?? '') ?? []
  if (authority === undefined || target === undefined) return true
  request.url = target.startsWith('/') ? target : `/${target}`
  return authority.toLowerCase() === host?.toLowerCase()
}

function refuseAsText(response: ServerResponse): void {
  response.writeHead(400, { 'content-type': 'text/plain' })
  response.end('The request is malformed.')
}
