import { addressKey } from '../address-key.ts'
import { FairLimiter } from '../threads/fair-limiter.ts'
import { Thread } from '../threads/thread.ts'
import type { Picture } from './picture-source.ts'
import { pictureTypeOf } from './picture-type.ts'
import type { Shape, ThumbnailApi, ThumbnailRefusal } from './thumbnail-worker.ts'

export type { ThumbnailRefusal }

const program = new URL('thumbnail-worker.ts', import.meta.url)
const idleMs = 20_000
const timeoutMs = 15_000

/** Uploads, cards and readings take turns, so that none of them keeps the others waiting. */
const turns = new FairLimiter({ atOnce: 1, waiting: 200 })
let thread: Thread<ThumbnailApi> | undefined

/** A strip, a logo or an icon shows nothing in a card. */
const telling = { leastSide: 120, maxStretched: 4 } as const

/** Sizes of stored pictures, about those in pixels on high-resolution screens. Cards are twice as wide as high. */
export const shapes = {
  card: { width: 640, height: 320, isFilled: true, ...telling },
  icon: { width: 400, height: 400, leastSide: 16, maxStretched: 4 },
  banner: { width: 1280, height: 1280, ...telling },
} as const satisfies Record<string, Shape>

/** Shrinks an image for a card. Returns undefined if it cannot be shown. */
export async function toCard(picture: Picture | undefined): Promise<Picture | undefined> {
  const bytes = picture && (await encode(picture.bytes, shapes.card, 'cards').catch(() => undefined))
  return bytes instanceof Buffer ? { contentType: 'image/webp', bytes } : undefined
}

/**
 * Encodes an image again as WebP, which leaves out its metadata, later frames, and whatever else its file contains. Rejects when
 * too many wait.
 */
export async function encode(
  bytes: Buffer,
  shape: Shape,
  use: 'uploads' | 'cards' | 'readings',
): Promise<Buffer | ThumbnailRefusal> {
  return pictureTypeOf(bytes) ? turns.run(addressKey(use), () => shrink(bytes, shape)) : 'unreadable'
}

/** A thread that fails or takes too long ends, and the next image gets a new one. */
async function shrink(bytes: Uint8Array, shape: Shape): Promise<Buffer | ThumbnailRefusal> {
  if (!thread || thread.hasEnded)
    thread = new Thread<ThumbnailApi>(program, { name: 'The thread for small images', idleMs, env: {} })
  const used = thread
  const timer = setTimeout(() => void used.end(), timeoutMs)
  try {
    const shrunk = await used.call('shrink', { bytes: new Uint8Array(bytes), ...shape })
    return typeof shrunk === 'string' ? shrunk : Buffer.from(shrunk)
  } catch {
    return 'unreadable'
  } finally {
    clearTimeout(timer)
  }
}
