import { type Bytes, inflate, latin1, longestText, utf8 } from './bytes.ts'
import type { Texts } from './texts.ts'

const headerBytes = 8
/** Length and type before a chunk, checksum after it. */
const chunkFrame = 12

/** Reads the keyed texts of a PNG: plain (tEXt), packed (zTXt) and in UTF-8 (iTXt). */
export async function readPngTexts(bytes: Bytes): Promise<Texts> {
  const texts: Texts = []
  // The limit is for all texts together, because a file can contain any number of packed ones.
  let left = longestText
  let isEnded = false
  for (let at = headerBytes; at + chunkFrame <= bytes.size; ) {
    const length = (await bytes.view(at, 4)).getUint32(0)
    const type = latin1(await bytes.read(at + 4, 4))
    // Some programs append texts after the end chunk, and the tool's editor reads on. Other appended data has no valid chunks.
    if (isEnded && !(/^[A-Za-z]{4}$/.test(type) && at + chunkFrame + length <= bytes.size)) break
    isEnded ||= type === 'IEND'
    const readText = textChunks[type]
    const found = readText ? await readText(await bytes.read(at + 8, length), left) : []
    left -= found.reduce((sum, { text }) => sum + text.length, 0)
    texts.push(...found)
    at += length + chunkFrame
  }
  return texts
}

const textChunks: Record<string, (data: Uint8Array, maxBytes: number) => Promise<Texts>> = {
  async tEXt(data) {
    const end = data.indexOf(0)
    if (end < 0) return []
    const text = data.subarray(end + 1)
    // The standard says Latin-1, but programs also write UTF-8.
    return [{ key: latin1(data.subarray(0, end)), text: isUtf8(text) ? utf8(text) : latin1(text) }]
  },
  async zTXt(data, maxBytes) {
    const end = data.indexOf(0)
    if (end < 0) return []
    return [
      { key: latin1(data.subarray(0, end)), text: utf8(await inflate(data.subarray(end + 2), maxBytes)) },
    ]
  },
  async iTXt(data, maxBytes) {
    const keyEnd = data.indexOf(0)
    const languageEnd = data.indexOf(0, keyEnd + 3)
    const translatedEnd = data.indexOf(0, languageEnd + 1)
    if (keyEnd < 0 || languageEnd < 0 || translatedEnd < 0) return []
    const packed = data.subarray(translatedEnd + 1)
    const text = utf8(data[keyEnd + 1] === 1 ? await inflate(packed, maxBytes) : packed)
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
