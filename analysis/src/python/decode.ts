import { firstBadLine } from '../ground/decode.ts'
import { type Fault, Lexer } from './lexer.ts'

export interface PythonText {
  text: string
  /** Set when Python refuses the bytes. */
  fault?: Fault
}

/**
 * Encodings in which every ASCII byte outside a multibyte character is itself: Python's names, and the
 * decoder's name.
 */
const known: readonly [RegExp, string][] = [
  [/^(latin-?1|iso-?latin-1|l1|iso-?8859-?1|cp1252|windows-1252|1252)$/, 'windows-1252'],
  [/^(gbk|gb2312|euc-?cn|(cp|ms)?936)$/, 'gbk'],
  [/^gb18030(-2000)?$/, 'gb18030'],
  [/^(big5|big5-tw|csbig5|(cp|ms)?950)$/, 'big5'],
  [/^(shift-?jis|s-?jis|csshiftjis|(cp|ms)?932|ms-?kanji)$/, 'shift_jis'],
  [/^(euc-?jp|ujis|u-jis)$/, 'euc-jp'],
  [/^(euc-?kr|korean|(cp|ms)?949|uhc|ks-?c-?5601(-1987)?|ks-?x-?1001)$/, 'euc-kr'],
  [/^koi8-(r|u)$/, 'koi8-$1'],
  [/^(?:cp|windows-)(125\d)$/, 'windows-$1'],
  [/^iso-?8859-?(\d{1,2})$/, 'iso-8859-$1'],
]

/**
 * Returns the decoder for the encoding that a source file declares, or undefined for encodings that can hide
 * code.
 */
export function decoderOf(declared: string): string | undefined {
  for (const [pattern, label] of known) if (pattern.test(declared)) return declared.replace(pattern, label)
  return undefined
}

/** Finds the encoding declared in the first or second line, in lowercase and with dashes. Source: PEP 263. */
export function declaredEncoding(text: string): { name: string; line: number } | undefined {
  for (const [i, line] of text.split('\n', 2).entries()) {
    const name = /^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)/.exec(line)?.[1]
    if (name) return { name: name.toLowerCase().replaceAll('_', '-'), line: i + 1 }
    if (!/^[ \t\f]*(#|$)/.test(line)) return undefined
  }
  return undefined
}

const headBytes = 2000

/** Decodes a source file exactly as Python does, so that the scan follows the code that runs. */
export function decodePython(bytes: Uint8Array): PythonText {
  const declared = declaredEncoding(new TextDecoder('latin1').decode(bytes.subarray(0, headBytes)))?.name
  const label = declared && decoderOf(declared)
  if (label) {
    const text = inEncoding(bytes, label)
    if (text !== undefined) return { text }
  }
  const text = new TextDecoder('utf-8').decode(bytes)
  if (declared !== undefined && !/^(utf-?8(-sig)?|u8)$/.test(declared)) return { text }
  const line = firstBadLine(bytes) === undefined ? undefined : firstUnreadableLine(text)
  return line === undefined ? { text } : { text, fault: notUtf8(bytes, line, declared) }
}

function inEncoding(bytes: Uint8Array, label: string): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return undefined
    throw error
  }
}

/** In comments of imported files, Python tolerates bytes that are not UTF-8. */
function firstUnreadableLine(text: string): number | undefined {
  const lexer = new Lexer(text, () => undefined)
  lexer.read()
  let from = 0
  for (const [start, end] of [...lexer.comments, [text.length, text.length] as const]) {
    const at = text.slice(from, start).indexOf('\ufffd')
    if (at >= 0) return text.slice(0, from + at).split('\n').length
    from = end
  }
  return undefined
}

function notUtf8(bytes: Uint8Array, line: number, declared: string | undefined): Fault {
  if (bytes[0] === 0xff || bytes[0] === 0xfe)
    return { line, message: 'the file is in UTF-16, not in UTF-8', isEncoding: true }
  const why = declared === undefined ? ', but no encoding is declared' : ''
  return { line, message: `the line is not UTF-8${why}`, isEncoding: true }
}
