import Vips from 'wasm-vips'
import { serve } from '../threads/thread.ts'

/** Strangers' images are decoded here, as WebAssembly: a fault in a decoder reaches neither memory nor files of the process. */
export type ThumbnailApi = typeof api

export interface Shape {
  width: number
  height: number
  /** Cuts the image to this size instead of fitting it in. */
  isFilled?: boolean
  leastSide: number
  /** How many times longer than the other a side can be. */
  maxStretched: number
}

export interface ThumbnailRequest extends Shape {
  bytes: Uint8Array
}

/** Why an image is not taken. */
export type ThumbnailRefusal = 'unreadable' | 'too_many_pixels' | 'too_small'

/** More than the largest screenshots; a decoded pixel takes four bytes. */
export const maxPixels = 40_000_000
const quality = { cut: 62, whole: 82 } as const
const effort = 4

// Decoders write a line about each damaged row.
const vips = await Vips({
  dynamicLibraries: [],
  print: () => {},
  printErr: () => {},
  preRun: (module) => void Object.assign(module.ENV, { VIPS_WARNING: '1' }),
})
vips.concurrency(1)
vips.Cache.max(0)

const api = {
  /**
   * Returns a WebP image without metadata, of the first frame. Sizes are judged by the header, before anything is
   * decoded. An incomplete image is unreadable.
   */
  shrink({ bytes, ...shape }: ThumbnailRequest): Uint8Array | ThumbnailRefusal {
    const { width, height, isFilled = false } = shape
    try {
      using image = disposed(
        vips.Image.newFromBuffer(bytes, '', { fail_on: 'truncated', access: 'sequential' }),
      )
      const refusal = refusalOf(image.value, shape)
      if (refusal) return refusal
      const fit = isFilled ? ({ crop: 'attention', size: 'both' } as const) : ({ size: 'down' } as const)
      using small = disposed(image.value.thumbnailImage(width, { height, ...fit }))
      const Q = isFilled ? quality.cut : quality.whole
      return small.value.webpsaveBuffer({ Q, effort, keep: 'none' })
    } catch {
      return 'unreadable'
    }
  },
}

/** Frees an image at the end of its block: it is memory of WebAssembly. */
const disposed = (value: Vips.Image) => ({ value, [Symbol.dispose]: () => value.delete() })

function refusalOf(
  { width: wide, height: high }: Vips.Image,
  { leastSide, maxStretched }: Shape,
): ThumbnailRefusal | undefined {
  if (wide * high > maxPixels) return 'too_many_pixels'
  const isStretched = wide / high > maxStretched || high / wide > maxStretched
  return Math.min(wide, high) < leastSide || isStretched ? 'too_small' : undefined
}

serve(api)
