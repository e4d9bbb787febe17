import { limits } from '@nodeyard/contract/limits'
import { FairLimiter } from '../../ground/http/fair-limiter.ts'
import { pictureTypeOf } from '../../ground/markdown/picture-type.ts'
import { fetchPublicFile, internet, type Network } from '../../ground/outbound/public-file.ts'

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

const mostAtOnce = 16
const mostWaiting = 200

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
  const accept = 'image/avif,image/webp,image/png,image/jpeg,image/gif'
  const bytes = await fetchPublicFile(network, address, { accept, mostBytes: limits.pictureBytes, signal })
  const contentType = bytes && pictureTypeOf(bytes)
  return bytes && contentType ? { contentType, bytes } : undefined
}
