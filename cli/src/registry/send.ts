import { Readable } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { Agent, type Dispatcher, EnvHttpProxyAgent, request } from 'undici'
import { CliError, codeOf, UnavailableError } from '../ground/errors.ts'
import type { TextKey } from '../ground/texts.ts'
import { maxHeaderBytes, maxResponseBytes } from './limits.ts'
import { assertOutside, isGuarded, LeadsInside, lookup, lookupOutside } from './outside.ts'

export interface Outgoing {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Record<string, string>
  silenceLimitMs?: number
  signal?: AbortSignal | undefined
  /** Creates the body; called again for each redirect. */
  body?: () => Buffer | Readable
  /** The most bytes that the unpacked response may have. */
  maxBytes?: number
}

export interface Answer {
  status: number
  text: string
  headers: Record<string, string | string[] | undefined>
}

export interface Download {
  /** After redirects. */
  url: URL
  status: number
  headers: Record<string, string | string[] | undefined>
  body: AsyncIterable<Uint8Array>
}

const maxRedirects = 10
const silenceMs = 30_000
const connectMs = 10_000
const clientHeaders = { 'user-agent': 'nodeyard', accept: '*/*', 'accept-encoding': 'gzip, deflate' }

const connectionBy = (resolve: typeof lookup) => ({
  maxHeaderSize: maxHeaderBytes,
  connect: { timeout: connectMs, lookup: resolve },
})
const agents = new Map<string, Dispatcher>()

/** Uses the proxies of `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`, but none for this machine itself. A proxy resolves names itself. */
function agentFor(url: URL): Dispatcher {
  const isOwn = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
  const kind = isOwn ? 'direct' : isGuarded(url) ? 'guarded' : 'proxied'
  const connection = connectionBy(kind === 'guarded' ? lookupOutside : lookup)
  const agent = agents.get(kind) ?? (isOwn ? new Agent(connection) : new EnvHttpProxyAgent(connection))
  agents.set(kind, agent)
  return agent
}

/** Sends a request and reads its response as text. */
export async function send(address: URL, outgoing: Outgoing): Promise<Answer> {
  const { status, headers, body } = await open(address, outgoing)
  try {
    return { status, headers, text: await textOf(Readable.from(body)) }
  } catch (error) {
    throw asUnavailable(address, error, outgoing.signal)
  }
}

/** Sends a request whose response is read in pieces. Its bytes are counted, and too many are refused. */
export async function open(address: URL, outgoing: Outgoing): Promise<Download> {
  let target = address
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const response = await exchange(target, address, outgoing)
    const next = redirectOf(target, response, outgoing)
    if (!next) return toDownload(target, response, outgoing)
    await response.body.dump()
    target = next
  }
  throw new CliError('redirects_too_often', { origin: address.origin })
}

function redirectOf(
  target: URL,
  { statusCode, headers }: Dispatcher.ResponseData,
  { method = 'GET' }: Outgoing,
): URL | undefined {
  const isRead = method === 'GET'
  const { location } = headers
  if (![307, 308, ...(isRead ? [301, 302, 303] : [])].includes(statusCode) || typeof location !== 'string')
    return undefined
  const next = URL.canParse(location, target.href) ? new URL(location, target) : undefined
  if (!next || !/^https?:$/.test(next.protocol))
    throw new CliError('redirects_nowhere', { origin: target.origin })
  if (target.protocol === 'https:' && next.protocol === 'http:')
    throw new CliError('redirects_unencrypted', { origin: target.origin, next: next.origin })
  assertOutside(target, next)
  // Bodies of other methods have tokens in them; that of PUT is an archive.
  if (!isRead && method !== 'PUT' && next.hostname !== target.hostname)
    throw new CliError('redirects_away', { origin: target.origin, next: next.origin })
  return next
}

async function exchange(
  target: URL,
  first: URL,
  { method = 'GET', headers = {}, silenceLimitMs = silenceMs, signal, body }: Outgoing,
): Promise<Dispatcher.ResponseData> {
  const own = Object.entries(headers).filter(
    // Another origin must not learn the token.
    ([name]) => target.origin === first.origin || name.toLowerCase() !== 'authorization',
  )
  try {
    return await request(target, {
      method,
      dispatcher: agentFor(target),
      headers: { ...clientHeaders, ...Object.fromEntries(own) },
      headersTimeout: silenceLimitMs,
      bodyTimeout: silenceLimitMs,
      ...(signal ? { signal } : {}),
      ...(body ? { body: body() } : {}),
    })
  } catch (error) {
    throw asUnavailable(target, error, signal)
  }
}

function toDownload(
  target: URL,
  { statusCode: status, headers, body }: Dispatcher.ResponseData,
  { maxBytes = maxResponseBytes, signal }: Outgoing,
): Download {
  return {
    url: target,
    status,
    headers,
    body: counted(target, unpacked(body, headers['content-encoding']), maxBytes, signal),
  }
}

function unpacked(body: Readable, encoding: string | string[] | undefined): Readable {
  const unpackers = { gzip: createGunzip, deflate: createInflate, br: createBrotliDecompress }
  const unpack = unpackers[String(encoding) as keyof typeof unpackers]?.()
  if (!unpack) return body
  body.once('error', (error) => unpack.destroy(error))
  unpack.once('close', () => body.destroy())
  return body.pipe(unpack)
}

async function* counted(
  { origin }: URL,
  body: Readable,
  maxBytes: number,
  signal: AbortSignal | undefined,
): AsyncIterable<Uint8Array> {
  let bytes = 0
  try {
    for await (const piece of body) {
      bytes += piece.byteLength
      if (bytes > maxBytes) throw new CliError('response_too_large', { origin, limit: maxBytes })
      yield piece
    }
  } catch (error) {
    throw error instanceof CliError ? error : asUnavailable(new URL(origin), error, signal)
  } finally {
    body.destroy()
  }
}

/** Describes a network problem and what to do about it. */
function asUnavailable({ origin, hostname }: URL, error: unknown, signal: AbortSignal | undefined): unknown {
  if (error instanceof CliError) return error
  if (signal?.aborted) return signal.reason
  const inside = [error, error instanceof Error ? error.cause : undefined].find(
    (one) => one instanceof LeadsInside,
  )
  if (inside) return new CliError('redirects_inside', { origin, next: inside.address })
  const code = codeOf(error) ?? codeOf(error instanceof Error ? error.cause : undefined) ?? 'unknown'
  const known = networkProblems[code]
  if (known) return new UnavailableError(known, { origin, hostname, limit: maxHeaderBytes })
  if (/CERT|TLS|SIGNATURE/.test(code))
    return new UnavailableError('certificate_untrusted', { hostname, code })
  if (code.startsWith('HPE_')) return new UnavailableError('not_http', { origin })
  return new UnavailableError('unreachable', { origin, code })
}

const networkProblems: Record<string, TextKey> = {
  ECONNREFUSED: 'connection_refused',
  ENOTFOUND: 'host_not_found',
  EAI_AGAIN: 'host_not_found',
  ETIMEDOUT: 'timed_out',
  UND_ERR_CONNECT_TIMEOUT: 'timed_out',
  UND_ERR_HEADERS_TIMEOUT: 'timed_out',
  UND_ERR_BODY_TIMEOUT: 'timed_out',
  UND_ERR_HEADERS_OVERFLOW: 'headers_too_large',
  ECONNRESET: 'connection_broke',
  EPIPE: 'connection_broke',
  UND_ERR_SOCKET: 'connection_broke',
  EPROTO: 'no_tls',
  ERR_SSL_WRONG_VERSION_NUMBER: 'no_tls',
}
