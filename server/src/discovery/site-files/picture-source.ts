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

/** Gets pictures from where their authors keep them; undefined for what is none, or cannot be had. */
export interface PictureSource {
  /** @param reader the network address that wants the picture: readers take turns */
  get(address: string, reader?: string): Promise<Picture | undefined>
}

/** For registries that may not ask other hosts. */
export const noPictures: PictureSource = { get: async () => undefined }

/** How other hosts are reached. */
export interface Network {
  /** The IP addresses of a host. */
  resolve(host: string, signal: AbortSignal): Promise<string[]>
  /** Asks the machine at this IP address, and no other, for what stands at `url`. */
  open(url: URL, ip: string, signal: AbortSignal): Promise<IncomingMessage>
}

const mostAtOnce = 16
const mostWaiting = 200
const mostRedirects = 3

/**
 * Readers ask nobody but this site, so it asks for them. Only over https, at the usual port, and only machines on the
 * public internet: the address is looked at after the name was resolved, and the connection goes to that very address,
 * after each redirect anew.
 */
export function pictureSource(network: Network = internet, { timeoutMs = 10_000 } = {}): PictureSource {
  const running = new Map<string, Promise<Picture | undefined>>()
  const turns = new FairLimiter({ atOnce: mostAtOnce, waiting: mostWaiting })

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
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    const ip = await abortable(publicAddressOf(network, url, signal), signal)
    if (!ip) return undefined
    const answer = await network.open(url, ip, signal)
    const { location } = answer.headers
    if (isRedirect(answer.statusCode) && location) {
      answer.destroy()
      url = new URL(location, url)
      continue
    }
    if (answer.statusCode !== 200) {
      answer.destroy()
      return undefined
    }
    const bytes = await readAll(answer)
    const contentType = bytes && pictureTypeOf(bytes)
    return bytes && contentType ? { contentType, bytes } : undefined
  }
  return undefined
}

const isRedirect = (status = 0) => [301, 302, 303, 307, 308].includes(status)

async function publicAddressOf(network: Network, url: URL, signal: AbortSignal): Promise<string | undefined> {
  const isUsual = url.protocol === 'https:' && url.port === '' && url.username === '' && url.password === ''
  if (!isUsual) return undefined
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const ips = isIP(host) ? [host] : await network.resolve(host, signal)
  // A name that also leads into some private network is up to no good.
  return ips.every(isPublicAddress) ? ips[0] : undefined
}

async function readAll(answer: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > limits.pictureBytes) {
      answer.destroy()
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
        // An error after the answer has begun is the answer's.
        .on('error', reject)
        .end()
    }),
}
