import { type Box, type Boxes, boxesIn, maxBoxes } from './boxes.ts'
import { type Bytes, latin1, utf8 } from './bytes.ts'
import { readExifTexts } from './exif.ts'
import { readHeifTexts } from './heif.ts'
import type { Texts } from './texts.ts'

/** Reads the texts in the metadata of an MP4 or QuickTime film, in both forms that programs write, and of an AVIF picture. */
export async function readMp4Texts(bytes: Bytes): Promise<Texts> {
  const texts: Texts = []
  const boxes = { left: maxBoxes }
  for await (const box of boxesIn(bytes, 0, bytes.size, boxes)) {
    if (box.type === 'moov') await readFilm(bytes, box, boxes, texts)
    if (box.type === 'meta') texts.push(...(await readHeifTexts(bytes, box, boxes)))
    if (box.type === 'mdat') texts.push(...(await readBareExif(bytes, box)))
  }
  return texts
}

/** Some programs write a picture's Exif block without a table that says where it is. */
async function readBareExif(bytes: Bytes, { start, end }: Box): Promise<Texts> {
  const magic = 'Exif\0\0'
  if (end - start <= magic.length || latin1(await bytes.read(start, magic.length)) !== magic) return []
  return readExifTexts(await bytes.read(start, end - start))
}

async function readFilm(bytes: Bytes, film: Box, boxes: Boxes, texts: Texts): Promise<void> {
  for await (const box of boxesIn(bytes, film.start, film.end, boxes)) {
    if (box.type === 'udta' || box.type === 'trak') await readFilm(bytes, box, boxes, texts)
    if (box.type === 'meta') texts.push(...(await readMeta(bytes, box, boxes)))
    if (box.type.startsWith('\u00a9')) texts.push(await readQuickTimeText(bytes, box))
  }
}

/** `keys` names the entries of `ilst` by number; without it, an entry is named by its type or by itself. */
async function readMeta(bytes: Bytes, meta: Box, boxes: Boxes): Promise<Texts> {
  const start = (await isFullBox(bytes, meta)) ? meta.start + 4 : meta.start
  const texts: Texts = []
  let keys: string[] = []
  for await (const box of boxesIn(bytes, start, meta.end, boxes)) {
    if (box.type === 'keys') keys = await readKeys(bytes, box)
    if (box.type !== 'ilst') continue
    for await (const entry of boxesIn(bytes, box.start, box.end, boxes)) {
      texts.push(...(await readEntry(bytes, entry, keys, boxes)))
    }
  }
  return texts
}

/** QuickTime writes `meta` without the four bytes of version and flags. */
async function isFullBox(bytes: Bytes, { start, end }: Box): Promise<boolean> {
  if (end - start < 8) return false
  return latin1(await bytes.read(start + 4, 4)) !== 'hdlr'
}

async function readKeys(bytes: Bytes, { start, end }: Box): Promise<string[]> {
  const count = (await bytes.view(start + 4, 4)).getUint32(0)
  const keys: string[] = []
  for (let at = start + 8; keys.length < count && at + 8 <= end; ) {
    const length = (await bytes.view(at, 4)).getUint32(0)
    if (length < 8 || at + length > end) break
    keys.push(utf8(await bytes.read(at + 8, length - 8)))
    at += length
  }
  return keys
}

async function readEntry(bytes: Bytes, entry: Box, keys: readonly string[], boxes: Boxes): Promise<Texts> {
  const number = [...entry.type].reduce((sum, character) => sum * 256 + character.charCodeAt(0), 0)
  let key = keys[number - 1] ?? entry.type
  const texts: Texts = []
  for await (const box of boxesIn(bytes, entry.start, entry.end, boxes)) {
    if (box.type === 'name') key = utf8(await bytes.read(box.start + 4, box.end - box.start - 4))
    if (box.type !== 'data' || box.end - box.start < 8) continue
    texts.push({ key, text: utf8(await bytes.read(box.start + 8, box.end - box.start - 8)) })
  }
  return texts
}

/** Two bytes of length and two of language precede the text. */
async function readQuickTimeText(bytes: Bytes, { start, end }: Box): Promise<Texts[number]> {
  const text = end - start > 4 ? utf8(await bytes.read(start + 4, end - start - 4)) : ''
  return { key: '', text }
}
