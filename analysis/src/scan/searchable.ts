import { decodeText } from '../ground/decode.ts'
import { joined } from '../ground/joined.ts'
import { separated } from './rules/secrets.ts'

const startBytes = 1024
const pieceBytes = 8 * 1024 * 1024
/** Longer than every secret, and searched twice. */
const overlapBytes = 32 * 1024
const stepBytes = pieceBytes - overlapBytes

/** A part of a file, as a text in which secrets are searched. */
interface SearchableText {
  text: string
  /** Bytes of the file that were read for it. */
  bytes: number
  /** Lines of the file in front of the text. */
  linesBefore: number
  /** Whether the rest of the file follows. */
  isOfText: boolean
}

/**
 * Yields the texts of a file of any size in which secrets are searched, judged by its start: all of a text, and the first bytes
 * of any other file. Secrets are ASCII, so that other letters need not survive; lines do.
 */
export async function* searchableTexts(
  pieces: AsyncIterable<Uint8Array>,
  otherBytes: number,
): AsyncGenerator<SearchableText> {
  let kept: Uint8Array[] = []
  let size = 0
  let linesBefore = 0
  let searchable: ReturnType<typeof searchableBy> | undefined
  const textOf = (bytes: Uint8Array): SearchableText => {
    searchable ??= searchableBy(bytes)
    const { isText, toText } = searchable
    const read = isText ? bytes : bytes.subarray(0, otherBytes)
    return { text: toText(read), bytes: read.byteLength, linesBefore, isOfText: isText }
  }
  for await (const piece of pieces) {
    kept.push(piece)
    size += piece.byteLength
    if (size < (searchable ? pieceBytes : Math.max(startBytes, otherBytes))) continue
    let all = joined(kept, size)
    searchable ??= searchableBy(all)
    if (!searchable.isText) return yield textOf(all)
    // Each text begins with the end of the one before.
    for (; all.byteLength >= pieceBytes; all = all.subarray(stepBytes)) {
      yield textOf(all.subarray(0, pieceBytes))
      linesBefore += searchable.toText(all.subarray(0, stepBytes)).split('\n').length - 1
    }
    kept = [all]
    size = all.byteLength
  }
  yield textOf(joined(kept, size))
}

function searchableBy(start: Uint8Array): { isText: boolean; toText(bytes: Uint8Array): string } {
  const beginning = start.subarray(0, startBytes)
  const { encoding } = decodeText(beginning, { isCut: true })
  // Every letter of ASCII has zeros beside it in these, at any offset.
  if (/^UTF-(?:16|32)/.test(encoding))
    return { isText: true, toText: (bytes) => latin1(bytes).replaceAll('\0', '') }
  if (beginning.includes(0))
    return { isText: false, toText: (bytes) => separated(latin1(bytes).replace(unreadable, ' ')) }
  return { isText: true, toText: (bytes) => new TextDecoder().decode(bytes) }
}

/** Everything in front of letters that are too few for a secret, and these letters. */
const unreadable = /[^\n\x20-\x7e]+(?:[\x20-\x7e]{1,15}[^\n\x20-\x7e]+)*/g

const latin1 = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes)
