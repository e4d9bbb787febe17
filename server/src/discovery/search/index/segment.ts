import type { IndexedEntry } from '../sql.ts'
import { type Bits, noBits, set } from './bits.ts'
import { ByteWriter } from './byte-writer.ts'
import { type Dictionary, DictionaryWriter } from './dictionary.ts'
import { PostingWriter, weightOfNames } from './postings.ts'
import { Recent } from './recent.ts'

/**
 * Some search entries with an index of their words, in two blocks of bytes: a million words take some megabytes, and the
 * collector of garbage never looks into them. Nothing of it changes but which of the entries are still there.
 */
export interface Segment {
  /** What each entry is besides its words, by its number: the most popular first. */
  entries: readonly KeptEntry[]
  /** Which of them are not gone, and how many. */
  there: Bits
  count: number
  words: Dictionary
  /** Of all words, one after the other; see `postings.ts`. */
  postings: Uint8Array
  /** What long postings said when they were last read, by their places: words come again in other questions. */
  readBits: Recent<Bits>
  readMasks: Recent<Uint8Array>
}

/** Together 64 bytes for each entry. */
const mostBits = 256
const mostMasks = 32

export type KeptEntry = Omit<IndexedEntry, 'document'>

export const byPopularity = (a: KeptEntry, b: KeptEntry) =>
  b.popularity - a.popularity || (a.nodeId < b.nodeId ? -1 : 1)

/** Of the words of an entry, and of its postings. */
const usualBytes = 500

/** An index of a few entries; a hundred take some milliseconds. */
export function toSegment(entries: readonly IndexedEntry[]): Segment {
  const sorted = entries.toSorted(byPopularity)
  const found: Occurrences = new Map()
  for (const [entry, { document }] of sorted.entries()) readWords(entry, document, found)
  const writer = new SegmentWriter({
    words: sorted.length * usualBytes,
    postings: sorted.length * usualBytes,
  })
  for (const [word, occurrences] of [...found].sort(([a], [b]) => (a < b ? -1 : 1))) {
    writer.beginWord()
    for (let at = 0; at < occurrences.length; ) {
      const [entry = 0, weights = 0, count = 0] = [occurrences[at], occurrences[at + 1], occurrences[at + 2]]
      const places = at + 3
      at = places + count
      writer.postings.write(entry, weights)
      if (weights & weightOfNames) writer.postings.writePlaces(occurrences.slice(places, at))
    }
    writer.endWord(Buffer.from(word, 'latin1'), word.length)
  }
  return writer.finish(sorted.map(({ document, ...kept }) => kept))
}

/** Of each word, one after the other: an entry, its weights there, and how many places it has in names of comfy-nodes, and which. */
type Occurrences = Map<string, number[]>

const mostPlaces = 255

/** Reads a document as the database sends a `tsvector`: words that end with a nought, and their places. */
function readWords(entry: number, document: Uint8Array, into: Occurrences): void {
  const bytes = Buffer.from(document.buffer, document.byteOffset, document.byteLength)
  let at = 4
  for (let left = bytes.readUInt32BE(0); left > 0; left--) {
    const end = bytes.indexOf(0, at)
    const word = bytes.toString('latin1', at, end)
    const occurrences = into.get(word) ?? []
    if (occurrences.length === 0) into.set(word, occurrences)
    const begin = occurrences.length
    occurrences.push(entry, 0, 0)
    const count = bytes.readUInt16BE(end + 1)
    at = end + 3
    let weights = 0
    for (let place = 0; place < count; place++, at += 2) {
      const packed = bytes.readUInt16BE(at)
      const weight = 1 << (packed >>> 14)
      weights |= weight
      if (weight === weightOfNames && occurrences.length < begin + 3 + mostPlaces)
        occurrences.push(packed & 0x3fff)
    }
    occurrences[begin + 1] = weights
    occurrences[begin + 2] = occurrences.length - begin - 3
  }
}

/** Takes words in their order, each with its postings. */
export class SegmentWriter {
  readonly #words: DictionaryWriter
  readonly #bytes: ByteWriter
  readonly postings: PostingWriter
  #begin = 0

  /** With room for so many bytes of words and postings; it takes more too. */
  constructor(room: { words: number; postings: number }) {
    this.#words = new DictionaryWriter(room.words)
    this.#bytes = new ByteWriter(room.postings)
    this.postings = new PostingWriter(this.#bytes)
  }

  beginWord(): void {
    this.#begin = this.#bytes.length
    this.postings.beginWord()
  }

  /** Leaves the word out where it has no postings. */
  endWord(word: Uint8Array, length: number): void {
    const bytes = this.#bytes.length - this.#begin
    if (bytes > 0) this.#words.write(word, length, bytes)
  }

  finish(entries: readonly KeptEntry[]): Segment {
    return {
      ...entriesOfSegment(entries),
      words: this.#words.finish(),
      postings: this.#bytes.finish(),
      readBits: new Recent(mostBits),
      readMasks: new Recent(mostMasks),
    }
  }
}

function entriesOfSegment(entries: readonly KeptEntry[]): Pick<Segment, 'entries' | 'there' | 'count'> {
  const there = noBits(entries.length)
  for (let entry = 0; entry < entries.length; entry++) set(there, entry)
  return { entries, there, count: entries.length }
}
