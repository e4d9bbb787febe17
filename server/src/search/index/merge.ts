import { isSet } from './bits.ts'
import {
  byPopularity,
  entriesOfSegment,
  entryOf,
  type KeptEntry,
  type Segment,
  toPosting,
  weightsOf,
} from './segment.ts'

/** So many postings are moved within about a millisecond. */
const postingsAtOnce = 50_000
const gone = 0xffffffff

/** The two as one, without the entries that are gone. It pauses often. */
export function* merge(first: Segment, second: Segment): Generator<void, Segment> {
  const { entries, numbers } = mergeEntries(first, second)
  const [a, b] = [new Reader(first, numbers[0]), new Reader(second, numbers[1])]
  const writer = new Writer(first, second)
  let moved = 0
  while (!a.isAtEnd || !b.isAtEnd) {
    const order = a.isAtEnd ? 1 : b.isAtEnd ? -1 : compareWords(a, b)
    const { segment, begin, end } = order <= 0 ? a : b
    writer.beginWord(segment.words, begin, end)
    if (order <= 0) moved += a.move(writer)
    if (order >= 0) moved += b.move(writer)
    writer.endWord()
    if (moved < postingsAtOnce) continue
    moved = 0
    yield
  }
  yield
  return writer.finish(entries)
}

interface Merged {
  entries: KeptEntry[]
  /** Of each of both, the numbers that its entries get. */
  numbers: [Uint32Array, Uint32Array]
}

function mergeEntries(first: Segment, second: Segment): Merged {
  const entries: KeptEntry[] = []
  const numbers: Merged['numbers'] = [numbersOf(first), numbersOf(second)]
  const take = (of: 0 | 1, { there, entries: from }: Segment, at: number) => {
    if (!isSet(there, at)) return
    numbers[of][at] = entries.length
    entries.push(from[at] as KeptEntry)
  }
  let [a, b] = [0, 0]
  while (a < first.entries.length || b < second.entries.length) {
    const [one, other] = [first.entries[a], second.entries[b]]
    if (one && (!other || byPopularity(one, other) < 0)) take(0, first, a++)
    else take(1, second, b++)
  }
  return { entries, numbers }
}

const numbersOf = ({ entries }: Segment) => new Uint32Array(entries.length).fill(gone)

/** Goes over the words of a segment. */
class Reader {
  readonly segment: Segment
  readonly #numbers: Uint32Array
  #at = 0
  begin = 0
  end = 0

  constructor(segment: Segment, numbers: Uint32Array) {
    this.segment = segment
    this.#numbers = numbers
    this.end = segment.wordEnds[0] ?? 0
  }

  get isAtEnd(): boolean {
    return this.#at >= this.segment.wordEnds.length
  }

  /** Writes the postings of the word, and goes to the next one. */
  move(writer: Writer): number {
    const { starts, postings, placeStarts, placeCounts, places, wordEnds } = this.segment
    const until = starts[this.#at + 1] as number
    const from = starts[this.#at] as number
    let place = placeStarts[this.#at] as number
    for (let at = from; at < until; at++) {
      const posting = postings[at] as number
      const count = placeCounts[at] as number
      const number = this.#numbers[entryOf(posting)] as number
      if (number !== gone) writer.add(toPosting(number, weightsOf(posting)), places, place, count)
      place += count
    }
    this.#at++
    this.begin = this.end
    this.end = wordEnds[this.#at] ?? this.end
    return until - from + 1
  }
}

function compareWords(a: Reader, b: Reader): number {
  const [bytes, others] = [a.segment.words, b.segment.words]
  const length = Math.min(a.end - a.begin, b.end - b.begin)
  for (let at = 0; at < length; at++) {
    const difference = (bytes[a.begin + at] as number) - (others[b.begin + at] as number)
    if (difference !== 0) return difference
  }
  return a.end - a.begin - (b.end - b.begin)
}

/** Writes the arrays of a segment, one word after the other in their order. */
class Writer {
  readonly #bytes: Uint8Array
  readonly #ends: Uint32Array
  readonly #starts: Uint32Array
  readonly #postings: Uint32Array
  readonly #counts: Uint8Array
  readonly #placeStarts: Uint32Array
  readonly #places: Uint16Array
  #words = 0
  #byte = 0
  #posting = 0
  #place = 0

  /** With room for all of both. */
  constructor(a: Segment, b: Segment) {
    const words = a.wordEnds.length + b.wordEnds.length
    this.#bytes = new Uint8Array(a.words.length + b.words.length)
    this.#ends = new Uint32Array(words)
    this.#starts = new Uint32Array(words + 1)
    this.#placeStarts = new Uint32Array(words + 1)
    this.#postings = new Uint32Array(a.postings.length + b.postings.length)
    this.#counts = new Uint8Array(a.postings.length + b.postings.length)
    this.#places = new Uint16Array(a.places.length + b.places.length)
  }

  beginWord(bytes: Uint8Array, begin: number, end: number): void {
    // Words are too short for a copy of a part to pay.
    for (let at = begin; at < end; at++) this.#bytes[this.#byte++] = bytes[at] as number
    this.#ends[this.#words] = this.#byte
    this.#starts[this.#words] = this.#posting
    this.#placeStarts[this.#words] = this.#place
    this.#words++
  }

  add(posting: number, places: Uint16Array, from: number, count: number): void {
    this.#postings[this.#posting] = posting
    this.#counts[this.#posting++] = count
    for (let at = from; at < from + count; at++) this.#places[this.#place++] = places[at] as number
  }

  /** Takes the word back where nothing was added to it. */
  endWord(): void {
    const last = this.#words - 1
    if (this.#starts[last] !== this.#posting) return
    this.#words = last
    this.#byte = last === 0 ? 0 : (this.#ends[last - 1] as number)
  }

  finish(entries: readonly KeptEntry[]): Segment {
    this.#starts[this.#words] = this.#posting
    this.#placeStarts[this.#words] = this.#place
    return {
      ...entriesOfSegment(entries),
      words: cut(this.#bytes, this.#byte),
      wordEnds: cut(this.#ends, this.#words),
      starts: cut(this.#starts, this.#words + 1),
      postings: cut(this.#postings, this.#posting),
      placeCounts: cut(this.#counts, this.#posting),
      placeStarts: cut(this.#placeStarts, this.#words + 1),
      places: cut(this.#places, this.#place),
    }
  }
}

/** A copy of its own where less is used, so that the rest is free again. */
function cut<T extends Uint8Array | Uint16Array | Uint32Array>(list: T, length: number): T {
  return (list.length === length ? list : list.slice(0, length)) as T
}
