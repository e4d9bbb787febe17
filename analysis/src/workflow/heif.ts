import { type Box, type Boxes, boxesIn } from './boxes.ts'
import { type Bytes, latin1, longestText, utf8 } from './bytes.ts'
import { readExifTexts } from './exif.ts'
import type { Texts } from './texts.ts'
import { readXmpTexts } from './xmp.ts'

/** Limits items, and the extents of all items together. No camera writes this many; a broken table might claim to. */
const maxItems = 1000

/** Reads the Exif and XMP items of an AVIF or HEIF picture. */
export async function readHeifTexts(bytes: Bytes, meta: Box, boxes: Boxes): Promise<Texts> {
  const kinds = new Map<number, string>()
  let places = new Map<number, Extent[]>()
  for await (const box of boxesIn(bytes, meta.start + 4, meta.end, boxes)) {
    if (box.type === 'iinf') await readKinds(bytes, box, boxes, kinds)
    if (box.type === 'iloc') places = readPlaces(await bytes.view(box.start, box.end - box.start))
  }
  const texts: Texts = []
  // The items of a hostile table can all point to the same bytes.
  let left = longestText
  for (const [item, kind] of kinds)
    for (const { offset, length } of places.get(item) ?? []) {
      left -= length
      if (left < 0) return texts
      const data = await bytes.read(offset, length)
      // Four bytes say how far the block is behind them.
      if (kind === 'Exif' && length > 8) texts.push(...readExifTexts(data.subarray(4 + uint32(data))))
      if (kind === 'mime') texts.push(...readXmpTexts(utf8(data)))
    }
  return texts
}

interface Extent {
  offset: number
  length: number
}

const uint32 = (data: Uint8Array) => new DataView(data.buffer, data.byteOffset, 4).getUint32(0)

async function readKinds(bytes: Bytes, table: Box, boxes: Boxes, kinds: Map<number, string>): Promise<void> {
  const version = (await bytes.view(table.start, 1)).getUint8(0)
  const start = table.start + (version === 0 ? 6 : 8)
  for await (const entry of boxesIn(bytes, start, table.end, boxes)) {
    if (entry.type !== 'infe' || entry.end - entry.start < 12 || kinds.size >= maxItems) continue
    const view = await bytes.view(entry.start, 12)
    const isWide = view.getUint8(0) >= 3
    const type = latin1(await bytes.read(entry.start + (isWide ? 10 : 8), 4))
    kinds.set(isWide ? view.getUint32(4) : view.getUint16(4), type)
  }
}

/** Reads the places of items that are in the file itself. */
function readPlaces(view: DataView): Map<number, Extent[]> {
  const places = new Map<number, Extent[]>()
  let extentsLeft = maxItems
  let at = 0
  const next = (size: number): number => {
    const start = at
    at += size
    if (at > view.byteLength || size === 0) return 0
    if (size === 8) return Number(view.getBigUint64(start))
    if (size === 4) return view.getUint32(start)
    return size === 2 ? view.getUint16(start) : view.getUint8(start)
  }
  const version = next(1)
  next(3)
  const [sizes, moreSizes] = [next(1), next(1)]
  const [offsetSize, lengthSize, baseSize] = [sizes >> 4, sizes & 15, moreSizes >> 4]
  const indexSize = version > 0 ? moreSizes & 15 : 0
  const count = Math.min(next(version < 2 ? 2 : 4), maxItems)
  for (let item = 0; item < count && at < view.byteLength; item++) {
    const id = next(version < 2 ? 2 : 4)
    const isInFile = version === 0 || (next(2) & 15) === 0
    next(2)
    const base = next(baseSize)
    const extents: Extent[] = []
    for (let left = next(2); left > 0 && extentsLeft > 0 && at < view.byteLength; left--, extentsLeft--) {
      next(indexSize)
      extents.push({ offset: base + next(offsetSize), length: next(lengthSize) })
    }
    if (isInFile) places.set(id, extents)
  }
  return places
}
