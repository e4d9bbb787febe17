import { crc32 } from 'node:zlib'
import Vips from 'wasm-vips'

const vips = await Vips({ dynamicLibraries: [] })
vips.concurrency(1)

export type PictureFormat = 'png' | 'jpeg' | 'webp' | 'gif'

/** A picture with a gradient. Several frames differ in their color. */
export function picture(
  format: PictureFormat,
  width: number,
  height: number,
  { frames = 1, comment = '' } = {},
): Buffer {
  const rows = frames * height
  const bytes = new Uint8Array(width * rows * 3)
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < width; x++)
      bytes.set([Math.floor((x / width) * 255), Math.floor(y / height) * 120, 90], (y * width + x) * 3)
  const image = vips.Image.newFromMemory(bytes, width, rows, 3, vips.BandFormat.uchar)
  if (frames > 1) image.setInt('page-height', height)
  if (comment !== '') image.setString('exif-ifd0-ImageDescription', comment)
  const saved = Buffer.from(image.writeToBuffer(`.${format}`))
  image.delete()
  return saved
}

/** The pixel in the middle, as red, green and blue. */
export function middleOf(bytes: Uint8Array): number[] {
  const image = vips.Image.newFromBuffer(bytes)
  const pixel = image.getpoint(Math.floor(image.width / 2), Math.floor(image.height / 2))
  image.delete()
  return pixel.map(Math.round).slice(0, 3)
}

/** A PNG whose header claims a size, with hardly any data. */
export function claimedPng(width: number, height: number, { bits = 8, hasAlpha = false } = {}): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([bits, hasAlpha ? 6 : 2, 0, 0, 0], 8)
  return png([chunk('IHDR', header), chunk('IDAT', Buffer.from('789c030000000001', 'hex')), chunk('IEND')])
}

/** A PNG with a second frame, after the first one, which readers without animations show. */
export function animatedPng(width: number, height: number): Buffer {
  const [header, ...others] = chunksOf(picture('png', width, height))
  const control = Buffer.alloc(8)
  control.writeUInt32BE(2, 0)
  const frame = Buffer.alloc(26)
  frame.writeUInt32BE(width, 4)
  frame.writeUInt32BE(height, 8)
  return png([header ?? Buffer.alloc(0), chunk('acTL', control), chunk('fcTL', frame), ...others])
}

const png = (chunks: Buffer[]) => Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks])

function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

function chunksOf(bytes: Buffer): Buffer[] {
  const chunks: Buffer[] = []
  for (let at = 8; at < bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at)
    chunks.push(bytes.subarray(at, end))
    at = end
  }
  return chunks
}
