import { type Bytes, latin1, utf8 } from './bytes.ts'
import { readExifTexts } from './exif.ts'
import type { Texts } from './texts.ts'
import { readXmpTexts } from './xmp.ts'

const headerBytes = 12

/** Reads the texts in the Exif and XMP chunks of a WebP. */
export async function readWebpTexts(bytes: Bytes): Promise<Texts> {
  const texts: Texts = []
  for (let at = headerBytes; at + 8 <= bytes.size; ) {
    const type = latin1(await bytes.read(at, 4))
    const length = (await bytes.view(at + 4, 4)).getUint32(0, true)
    if (type === 'EXIF') texts.push(...readExifTexts(await bytes.read(at + 8, length)))
    if (type === 'XMP ') texts.push(...readXmpTexts(utf8(await bytes.read(at + 8, length))))
    at += 8 + length + (length % 2)
  }
  return texts
}
