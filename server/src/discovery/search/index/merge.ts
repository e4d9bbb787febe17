import { isSet } from './bits.ts'
import { WordCursor } from './dictionary.ts'
import { PostingCursor } from './postings.ts'
import { byPopularity, type KeptEntry, type Segment, SegmentWriter } from './segment.ts'

/** So many postings are moved within about a millisecond. */
const postingsAtOnce = 30_000
const gone = 0xffffffff

/** The two as one, without the entries that are gone. It pauses often. */
export function* merge(first: Segment, second: Segment): Generator<void, Segment> {
  const { entries, numbers } = mergeEntries(first, second)
  const [a, b] = [new Reader(first, numbers[0]), new Reader(second, numbers[1])]
  const writer = new SegmentWriter({
    words: first.words.bytes.length + second.words.bytes.length,
    postings: first.postings.length + second.postings.length,
  })
  let moved = 0
  while (!a.words.isAtEnd || !b.words.isAtEnd) {
    const order = a.words.isAtEnd ? 1 : b.words.isAtEnd ? -1 : a.words.compareTo(b.words)
    writer.beginWord()
    if (order < 0) moved += move(writer, a)
    else if (order > 0) moved += move(writer, b)
    else moved += moveBoth(writer, a, b)
    const { word, length } = (order <= 0 ? a : b).words
    writer.endWord(word, length)
    if (order <= 0) a.words.next()
    if (order >= 0) b.words.next()
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

/** Goes over the words of a segment, and over the postings of each. */
class Reader {
  readonly words: WordCursor
  readonly #postings: PostingCursor
  readonly #bytes: Uint8Array
  readonly #numbers: Uint32Array
  /** That which the entry of the posting gets. */
  number = gone

  constructor({ words, postings }: Segment, numbers: Uint32Array) {
    this.words = new WordCursor(words)
    this.#postings = new PostingCursor(postings)
    this.#bytes = postings
    this.#numbers = numbers
  }

  begin(): void {
    this.#postings.goTo(this.words.postingsBegin, this.words.postingsEnd)
  }

  /** Goes to the next posting of the word whose entry is not gone; false behind the last one. */
  next(): boolean {
    while (this.#postings.next()) {
      this.number = this.#numbers[this.#postings.entry] as number
      if (this.number !== gone) return true
    }
    return false
  }

  copy({ postings }: SegmentWriter): void {
    postings.write(this.number, this.#postings.weights)
    postings.copyPlaces(this.#bytes, this.#postings)
  }
}

function move(writer: SegmentWriter, reader: Reader): number {
  let moved = 1
  for (reader.begin(); reader.next(); moved++) reader.copy(writer)
  return moved
}

/** In the order of the numbers that their entries get. */
function moveBoth(writer: SegmentWriter, a: Reader, b: Reader): number {
  let moved = 1
  a.begin()
  b.begin()
  let [hasA, hasB] = [a.next(), b.next()]
  for (; hasA || hasB; moved++) {
    if (hasA && (!hasB || a.number < b.number)) {
      a.copy(writer)
      hasA = a.next()
    } else {
      b.copy(writer)
      hasB = b.next()
    }
  }
  return moved
}
