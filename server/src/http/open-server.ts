import { createServer, type RequestListener, type Server } from 'node:http'
import { limits } from '@nodeyard/contract/limits'

/** For the whole of a request. An archive of 200 MB over a slow line takes its time. */
const requestTimeoutMs = 60 * 60_000
/** Longer than anything takes that is done between two bytes: an object store that is slow, a generation service. */
const longestSilenceMs = 120_000
/**
 * Longer than load balancers keep a connection without a request, which is 60 s in most of them: one that was closed here
 * while they sent over it would fail a request.
 */
const keepAliveMs = 72_000

/** A server that strangers reach: none of them holds a connection by saying nothing. */
export function createOpenServer(answer: RequestListener, { silenceMs = longestSilenceMs } = {}): Server {
  const server = createServer(
    {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: 30_000,
      requestTimeout: requestTimeoutMs,
      keepAliveTimeout: keepAliveMs,
    },
    answer,
  )
  return server.setTimeout(silenceMs)
}
