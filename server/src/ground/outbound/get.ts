import type { IncomingMessage } from 'node:http'
import { defined } from '@nodeyard/contract/ground'
import { abortable } from './abortable.ts'
import { noNetworks } from './networks.ts'
import { allowedIp, type Reach, sendTo } from './reach.ts'

export interface GetOptions extends Reach {
  headers?: Record<string, string>
  /** Until the response begins, redirects included. */
  timeoutMs: number
  /** Ends the response, too. */
  signal: AbortSignal
  /** Origins that the operator has configured, which can be in any network. */
  trusted?: readonly string[]
}

/** Why there is no response. */
export class Unreachable extends Error {
  override name = 'Unreachable'
  readonly problem: 'address_refused' | 'unreachable' | 'timeout' | 'redirects'

  constructor(problem: Unreachable['problem'], message: string, cause?: unknown) {
    super(message, { cause })
    this.problem = problem
  }
}

export interface Got {
  /** After redirects. */
  url: URL
  status: number
  response: IncomingMessage
}

const maxRedirects = 3
const anyNetwork = { isAny: true, has: () => true }

/**
 * Gets an untrusted URL and follows redirects. Every address is checked after name resolution, and exactly that one is
 * connected to. The caller must consume or destroy the response.
 */
export async function get(address: string, options: GetOptions): Promise<Got> {
  const { trusted = [], timeoutMs } = options
  const begins = AbortSignal.timeout(timeoutMs)
  const signal = AbortSignal.any([options.signal, begins])
  let url = new URL(address)
  for (let redirects = 0; ; redirects++) {
    const networks = trusted.includes(url.origin) ? anyNetwork : options.networks
    const response = await getOnce(url, { ...options, networks }, { signal, begins })
    const status = response.statusCode ?? 0
    const { location } = response.headers
    if (status < 300 || status > 399 || status === 304 || !location) return { url, status, response }
    response.destroy()
    if (redirects === maxRedirects) throw new Unreachable('redirects', `${address} redirects too often.`)
    if (!URL.canParse(location, url))
      throw new Unreachable('redirects', `${address} redirects to no address.`)
    url = new URL(location, url)
  }
}

async function getOnce(
  url: URL,
  { headers = {}, ...options }: GetOptions,
  { signal, begins }: { signal: AbortSignal; begins: AbortSignal },
): Promise<IncomingMessage> {
  try {
    const ip = await abortable(allowedIp(url, options, signal), signal)
    if (ip === undefined)
      throw new Unreachable('address_refused', `${url.host} is not an address of the public internet.`)
    const response = await abortable(
      sendTo(url, ip, { method: 'GET', headers, signal: options.signal }),
      signal,
    )
    // The caller can only wait for the rest.
    response.on('error', () => {})
    return response
  } catch (error) {
    if (error instanceof Unreachable) throw error
    if (options.signal.aborted) throw options.signal.reason
    const problem = begins.aborted ? 'timeout' : 'unreachable'
    throw new Unreachable(
      problem,
      `${url.host} ${begins.aborted ? 'does not respond' : 'cannot be reached'}.`,
      error,
    )
  }
}

/**
 * Yields the bytes of a response. Throws a `TooLarge` at the first byte over the limit, whatever the headers say, and
 * `Unreachable` when nothing arrives for a while.
 */
export async function* limitedBytes(
  response: IncomingMessage,
  { maxBytes, stallMs }: { maxBytes: number; stallMs: number },
): AsyncGenerator<Buffer> {
  const stalled = new Unreachable('timeout', 'The response stopped arriving.')
  const chunks = (response as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
  let bytes = 0
  try {
    for (;;) {
      // Only the time that is spent waiting for the host counts.
      const timer = setTimeout(() => response.destroy(stalled), stallMs)
      const { value, done } = await chunks.next().finally(() => clearTimeout(timer))
      if (done) return
      bytes += value.length
      if (bytes > maxBytes) throw new TooLarge(maxBytes)
      yield value
    }
  } catch (error) {
    if (error instanceof TooLarge || error instanceof Unreachable) throw error
    throw new Unreachable('unreachable', 'The response broke off.', error)
  } finally {
    response.destroy()
  }
}

/**
 * Gets a whole file for an operator, who has named the trusted origins; other addresses must be public. Returns undefined
 * if the server has no such file. Throws `Unreachable`, `TooLarge`, and for every other status.
 */
export async function getFile(
  address: string,
  limits: { accept?: string; trusted: readonly string[]; maxBytes: number; timeoutMs: number },
): Promise<Buffer | undefined> {
  const { accept, trusted, maxBytes, timeoutMs } = limits
  const headers = { 'user-agent': 'Nodeyard', ...defined({ accept }) }
  const signal = AbortSignal.timeout(timeoutMs)
  const { url, status, response } = await get(address, {
    headers,
    networks: noNetworks,
    trusted,
    timeoutMs,
    signal,
  })
  if (status !== 200) response.destroy()
  if (status === 404) return undefined
  if (status !== 200) throw new Unreachable('unreachable', `${url} responded with ${status}.`)
  const chunks: Buffer[] = []
  for await (const chunk of limitedBytes(response, { maxBytes, stallMs })) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const stallMs = 30_000

export class TooLarge extends Error {
  override name = 'TooLarge'
  readonly maxBytes: number

  constructor(maxBytes: number) {
    super(`It has more than ${maxBytes} bytes.`)
    this.maxBytes = maxBytes
  }
}
