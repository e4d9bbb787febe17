import { joined } from '../ground/joined.ts'
import { type Bytes, latin1, longestText, startsWith, utf8 } from './bytes.ts'
import { WorkflowRefusal } from './refusal.ts'
import type { Texts } from './texts.ts'

const vorbisComment = 4
/** A file has a few blocks before its sound. */
const maxBlocks = 1000
/** Limits the texts of a sound. */
const maxTexts = 10_000

/** Reads the Vorbis comments of a FLAC file, which are in one of the blocks before the sound. */
export async function readFlacTexts(bytes: Bytes): Promise<Texts> {
  for (let at = 4, left = maxBlocks; left > 0 && at + 4 <= bytes.size; left--) {
    const head = (await bytes.view(at, 4)).getUint32(0)
    const [isLast, type, length] = [head >>> 31 === 1, (head >>> 24) & 0x7f, head & 0xffffff]
    if (type === vorbisComment) return commentsIn(await bytes.read(at + 4, length))
    if (isLast) break
    at += 4 + length
  }
  return []
}

const pageHeaderBytes = 27
const fullSegment = 255

/** Reads the comments of an Ogg file with Opus or Vorbis, which are its second packet. */
export async function readOggTexts(bytes: Bytes): Promise<Texts> {
  const parts: Uint8Array[] = []
  let size = 0
  let packet = 0
  for (let at = 0; packet < 2 && at + pageHeaderBytes <= bytes.size; ) {
    const header = await bytes.read(at, pageHeaderBytes)
    if (!startsWith(header, 'OggS')) break
    const segments = await bytes.read(at + pageHeaderBytes, header[pageHeaderBytes - 1] ?? 0)
    at += pageHeaderBytes + segments.byteLength
    for (const length of segments) {
      if (packet === 1) parts.push(await bytes.read(at, length))
      at += length
      size += packet === 1 ? length : 0
      if (size > longestText) throw new WorkflowRefusal('too_large')
      // A packet ends with the first segment that is not full.
      if (length < fullSegment) packet++
    }
  }
  const comments = joined(parts, size)
  const magic = ['OpusTags', '\x03vorbis'].find((start) => startsWith(comments, start))
  return magic ? commentsIn(comments.subarray(magic.length)) : []
}

/** Reads Vorbis comments: the writer's name, then `KEY=text` each, with their lengths before them. */
function commentsIn(data: Uint8Array): Texts {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  let at = 0
  const next = (): Uint8Array | undefined => {
    if (at + 4 > data.byteLength) return undefined
    const length = view.getUint32(at, true)
    const start = at + 4
    at = start + length
    return at <= data.byteLength ? data.subarray(start, at) : undefined
  }
  if (!next()) return []
  at += 4
  const texts: Texts = []
  for (let comment = next(); comment && texts.length < maxTexts; comment = next()) {
    const text = utf8(comment)
    const equals = text.indexOf('=')
    if (equals > 0) texts.push({ key: text.slice(0, equals), text: text.slice(equals + 1) })
  }
  return texts
}

const id3HeaderBytes = 10

/** Reads the texts (TXXX and COMM) of the ID3 tag at the start of an MP3 file, version 2.3 or 2.4. */
export async function readMp3Texts(bytes: Bytes): Promise<Texts> {
  const header = await bytes.read(0, id3HeaderBytes)
  const version = header[3] ?? 0
  const flags = header[5] ?? 0
  if (version !== 3 && version !== 4) return []
  const stored = await bytes.read(id3HeaderBytes, sevenBitNumber(header, 6))
  const tag = flags & 0x80 && version === 3 ? withoutPadding(stored) : stored
  const view = new DataView(tag.buffer, tag.byteOffset, tag.byteLength)
  const sizeAt = (at: number) => (version === 4 ? sevenBitNumber(tag, at) : view.getUint32(at))
  const hasExtension = (flags & 0x40) !== 0 && tag.byteLength >= 4
  const extension = hasExtension ? sizeAt(0) + (version === 3 ? 4 : 0) : 0
  const texts: Texts = []
  for (let at = extension; texts.length < maxTexts && at + id3HeaderBytes <= tag.byteLength; ) {
    const id = latin1(tag.subarray(at, at + 4))
    const end = at + id3HeaderBytes + sizeAt(at + 4)
    if (!/^[A-Z\d]{4}$/.test(id) || end > tag.byteLength) break
    const frame = tag.subarray(at + id3HeaderBytes, end)
    const isPadded = version === 4 && ((tag[at + 9] ?? 0) & 0x02) !== 0
    if (id === 'TXXX' || id === 'COMM') texts.push(readFrame(isPadded ? withoutPadding(frame) : frame, id))
    at = end
  }
  return texts
}

/** A name, a zero and the text, behind their encoding; a comment has a language of three letters before that. */
function readFrame(frame: Uint8Array, id: 'TXXX' | 'COMM'): Texts[number] {
  const encoding = ['utf-8', 'utf-16', 'utf-16be', 'utf-8'][frame[0] ?? 0] ?? 'utf-8'
  const body = frame.subarray(id === 'COMM' ? 4 : 1)
  const [key = '', ...rest] = decode(body, encoding).split('\0')
  return { key, text: rest.join('') }
}

function decode(bytes: Uint8Array, encoding: string): string {
  if (encoding !== 'utf-16') return new TextDecoder(encoding).decode(bytes)
  const isBigEndian = startsWith(bytes, '\xfe\xff')
  // Both strings have a mark of their byte order.
  return new TextDecoder(isBigEndian ? 'utf-16be' : 'utf-16le').decode(bytes).replaceAll('\ufeff', '')
}

/** Four bytes of seven bits each. */
const sevenBitNumber = (bytes: Uint8Array, at: number): number =>
  bytes.subarray(at, at + 4).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0)

/** Takes out the zero that writers put behind each byte 255, so that players find no sound in a tag. */
function withoutPadding(bytes: Uint8Array): Uint8Array {
  return bytes.filter((byte, at) => !(byte === 0 && bytes[at - 1] === 0xff))
}
