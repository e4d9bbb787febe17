/**
 * Builders of pictures, films, sounds and models with embedded texts. They write only the parts of each format that the
 * readers must skip.
 */
import { crc32, deflateSync } from 'node:zlib'

const encoder = new TextEncoder()
const join = (...parts: (Uint8Array | string | number[])[]): Uint8Array => {
  const all = parts.map((part) =>
    typeof part === 'string' ? Uint8Array.from(part, (c) => c.charCodeAt(0)) : Uint8Array.from(part),
  )
  return new Uint8Array(Buffer.concat(all))
}

function number(value: number, length: number, isLittle = false): number[] {
  const bytes = Array.from({ length }, (_, at) => Math.floor(value / 256 ** (length - 1 - at)) % 256)
  return isLittle ? bytes.reverse() : bytes
}

const utf8 = (text: string) => encoder.encode(text)

type PngText = { chunk: 'tEXt' | 'zTXt' | 'iTXt' | 'packed iTXt'; key: string; text: string }

export function png(texts: readonly PngText[], pixelBytes = 100): Uint8Array {
  const chunk = (type: string, data: Uint8Array) => {
    const body = join(type, data)
    return join(number(data.byteLength, 4), body, number(crc32(body), 4))
  }
  const textChunk = ({ chunk: kind, key, text }: PngText) => {
    const bytes = utf8(text)
    if (kind === 'tEXt') return chunk('tEXt', join(key, '\0', bytes))
    if (kind === 'zTXt') return chunk('zTXt', join(key, '\0\0', deflateSync(bytes)))
    if (kind === 'iTXt') return chunk('iTXt', join(key, '\0\0\0en\0\0', bytes))
    return chunk('iTXt', join(key, '\0\x01\0\0\0', deflateSync(bytes)))
  }
  return join(
    '\x89PNG\r\n\x1a\n',
    chunk('IHDR', new Uint8Array(13)),
    ...texts.map(textChunk),
    chunk('IDAT', new Uint8Array(pixelBytes)),
    chunk('IEND', new Uint8Array(0)),
  )
}

/** Builds an Exif block with one text in its first table, or as the user's comment in the second. */
export function exif(tag: number, text: string, { isLittle = true, asComment = false } = {}): Uint8Array {
  const n = (value: number, length: number) => number(value, length, isLittle)
  const data = asComment ? join('ASCII\0\0\0', utf8(text)) : join(utf8(text), '\0')
  const entry = (id: number, type: number, count: number, value: number) =>
    join(n(id, 2), n(type, 2), n(count, 4), n(value, 4))
  const start = join(isLittle ? 'II' : 'MM', n(42, 2), n(8, 4))
  if (!asComment) {
    return join(start, n(1, 2), entry(tag, 2, data.byteLength, 26), n(0, 4), data)
  }
  const second = 26
  const table = join(n(1, 2), entry(tag, 7, data.byteLength, second + 18), n(0, 4))
  return join(start, n(1, 2), entry(0x8769, 4, 1, second), n(0, 4), table, data)
}

export function webp(exifBlock: Uint8Array): Uint8Array {
  const chunk = (type: string, data: Uint8Array) =>
    join(type, number(data.byteLength, 4, true), data, data.byteLength % 2 === 1 ? [0] : [])
  const body = join(
    'WEBP',
    chunk('VP8X', new Uint8Array(10)),
    chunk('VP8 ', new Uint8Array(33)),
    chunk('EXIF', exifBlock),
  )
  return join('RIFF', number(body.byteLength, 4, true), body)
}

export function jpeg(segments: readonly { marker: number; data: Uint8Array | string }[]): Uint8Array {
  const written = segments.map(({ marker, data }) => {
    const bytes = join(data)
    return join([0xff, marker], number(bytes.byteLength + 2, 2), bytes)
  })
  return join([0xff, 0xd8], ...written, [0xff, 0xda, 0, 2], new Uint8Array(50), [0xff, 0xd9])
}

const box = (type: string, ...content: (Uint8Array | string | number[])[]) => {
  const body = join(...content)
  return join(number(body.byteLength + 8, 4), type, body)
}

/** Builds a film with `keys` and `ilst`, as newer programs write it, after the frames. */
export function mp4WithKeys(texts: Record<string, string>, filmBytes = 1000): Uint8Array {
  const keys = Object.keys(texts).map((key) => box('mdta', key))
  const entries = Object.values(texts).map((text, at) => {
    const data = box('data', number(1, 4), number(0, 4), utf8(text))
    return join(number(data.byteLength + 8, 4), number(at + 1, 4), data)
  })
  const meta = box(
    'meta',
    number(0, 4),
    box('hdlr', new Uint8Array(24)),
    box('keys', number(0, 4), number(keys.length, 4), ...keys),
    box('ilst', ...entries),
  )
  return join(box('ftyp', 'isom'), box('mdat', new Uint8Array(filmBytes)), box('moov', box('udta', meta)))
}

/** Builds a film with the older form of comment. */
export function mp4WithComment(text: string): Uint8Array {
  const data = box('data', number(1, 4), number(0, 4), utf8(text))
  const meta = box('meta', number(0, 4), box('hdlr', new Uint8Array(24)), box('ilst', box('\xa9cmt', data)))
  return join(box('ftyp', 'isom'), box('moov', box('udta', meta)), box('mdat', new Uint8Array(10)))
}

