import { type Bytes, latin1 } from './bytes.ts'

/** A box of an MP4, QuickTime or HEIF file. */
export interface Box {
  type: string
  /** Start of the content. */
  start: number
  end: number
}

/** The boxes that may still be read: a film has a few hundred, and a broken one might claim boxes without end. */
export interface Boxes {
  left: number
}

export const maxBoxes = 20_000

/** Lists the boxes in a part of a file. Ends at one that does not fit. */
export async function* boxesIn(bytes: Bytes, start: number, end: number, boxes: Boxes): AsyncGenerator<Box> {
  for (let at = start; at + 8 <= end && boxes.left-- > 0; ) {
    const view = await bytes.view(at, 8)
    const type = latin1(await bytes.read(at + 4, 4))
    const short = view.getUint32(0)
    const header = short === 1 ? 16 : 8
    const size =
      short === 0 ? end - at : short === 1 ? Number((await bytes.view(at + 8, 8)).getBigUint64(0)) : short
    if (size < header || at + size > end) return
    yield { type, start: at + header, end: at + size }
    at += size
  }
}
