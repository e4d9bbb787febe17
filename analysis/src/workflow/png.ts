import { type Bytes, inflate, latin1, utf8 } from './bytes.ts'
import type { Texts } from './texts.ts'

const headerBytes = 8
/** Length and type in front of a chunk, checksum behind it. */
const chunkFrame = 12

/** The keyed texts of a PNG: plain (tEXt), packed (zTXt) and in UTF-8 (iTXt). */
export async function readPngTexts(bytes: Bytes): Promise<Texts> {
  const texts: Texts = []
  for (let at = headerBytes; at + chunkFrame <= bytes.size; ) {
    const length = (await bytes.view(at, 4)).getUint32(0)
    const type = latin1(await bytes.read(at + 4, 4))
    if (type === 'IEND') break
    if (textChunks[type]) texts.push(...(await textChunks[type](await bytes.read(at + 8, length))))
    at += length + chunkFrame
  }
  return texts
}

const textChunks: Record<string, (data: Uint8Array) => Promise<Texts>> = {
  async tEXt(data) {
    const end = data.indexOf(0)
    if (end < 0) return []
    const text = data.subarray(end + 1)
    // By the standard Latin-1; programs write UTF-8 too.
    return [{ key: latin1(data.subarray(0, end)), text: isUtf8(text) ? utf8(text) : latin1(text) }]
  },
  async zTXt(data) {
    const end = data.indexOf(0)
    if (end < 0) return []
    return [{ key: latin1(data.subarray(0, end)), text: utf8(await inflate(data.subarray(end + 2))) }]
  },
  async iTXt(data) {
    const keyEnd = data.indexOf(0)
    const languageEnd = data.indexOf(0, keyEnd + 3)
    const translatedEnd = data.indexOf(0, languageEnd + 1)
    if (keyEnd < 0 || languageEnd < 0 || translatedEnd < 0) return []
    const packed = data.subarray(translatedEnd + 1)
    const text = utf8(data[keyEnd + 1] === 1 ? await inflate(packed) : packed)
    return [{ key: latin1(data.subarray(0, keyEnd)), text }]
  },
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
