/** A decoded text, with the steps that were needed. */
export interface DecodedText {
  text: string
  /** The usual name of the encoding. */
  encoding: string
  /** The bytes start with a byte order mark. */
  hasMark: boolean
  /**
   * The first line that is not UTF-8; undefined when all lines are, or a byte order mark names another
   * encoding.
   */
  badLine?: number
  /** The text is a best guess: no declaration names the encoding, and it is not UTF-8. */
  isGuessed: boolean
}

/** Source: Encoding Standard, 6.1. */
const marks: readonly { bytes: readonly number[]; encoding: string; label: string }[] = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'UTF-8', label: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'UTF-16', label: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'UTF-16', label: 'utf-16be' },
]

/**
 * Decodes a human-written text: by its byte order mark, as UTF-8, by its declared encoding, or by a best
 * guess. The last character of a truncated text may be incomplete.
 */
export function decodeText(bytes: Uint8Array, { declared = '', isCut = false } = {}): DecodedText {
  const utf32 = utf32Of(bytes)
  if (utf32) return { text: utf32, encoding: 'UTF-32', hasMark: true, isGuessed: false }
  const mark = marks.find((each) => each.bytes.every((byte, i) => bytes[i] === byte))
  if (mark)
    return {
      text: decode(bytes, mark.label, isCut),
      encoding: mark.encoding,
      hasMark: true,
      isGuessed: false,
    }
  const utf16 = utf16Of(bytes)
  if (utf16)
    return {
      text: decode(bytes, utf16, isCut),
      encoding: utf16.toUpperCase(),
      hasMark: false,
      isGuessed: false,
    }
  const badLine = firstBadLine(bytes, isCut)
  if (badLine === undefined)
    return { text: decode(bytes, 'utf-8', isCut), encoding: 'UTF-8', hasMark: false, isGuessed: false }
  const known = strictly(bytes, declared, isCut)
  if (known !== undefined)
    return { text: known, encoding: declared, hasMark: false, badLine, isGuessed: false }
  return { ...guess(bytes, isCut), hasMark: false, badLine, isGuessed: true }
}

function decode(bytes: Uint8Array, label: string, isCut: boolean): string {
  return new TextDecoder(label).decode(bytes, { stream: isCut })
}

/** Returns undefined when the bytes are not in this encoding, or the encoding is unknown. */
function strictly(bytes: Uint8Array, label: string, isCut: boolean): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes, { stream: isCut })
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return undefined
    throw error
  }
}

/** Every second byte of Latin text in UTF-16 is null; texts in other encodings have none. */
function utf16Of(bytes: Uint8Array): Utf16 | undefined {
  const start = bytes.subarray(0, 200)
  if (!start.includes(0)) return undefined
  const [even = 0, odd = 0] = [0, 1].map(
    (parity) => start.filter((byte, i) => byte === 0 && i % 2 === parity).length,
  )
  const least = start.length / 4
  if (even === 0 && odd >= least) return 'utf-16le'
  if (odd === 0 && even >= least) return 'utf-16be'
  return strictly(bytes, 'utf-8', true) === undefined ? utf16ByBlanks(start) : undefined
}

type Utf16 = 'utf-16le' | 'utf-16be'

/** Returns the byte order in which a text contains spaces or line breaks, which texts in every script do. */
function utf16ByBlanks(start: Uint8Array): Utf16 | undefined {
  const labels: readonly Utf16[] = ['utf-16le', 'utf-16be']
  const fitting = labels.filter((label) => /[ \r\n]/.test(strictly(start, label, true) ?? ''))
  return fitting.length === 1 ? fitting[0] : undefined
}

/** Decodes UTF-32, which `TextDecoder` lacks. Check it first: its byte order mark starts like that of UTF-16. */
function utf32Of(bytes: Uint8Array): string | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isLittle = bytes.length >= 4 && view.getUint32(0, true) === 0xfeff
  if (!isLittle && (bytes.length < 4 || view.getUint32(0) !== 0xfeff)) return undefined
  let text = ''
  for (let i = 4; i + 4 <= bytes.length; i += 4) {
    const code = view.getUint32(i, isLittle)
    text += code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code)
  }
  return text.toWellFormed()
}

/** Returns the first line, from 1, that is not UTF-8. */
export function firstBadLine(bytes: Uint8Array, isCut = false): number | undefined {
  if (strictly(bytes, 'utf-8', isCut) !== undefined) return undefined
  let start = 0
  for (let line = 1; ; line++) {
    const newline = bytes.indexOf(0x0a, start)
    const end = newline < 0 ? bytes.length : newline
    if (strictly(bytes.subarray(start, end), 'utf-8', false) === undefined) return line
    if (newline < 0) return line
    start = newline + 1
  }
}

/**
 * Characters of two bytes are nearly always Chinese; single bytes among Latin letters are Western European.
 */
function guess(bytes: Uint8Array, isCut: boolean): { text: string; encoding: string } {
  const chinese = strictly(bytes, 'gb18030', isCut)
  const letters = chinese?.match(/[^\0-\x7f]/gu) ?? []
  const common = letters.filter((letter) => /[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]/.test(letter))
  if (
    chinese !== undefined &&
    letters.length >= 2 &&
    common.length >= 0.9 * letters.length &&
    hasPairs(bytes)
  )
    return { text: chinese, encoding: 'GB18030' }
  return { text: decode(bytes, 'windows-1252', isCut), encoding: 'Latin-1' }
}

/** In Western texts, two letters beyond ASCII are rarely adjacent. */
function hasPairs(bytes: Uint8Array): boolean {
  let [high, beside] = [0, 0]
  for (const [i, byte] of bytes.entries()) {
    if (byte < 0x80) continue
    high++
    if ((bytes[i - 1] ?? 0) >= 0x80 || (bytes[i + 1] ?? 0) >= 0x80) beside++
  }
  return beside >= 0.9 * high
}
