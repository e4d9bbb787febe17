import Vips from 'wasm-vips'
import { serve } from '../threads/thread.ts'
import { pictureTypeOf } from './picture-type.ts'

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

/** More than the largest screenshots. */
export const maxPixels = 40_000_000
/** Four samples of a byte for each of them; some formats have samples of two or four bytes. */
const maxDecodedBytes = 4 * maxPixels
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
    const { isFilled = false } = shape
    try {
      const refusal = withOpened(bytes, (image) => refusalOf(image, shape))
      if (refusal) return refusal
      return shrunk(bytes, shape, (small) =>
        small.webpsaveBuffer({ Q: isFilled ? quality.cut : quality.whole, effort, keep: 'none' }),
      )
    } catch {
      return 'unreadable'
    }
  },
}

function withOpened<Result>(bytes: Uint8Array, use: (image: Vips.Image) => Result): Result {
  const image = vips.Image.newFromBuffer(bytes, '', { fail_on: 'truncated', access: 'sequential' })
  try {
    return use(image)
  } finally {
    // It is memory of WebAssembly.
    image.delete()
  }
}

function shrunk<Result>(
  bytes: Uint8Array,
  { width, height, isFilled = false }: Shape,
  use: (image: Vips.Image) => Result,
): Result {
  const options = {
    height,
    ...(isFilled ? ({ crop: 'attention', size: 'both' } as const) : ({ size: 'down' } as const)),
  }
  const finish = (small: Vips.Image) => {
    try {
      return use(small)
    } finally {
      small.delete()
    }
  }
  // This decodes WebP in a small size, which takes half of the memory, but does not notice that other formats end early.
  if (pictureTypeOf(bytes) === 'image/webp') return finish(vips.Image.thumbnailBuffer(bytes, width, options))
  return withOpened(bytes, (image) => finish(image.thumbnailImage(width, options)))
}

function refusalOf(
  { width: wide, height: high, bands, format }: Vips.Image,
  { leastSide, maxStretched }: Shape,
): ThumbnailRefusal | undefined {
  const sampleBytes = { uchar: 1, char: 1, ushort: 2, short: 2 }[String(format)] ?? 4
  const decodedBytes = wide * high * bands * sampleBytes
  if (wide * high > maxPixels || decodedBytes > maxDecodedBytes) return 'too_many_pixels'
  const isStretched = wide / high > maxStretched || high / wide > maxStretched
  return Math.min(wide, high) < leastSide || isStretched ? 'too_small' : undefined
}

serve(api)
