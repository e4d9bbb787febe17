import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { isIP } from 'node:net'
import { limits } from '@nodeyard/contract/limits'
import { FairLimiter } from '../../ground/http/fair-limiter.ts'
import { pictureTypeOf } from '../../ground/markdown/picture-type.ts'
import { abortable } from '../../ground/outbound/abortable.ts'
import { addressesOf } from '../../ground/outbound/addresses-of.ts'
import { isPublicAddress } from '../../ground/outbound/public-address.ts'

export interface Picture {
  contentType: string
  bytes: Buffer
}

/** Fetches pictures from other hosts. */
export interface PictureSource {
  /**
   * Returns undefined if there is no picture or it cannot be fetched.
   * @param reader Network address of the client. The queue is fair to each address.
   */
  get(address: string, reader?: string): Promise<Picture | undefined>
}

/** Contacts no other hosts. */
export const noPictures: PictureSource = { get: async () => undefined }

/** Access to other hosts. */
export interface Network {
  /** Returns the IP addresses of a host. */
  resolve(host: string, signal: AbortSignal): Promise<string[]>
  /** Requests `url` from the machine at this IP address, without resolving the host again. */
  open(url: URL, ip: string, signal: AbortSignal): Promise<IncomingMessage>
}

const maxConcurrent = 16
const maxWaiting = 200
const maxRedirects = 3

/**
 * Fetches pictures for readers, so that their browsers contact only this site. Uses HTTPS at the standard port, and connects
 * only to public addresses. To prevent DNS rebinding, each request, also after a redirect, resolves its host once and
 * connects to the address that was checked.
 */
export function pictureSource(network: Network = internet, { timeoutMs = 10_000 } = {}): PictureSource {
  const running = new Map<string, Promise<Picture | undefined>>()
  const turns = new FairLimiter({ atOnce: maxConcurrent, waiting: maxWaiting })

  const inTurn = (address: string, reader: string): Promise<Picture | undefined> =>
    turns
      .run(reader, () => fetchPicture(network, address, AbortSignal.timeout(timeoutMs)))
      .catch(() => undefined)

  return {
    get(address, reader = '') {
      const known = running.get(address)
      if (known) return known
      const picture = inTurn(address, reader).finally(() => running.delete(address))
      running.set(address, picture)
      return picture
    },
  }
}

async function fetchPicture(
  network: Network,
  address: string,
  signal: AbortSignal,
): Promise<Picture | undefined> {
  let url = new URL(address)
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const ip = await abortable(publicAddressOf(network, url, signal), signal)
    if (!ip) return undefined
    const response = await network.open(url, ip, signal)
    const { location } = response.headers
    if (isRedirect(response.statusCode) && location) {
      response.destroy()
      url = new URL(location, url)
      continue
    }
    if (response.statusCode !== 200) {
      response.destroy()
      return undefined
    }
    const bytes = await readAll(response)
    const contentType = bytes && pictureTypeOf(bytes)
    return bytes && contentType ? { contentType, bytes } : undefined
  }
  return undefined
}

const isRedirect = (status = 0) => [301, 302, 303, 307, 308].includes(status)

async function publicAddressOf(network: Network, url: URL, signal: AbortSignal): Promise<string | undefined> {
  const isAllowed = url.protocol === 'https:' && url.port === '' && url.username === '' && url.password === ''
  if (!isAllowed) return undefined
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const ips = isIP(host) ? [host] : await network.resolve(host, signal)
  // A host with both public and private addresses is suspicious.
  return ips.every(isPublicAddress) ? ips[0] : undefined
}

async function readAll(response: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > limits.pictureBytes) {
      response.destroy()
      return undefined
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const internet: Network = {
  resolve: addressesOf,
  open: (url, ip, signal) =>
    new Promise((resolve, reject) => {
      request({
        host: ip,
        ...(isIP(url.hostname) ? {} : { servername: url.hostname }),
        path: url.pathname + url.search,
        headers: {
          host: url.host,
          accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif',
          'user-agent': 'Nodeyard',
        },
        agent: false,
        signal,
      })
        .once('response', resolve)
        // Later errors are emitted by the response.
        .on('error', reject)
        .end()
    }),
}
