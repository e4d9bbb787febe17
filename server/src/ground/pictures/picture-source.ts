import { limits } from '@nodeyard/contract/limits'
import { type AddressKey, addressKey } from '../address-key.ts'
import { fetchPublicFile, internet, type Network } from '../outbound/public-file.ts'
import { FairLimiter } from '../threads/fair-limiter.ts'
import { pictureTypeOf } from './picture-type.ts'

export interface Picture {
  contentType: string
  bytes: Buffer
}

/** Fetches pictures from other hosts. */
export interface PictureSource {
  /**
   * Returns undefined if there is no picture or it cannot be fetched.
   * Readers take turns.
   */
  get(address: string, reader?: AddressKey): Promise<Picture | undefined>
}

/** Contacts no other hosts. */
export const noPictures: PictureSource = { get: async () => undefined }

const maxConcurrent = 16
const maxWaiting = 200

/**
 * Fetches pictures for readers, so that their browsers contact only this site. Uses HTTPS at the standard port, and connects
 * only to public addresses. To prevent DNS rebinding, each request, also after a redirect, resolves its host once and
 * connects to the address that was checked.
 */
export function pictureSource(network: Network = internet, { timeoutMs = 10_000 } = {}): PictureSource {
  const running = new Map<string, Promise<Picture | undefined>>()
  const turns = new FairLimiter({ atOnce: maxConcurrent, waiting: maxWaiting })

  const inTurn = (address: string, reader: AddressKey): Promise<Picture | undefined> =>
    turns
      .run(reader, () => fetchPicture(network, address, AbortSignal.timeout(timeoutMs)))
      .catch(() => undefined)

  return {
    get(address, reader = addressKey('')) {
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
  const accept = 'image/avif,image/webp,image/png,image/jpeg,image/gif'
  const bytes = await fetchPublicFile(network, address, { accept, maxBytes: limits.pictureBytes, signal })
  const contentType = bytes && pictureTypeOf(bytes)
  return bytes && contentType ? { contentType, bytes } : undefined
}
