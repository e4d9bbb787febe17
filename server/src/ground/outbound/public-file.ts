import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { isIP } from 'node:net'
import { hostOf, isPublicAddress } from '@nodeyard/outside/public-address'
import { abortable } from './abortable.ts'
import { addressesOf } from './addresses-of.ts'

/** The way to other hosts. */
export interface Network {
  /** Resolves a host to IP addresses. */
  resolve(host: string, signal: AbortSignal): Promise<string[]>
  /** Requests a URL from exactly this IP address. */
  open(url: URL, ip: string, signal: AbortSignal, accept: string): Promise<IncomingMessage>
}

export interface PublicFileOptions {
  accept: string
  maxBytes: number
  signal: AbortSignal
}

const maxRedirects = 3

/**
 * Fetches a file for a reader: only over https, at the usual port, and only from public addresses. The connection goes to
 * the address that was checked, also after each redirect. Returns undefined for a file that is missing or too large.
 */
export async function fetchPublicFile(
  network: Network,
  address: string,
  { accept, maxBytes, signal }: PublicFileOptions,
): Promise<Buffer | undefined> {
  let url = new URL(address)
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const ip = await abortable(publicAddressOf(network, url, signal), signal)
    if (!ip) return undefined
    const response = await network.open(url, ip, signal, accept)
    const { location } = response.headers
    if (isRedirect(response.statusCode) && location) {
      response.destroy()
      url = new URL(location, url)
      continue
    }
    if (response.statusCode === 200) return readAll(response, maxBytes)
    response.destroy()
    return undefined
  }
  return undefined
}

const isRedirect = (status = 0) => [301, 302, 303, 307, 308].includes(status)

async function publicAddressOf(network: Network, url: URL, signal: AbortSignal): Promise<string | undefined> {
  const isUsual = url.protocol === 'https:' && url.port === '' && url.username === '' && url.password === ''
  if (!isUsual) return undefined
  const host = hostOf(url)
  const ips = isIP(host) ? [host] : await network.resolve(host, signal)
  // A host with a private address beside a public one tries to lead into the operator's network.
  return ips.every(isPublicAddress) ? ips[0] : undefined
}

async function readAll(response: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) {
      response.destroy()
      return undefined
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

export const internet: Network = {
  resolve: addressesOf,
  open: (url, ip, signal, accept) =>
    new Promise((resolve, reject) => {
      request({
        host: ip,
        ...(isIP(url.hostname) ? {} : { servername: url.hostname }),
        path: url.pathname + url.search,
        headers: { host: url.host, accept, 'user-agent': 'Nodeyard' },
        agent: false,
        signal,
      })
        .once('response', resolve)
        // An error after the response has begun is reported by the response.
        .on('error', reject)
        .end()
    }),
}