export function webm(tags: Record<string, string>, { isLive = false, clusterBytes = 1000 } = {}): Uint8Array {
  const element = (id: number[], content: Uint8Array) =>
    // A five-byte size: the marker, and four bytes with the number.
    join(id, [0x08], number(content.byteLength, 4), content)
  const unknown = (id: number[], content: Uint8Array) =>
    join(id, [0x01, 255, 255, 255, 255, 255, 255, 255], content)
  const simple = Object.entries(tags).map(([name, text]) =>
    element([0x67, 0xc8], join(element([0x45, 0xa3], utf8(name)), element([0x44, 0x87], utf8(text)))),
  )
  const cluster = element([0xa3], new Uint8Array(clusterBytes))
  const clusterId = [0x1f, 0x43, 0xb6, 0x75]
  const all = join(
    (isLive ? unknown : element)(clusterId, cluster),
    element([0x12, 0x54, 0xc3, 0x67], element([0x73, 0x73], join(...simple))),
  )
  const head = element([0x1a, 0x45, 0xdf, 0xa3], new Uint8Array(4))
  return join(head, (isLive ? unknown : element)([0x18, 0x53, 0x80, 0x67], all))
}

const withLength = (bytes: Uint8Array, isLittle: boolean) =>
  join(number(bytes.byteLength, 4, isLittle), bytes)

const vorbisComments = (texts: Record<string, string>): Uint8Array => {
  const comments = Object.entries(texts).map(([key, text]) => withLength(utf8(`${key}=${text}`), true))
  return join(withLength(utf8('a writer'), true), number(comments.length, 4, true), ...comments)
}

export function flac(texts: Record<string, string>): Uint8Array {
  const block = (type: number, data: Uint8Array) => join([type], number(data.byteLength, 3), data)
  return join('fLaC', block(0, new Uint8Array(34)), block(0x84, vorbisComments(texts)), new Uint8Array(50))
}

/** Builds an Opus file whose comments extend over as many pages as they need. */
export function opus(texts: Record<string, string>): Uint8Array {
  const page = (segments: Uint8Array[]) =>
    join('OggS', new Uint8Array(22), [segments.length, ...segments.map((one) => one.byteLength)], ...segments)
  const comments = join('OpusTags', vorbisComments(texts))
  const segments: Uint8Array[] = []
  for (let at = 0; at <= comments.byteLength; at += 255) segments.push(comments.slice(at, at + 255))
  const pages: Uint8Array[] = []
  for (let at = 0; at < segments.length; at += 3) pages.push(page(segments.slice(at, at + 3)))
  return join(page([join('OpusHead', new Uint8Array(11))]), ...pages, page([new Uint8Array(40)]))
}

/** Builds an MP3 with texts in an ID3 tag of version 2.3 (UTF-16) or 2.4 (UTF-8). */
export function mp3(texts: Record<string, string>, version: 3 | 4 = 4): Uint8Array {
  const sevenBits = (value: number) => [21, 14, 7, 0].map((shift) => (value >> shift) & 0x7f)
  const utf16 = (text: string) => join([0xff, 0xfe], new Uint8Array(Buffer.from(text, 'utf16le')))
  const frames = Object.entries(texts).map(([key, text]) => {
    const data =
      version === 4 ? join([3], utf8(`${key}\0${text}`)) : join([1], utf16(key), [0, 0], utf16(text))
    const size = version === 4 ? sevenBits(data.byteLength) : number(data.byteLength, 4)
    return join('TXXX', size, [0, 0], data)
  })
  const tag = join(...frames, new Uint8Array(20))
  return join('ID3', [version, 0, 0], sevenBits(tag.byteLength), tag, [0xff, 0xfb], new Uint8Array(50))
}

export function glb(extras: object): Uint8Array {
  const json = utf8(JSON.stringify({ asset: { version: '2.0', extras } }))
  const chunk = join(number(json.byteLength, 4, true), 'JSON', json)
  return join('glTF', number(2, 4, true), number(chunk.byteLength + 12, 4, true), chunk)
}

export function safetensors(metadata: object): Uint8Array {
  const header = utf8(JSON.stringify({ __metadata__: metadata }))
  return join(number(header.byteLength, 8, true), header, new Uint8Array(64))
}

/** Builds an AVIF picture with an Exif block, by the table of its items or without one. */
export function avif(exifBlock: Uint8Array, { hasTable = true } = {}): Uint8Array {
  const type = box('ftyp', 'avif', new Uint8Array(4), 'avif')
  if (!hasTable) return join(type, box('meta', number(0, 4)), box('mdat', 'Exif\0\0', exifBlock))
  const item = join(number(0, 4), exifBlock)
  const meta = (offset: number) =>
    box(
      'meta',
      number(0, 4),
      box(
        'iinf',
        number(0, 4),
        number(1, 2),
        box('infe', [2, 0, 0, 0], number(7, 2), number(0, 2), 'Exif\0'),
      ),
      box(
        'iloc',
        [0, 0, 0, 0, 0x44, 0],
        number(1, 2),
        number(7, 2),
        number(0, 2),
        number(1, 2),
        number(offset, 4),
        number(item.byteLength, 4),
      ),
    )
  const offset = type.byteLength + meta(0).byteLength + 8
  return join(type, meta(offset), box('mdat', item))
}
