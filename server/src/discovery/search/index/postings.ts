import type { Bits } from './bits.ts'
import type { ByteWriter } from './byte-writer.ts'
import { weightBits } from './condition.ts'

/** Of names of comfy-nodes: their places are kept. */
export const weightOfNames = weightBits.B

/*
 * The postings of a word stand in the order of the entries. Each is a number: how far the entry is from the one before, the
 * weights that the word has in it, and in the lowest bit whether it is the first of its word. Behind one with
 * {@link weightOfNames} stand its places in names of comfy-nodes: how many bytes they are, and how far each is from the one
 * before.
 */
const bitsBesides = 5
const first = 1
const placesFollow = weightOfNames << 1

/** Sets the entries of postings, which may be those of several words. The loop is where searches spend their time. */
export function setEntries(bytes: Uint8Array, begin: number, end: number, bits: Bits): void {
  let entry = 0
  for (let at = begin; at < end; ) {
    let value = bytes[at++] as number
    if (value > 127) {
      let byte = bytes[at++] as number
      value = (value & 127) | ((byte & 127) << 7)
      for (let shift = 14; byte > 127; shift += 7) {
        byte = bytes[at++] as number
        value |= (byte & 127) << shift
      }
    }
    entry = (value & first ? 0 : entry) + (value >>> bitsBesides)
    bits[entry >>> 5] = (bits[entry >>> 5] as number) | (1 << (entry & 31))
    if (value & placesFollow) at = behindPlaces(bytes, at)
  }
}

/** Adds to the mask of each entry a mark, and the weights that the words have in it. */
export function addWeights(
  bytes: Uint8Array,
  begin: number,
  end: number,
  masks: Uint8Array,
  mark: number,
): void {
  let entry = 0
  for (let at = begin; at < end; ) {
    let value = bytes[at++] as number
    if (value > 127) {
      let byte = bytes[at++] as number
      value = (value & 127) | ((byte & 127) << 7)
      for (let shift = 14; byte > 127; shift += 7) {
        byte = bytes[at++] as number
        value |= (byte & 127) << shift
      }
    }
    entry = (value & first ? 0 : entry) + (value >>> bitsBesides)
    masks[entry] = (masks[entry] as number) | mark | ((value >>> 1) & 15)
    if (value & placesFollow) at = behindPlaces(bytes, at)
  }
}

/** They are less than 16,384 bytes. */
function behindPlaces(bytes: Uint8Array, at: number): number {
  const byte = bytes[at] as number
  return byte < 128 ? at + 1 + byte : at + 2 + (byte & 127) + (bytes[at + 1] as number) * 128
}

/** Goes over postings one by one. */
export class PostingCursor {
  readonly #bytes: Uint8Array
  #at: number
  #end: number
  entry = 0
  weights = 0
  /** Where its places are, with their length in front; empty where there are none. */
  placesBegin = 0
  placesEnd = 0

  constructor(bytes: Uint8Array, begin = 0, end = 0) {
    this.#bytes = bytes
    this.#at = begin
    this.#end = end
  }

  goTo(begin: number, end: number): void {
    this.#at = begin
    this.#end = end
  }

  /** False behind the last one. */
  next(): boolean {
    if (this.#at >= this.#end) return false
    const bytes = this.#bytes
    let at = this.#at
    let byte = bytes[at++] as number
    let value = byte & 127
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[at++] as number
      value |= (byte & 127) << shift
    }
    this.entry = (value & first ? 0 : this.entry) + (value >>> bitsBesides)
    this.weights = (value >>> 1) & 15
    this.placesBegin = at
    this.placesEnd = this.#at = value & placesFollow ? behindPlaces(bytes, at) : at
    return true
  }

  /** Of the posting where it is. */
  places(): number[] {
    const places: number[] = []
    if (this.placesBegin === this.placesEnd) return places
    let place = 0
    const isLong = (this.#bytes[this.placesBegin] as number) > 127
    for (let at = this.placesBegin + (isLong ? 2 : 1); at < this.placesEnd; ) {
      let byte = this.#bytes[at++] as number
      let value = byte & 127
      for (let shift = 7; byte > 127; shift += 7) {
        byte = this.#bytes[at++] as number
        value |= (byte & 127) << shift
      }
      place += value
      places.push(place)
    }
    return places
  }
}

/** Writes what {@link PostingCursor} reads. */
export class PostingWriter {
  readonly #bytes: ByteWriter
  #last = -1

  constructor(bytes: ByteWriter) {
    this.#bytes = bytes
  }

  beginWord(): void {
    this.#last = -1
  }

  /** @param entry Behind the one before. */
  write(entry: number, weights: number): void {
    const isFirst = this.#last < 0
    const step = isFirst ? entry : entry - this.#last
    this.#bytes.writeNumber(((step << bitsBesides) | (weights << 1) | (isFirst ? first : 0)) >>> 0)
    this.#last = entry
  }

  /** Where the weights of the last one say that it has some. */
  writePlaces(places: readonly number[]): void {
    this.#bytes.writeNumber(
      places.reduce((sum, place, at) => sum + bytesOf(place - (places[at - 1] ?? 0)), 0),
    )
    let last = 0
    for (const place of places) {
      this.#bytes.writeNumber(place - last)
      last = place
    }
  }

  copyPlaces(bytes: Uint8Array, { placesBegin, placesEnd }: PostingCursor): void {
    this.#bytes.writeBytes(bytes, placesBegin, placesEnd)
  }
}

/** Of a place, or of how far two are from each other. */
const bytesOf = (number: number) => (number < 128 ? 1 : 2)
