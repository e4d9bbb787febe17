import type { IndexedEntry } from '../sql.ts'
import { type Bits, noBits, set } from './bits.ts'

/**
 * Some search entries with an index of their words, in arrays of numbers: a million words take some megabytes, and the
 * collector of garbage never looks into them. Nothing of it changes but which of the entries are still there.
 */
export interface Segment {
  /** What each entry is besides its words, by its number: the most popular first. */
  entries: readonly KeptEntry[]
  /** Which of them are not gone, and how many. */
  there: Bits
  count: number
  /** The bytes of all words in their order, and where each ends. */
  words: Uint8Array
  wordEnds: Uint32Array
  /** Where the postings of each word begin; those of words that begin alike stand side by side. */
  starts: Uint32Array
  /** The number of an entry, and in the lowest four bits the weights that the word has in it. */
  postings: Uint32Array
  /** Of each posting, how many places it has in names of comfy-nodes; those of a word begin at `placeStarts`. */
  placeCounts: Uint8Array
  placeStarts: Uint32Array
  places: Uint16Array
}

export type KeptEntry = Omit<IndexedEntry, 'document'>

export const toPosting = (entry: number, weights: number) => ((entry << 4) | weights) >>> 0
export const weightsOf = (posting: number) => posting & 15
export const entryOf = (posting: number) => posting >>> 4

export const byPopularity = (a: KeptEntry, b: KeptEntry) =>
  b.popularity - a.popularity || (a.nodeId < b.nodeId ? -1 : 1)

/** An index of a few entries; a hundred take some milliseconds. */
export function toSegment(entries: readonly IndexedEntry[]): Segment {
  const sorted = entries.toSorted(byPopularity)
  const read = new ReadWords()
  for (const [number, { document }] of sorted.entries()) read.add(number, document)
  return read.toSegment(sorted.map(({ document, ...kept }) => kept))
}

/** Of the weights of a place as PostgreSQL numbers them, that of names of comfy-nodes. */
const weightOfNames = 2
const mostPlaces = 255

/** The words of some documents, each time that one occurs in a document. */
class ReadWords {
  readonly #numbers = new Map<string, number>()
  /** In the order in which they were met. */
  readonly #words: number[] = []
  readonly #postings: number[] = []
  readonly #placeCounts: number[] = []
  readonly #places: number[] = []

  /** Reads a document as the database sends a `tsvector`: words that end with a nought, and their places. */
  add(entry: number, document: Uint8Array): void {
    const bytes = Buffer.from(document.buffer, document.byteOffset, document.byteLength)
    let at = 4
    for (let left = bytes.readUInt32BE(0); left > 0; left--) {
      const end = bytes.indexOf(0, at)
      this.#words.push(this.#numberOf(bytes.toString('latin1', at, end)))
      const count = bytes.readUInt16BE(end + 1)
      at = end + 3
      let weights = 0
      let named = 0
      for (let place = 0; place < count; place++, at += 2) {
        const packed = bytes.readUInt16BE(at)
        const weight = packed >>> 14
        weights |= 1 << weight
        if (weight !== weightOfNames || named === mostPlaces) continue
        named++
        this.#places.push(packed & 0x3fff)
      }
      this.#postings.push(toPosting(entry, weights))
      this.#placeCounts.push(named)
    }
  }

  #numberOf(word: string): number {
    const known = this.#numbers.get(word)
    if (known !== undefined) return known
    const number = this.#numbers.size
    this.#numbers.set(word, number)
    return number
  }

  toSegment(entries: readonly KeptEntry[]): Segment {
    const sorted = [...this.#numbers].sort(([a], [b]) => (a < b ? -1 : 1))
    const ranks = new Uint32Array(sorted.length)
    const wordEnds = new Uint32Array(sorted.length)
    let end = 0
    for (const [rank, [word, number]] of sorted.entries()) {
      ranks[number] = rank
      end += word.length
      wordEnds[rank] = end
    }
    const occurrences = this.#words.length
    const starts = new Uint32Array(sorted.length + 1)
    const placeStarts = new Uint32Array(sorted.length + 1)
    for (let at = 0; at < occurrences; at++) {
      const next = (ranks[this.#words[at] as number] as number) + 1
      starts[next] = (starts[next] as number) + 1
      placeStarts[next] = (placeStarts[next] as number) + (this.#placeCounts[at] as number)
    }
    for (let rank = 0; rank < sorted.length; rank++) {
      starts[rank + 1] = (starts[rank + 1] as number) + (starts[rank] as number)
      placeStarts[rank + 1] = (placeStarts[rank + 1] as number) + (placeStarts[rank] as number)
    }
    const segment: Segment = {
      ...entriesOfSegment(entries),
      words: Buffer.from(sorted.map(([word]) => word).join(''), 'latin1'),
      wordEnds,
      starts,
      postings: new Uint32Array(occurrences),
      placeCounts: new Uint8Array(occurrences),
      placeStarts,
      places: new Uint16Array(this.#places.length),
    }
    this.#fill(segment, ranks)
    return segment
  }

  #fill({ starts, placeStarts, postings, placeCounts, places }: Segment, ranks: Uint32Array): void {
    const [next, nextPlace] = [starts.slice(), placeStarts.slice()]
    let place = 0
    for (let at = 0; at < this.#words.length; at++) {
      const rank = ranks[this.#words[at] as number] as number
      const to = next[rank] as number
      next[rank] = to + 1
      postings[to] = this.#postings[at] as number
      const count = this.#placeCounts[at] as number
      placeCounts[to] = count
      for (let left = count; left > 0; left--) {
        const toPlace = nextPlace[rank] as number
        nextPlace[rank] = toPlace + 1
        places[toPlace] = this.#places[place++] as number
      }
    }
  }
}

export function entriesOfSegment(
  entries: readonly KeptEntry[],
): Pick<Segment, 'entries' | 'there' | 'count'> {
  const there = noBits(entries.length)
  for (let entry = 0; entry < entries.length; entry++) set(there, entry)
  return { entries, there, count: entries.length }
}
