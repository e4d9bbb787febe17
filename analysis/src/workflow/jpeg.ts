import { trimEndOf } from '../ground/text-search.ts'
import { type Bytes, startsWith, utf8 } from './bytes.ts'
import { readExifTexts } from './exif.ts'
import type { Texts } from './texts.ts'
import { readXmpTexts } from './xmp.ts'

const startOfScan = 0xda
const endOfImage = 0xd9
const application1 = 0xe1
const comment = 0xfe
const xmpName = 'http://ns.adobe.com/xap/1.0/\0'

/**
 * Reads the texts in the comments, the Exif and the XMP segments of a JPEG, which all precede the picture.
 */
export async function readJpegTexts(bytes: Bytes): Promise<Texts> {
  const texts: Texts = []
  for (let at = 2; at + 4 <= bytes.size; ) {
    const view = await bytes.view(at, 4)
    const marker = view.getUint8(1)
    if (view.getUint8(0) !== 0xff || marker === startOfScan || marker === endOfImage) break
    if (marker === 0xff) {
      at++
      continue
    }
    const length = view.getUint16(2)
    if (length < 2) break
    if (marker === application1 || marker === comment) {
      texts.push(...segmentTexts(marker, await bytes.read(at + 4, length - 2)))
    }
    at += 2 + length
  }
  return texts
}

function segmentTexts(marker: number, data: Uint8Array): Texts {
  if (marker === comment) return [{ key: '', text: trimEndOf(utf8(data), '\0') }]
  if (startsWith(data, 'Exif\0\0')) return readExifTexts(data)
  return startsWith(data, xmpName) ? readXmpTexts(utf8(data.subarray(xmpName.length))) : []
}
