import pLimit from 'p-limit'
import { Thread } from '../../ground/threads/thread.ts'
import type { Picture } from './picture-source.ts'
import type { ThumbnailApi } from './thumbnail-worker.ts'

const program = new URL('thumbnail-worker.ts', import.meta.url)
const idleMs = 20_000
const timeoutMs = 15_000

const inTurn = pLimit(1)
let thread: Thread<ThumbnailApi> | undefined

/** Cards are twice as wide as high. This is about their size in pixels on high-resolution screens. */
const card = { width: 640, height: 320 } as const

/** Shrinks an image for a card. Returns undefined if it cannot be shown. */
export async function toCard(picture: Picture | undefined): Promise<Picture | undefined> {
  if (!picture) return undefined
  const bytes = await inTurn(() => shrink(picture.bytes))
  return bytes && { contentType: 'image/webp', bytes: Buffer.from(bytes) }
}

/** A thread that fails or takes too long ends, and the next image gets a new one. */
async function shrink(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  if (!thread || thread.hasEnded)
    thread = new Thread<ThumbnailApi>(program, { name: 'The thread for small images', idleMs, env: {} })
  const used = thread
  const timer = setTimeout(() => void used.end(), timeoutMs)
  try {
    return await used.call('shrink', { bytes: new Uint8Array(bytes), ...card })
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}
