import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Resvg } from '@resvg/resvg-js'

const pictures = join(import.meta.dirname, '../../web/public')
const icoSize = 32

/** Draws the files that browsers and chat programs ask for by name, from the mark in `favicon.svg`. */
export function icons(): Record<string, Buffer> {
  const mark = readFileSync(join(pictures, 'favicon.svg'), 'utf8')
  // Phones cut the corners themselves, and show transparent ones as black.
  const square = mark.replace(' rx="9"', '')
  return {
    'logo.png': draw(mark, 1024),
    'icon-512.png': draw(mark, 512),
    'icon-192.png': draw(mark, 192),
    'apple-touch-icon.png': draw(square, 180),
    'favicon.ico': toIco(draw(mark, icoSize)),
  }
}

const draw = (svg: string, width: number) =>
  new Resvg(svg, { fitTo: { mode: 'width', value: width } }).render().asPng()

/** An ICO file of one picture: the header of the file, that of the picture, and the PNG. */
function toIco(png: Buffer): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(icoSize, 6)
  head.writeUInt8(icoSize, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}
