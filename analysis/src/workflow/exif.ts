import { trimEndOf } from '../ground/text-search.ts'
import { latin1, startsWith, utf8 } from './bytes.ts'
import type { Texts } from './texts.ts'

const asciiType = 2
const undefinedType = 7
const longType = 4
const exifPointer = 0x8769
const userComment = 0x9286
/** No camera writes this many; a broken table might claim to. */
const maxEntries = 500
const entryBytes = 12

/**
 * Reads the texts of an Exif block, which starts with its byte order. Pointers to the outside are ignored.
 */
export function readExifTexts(exif: Uint8Array): Texts {
  const data = startsWith(exif, 'Exif\0\0') ? exif.subarray(6) : exif
  if (data.byteLength < 8) return []
  const isLittle = startsWith(data, 'II')
  if (!isLittle && !startsWith(data, 'MM')) return []
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const block = { view, data, isLittle, left: data.byteLength }
  return readTable(block, view.getUint32(4, isLittle), true)
}

interface Block {
  view: DataView
  data: Uint8Array
  isLittle: boolean
  /** Bytes left to read, because the entries of a hostile table can all point to the same ones. */
  left: number
}

function readTable(block: Block, start: number, followsPointer: boolean): Texts {
  const { view, data, isLittle } = block
  if (start + 2 > data.byteLength) return []
  const count = Math.min(view.getUint16(start, isLittle), maxEntries)
  const texts: Texts = []
  for (let index = 0; index < count; index++) {
    const at = start + 2 + index * entryBytes
    if (at + entryBytes > data.byteLength) break
    const type = view.getUint16(at + 2, isLittle)
    if (view.getUint16(at, isLittle) === exifPointer && type === longType && followsPointer) {
      texts.push(...readTable(block, view.getUint32(at + 8, isLittle), false))
    } else if (type === asciiType || type === undefinedType) texts.push(...readEntry(block, at))
  }
  return texts
}

function readEntry(block: Block, at: number): Texts {
  const { view, data, isLittle } = block
  const length = view.getUint32(at + 4, isLittle)
  const from = length <= 4 ? at + 8 : view.getUint32(at + 8, isLittle)
  block.left -= length
  if (from + length > data.byteLength || block.left < 0) return []
  const bytes = data.subarray(from, from + length)
  const isComment = view.getUint16(at, isLittle) === userComment
  return [{ key: '', text: trimEndOf(isComment ? commentOf(bytes, isLittle) : utf8(bytes), '\0') }]
}

/** The first eight bytes of a comment name its encoding. */
function commentOf(bytes: Uint8Array, isLittle: boolean): string {
  const kind = trimEndOf(latin1(bytes.subarray(0, 8)), '\0 ')
  const text = bytes.subarray(8)
  if (kind === 'UNICODE') return new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be').decode(text)
  return kind === 'ASCII' || kind === '' || kind === 'JIS' ? utf8(text) : utf8(bytes)
}
