import { decodeText } from '../text/decode.ts'
import { separated } from './secrets.ts'

const startBytes = 1024

/**
 * Returns how to turn the bytes of a file into a text in which secrets are searched, judged by its start. Secrets are ASCII, so that
 * other letters need not survive; lines do.
 */
export function searchableBy(start: Uint8Array): { isText: boolean; toText(bytes: Uint8Array): string } {
  const beginning = start.subarray(0, startBytes)
  const { encoding } = decodeText(beginning, { isCut: true })
  // Every letter of ASCII has zeros beside it in these, at any offset.
  if (/^UTF-(?:16|32)/.test(encoding))
    return { isText: true, toText: (bytes) => latin1(bytes).replaceAll('\0', '') }
  if (beginning.includes(0))
    return { isText: false, toText: (bytes) => separated(latin1(bytes).replace(/[^\n\x20-\x7e]/g, ' ')) }
  return { isText: true, toText: (bytes) => new TextDecoder().decode(bytes) }
}

const latin1 = (bytes: Uint8Array) => {
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at += pieceBytes)
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + pieceBytes)))
  return pieces.join('')
}
const pieceBytes = 8192
