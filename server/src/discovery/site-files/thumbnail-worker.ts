import Vips from 'wasm-vips'
import { serve } from '../../ground/threads/thread.ts'

/** Strangers' images are decoded here, as WebAssembly: a fault in a decoder reaches neither memory nor files of the process. */
export type ThumbnailApi = typeof api

export interface ThumbnailRequest {
  bytes: Uint8Array
  width: number
  height: number
}

/** More than the largest screenshots; a decoded pixel takes four bytes. */
const maxPixels = 40_000_000
/** A strip, a logo or an icon shows nothing in a card. */
const leastSide = 120
const maxStretched = 4
const quality = 62
const effort = 4

const vips = await Vips({ dynamicLibraries: [] })
vips.concurrency(1)
vips.Cache.max(0)

const api = {
  /** Returns a WebP image that fills the given size; undefined for an image that is unreadable, too small or too large. */
  shrink({ bytes, width, height }: ThumbnailRequest): Uint8Array | undefined {
    const header = vips.Image.newFromBuffer(bytes)
    const [wide, high] = [header.width, header.height]
    header.delete()
    const isFit =
      Math.min(wide, high) >= leastSide &&
      wide * high <= maxPixels &&
      wide / high <= maxStretched &&
      high / wide <= maxStretched
    if (!isFit) return undefined
    const image = vips.Image.thumbnailBuffer(bytes, width, { height, crop: 'attention', size: 'both' })
    try {
      return image.webpsaveBuffer({ Q: quality, effort, keep: 'none' })
    } finally {
      image.delete()
    }
  },
}

serve(api)
