import { ByteWriter } from './byte-writer.ts'

/**
 * Words in the order of their bytes, each with where its postings end. Of a word only those bytes are kept that the one before does not
 * begin with, but for the first of each block of {@link wordsOfBlock}: how many it shares, how many follow, these bytes, and how many
 * bytes its postings are.
 */
export interface Dictionary {
  count: number
  bytes: Uint8Array
  /** Where each block begins, and where the postings of its first word do. */
  blocks: Uint32Array
  blockPostings: Uint32Array
}

const wordsOfBlock = 16
/** More than a lexeme of PostgreSQL can have. */
const mostBytesOfWord = 2048

/** Stands at a word of a dictionary, and goes to others. */
export class WordCursor {
  readonly #dictionary: Dictionary
  readonly word = new Uint8Array(mostBytesOfWord)
  length = 0
  /** Where the postings of the word are. */
  postingsBegin = 0
  postingsEnd = 0
  #index = -1
  #at = 0

  constructor(dictionary: Dictionary) {
    this.#dictionary = dictionary
    this.next()
  }

  get isAtEnd(): boolean {
    return this.#index >= this.#dictionary.count
  }

  next(): void {
    this.#index++
    if (this.isAtEnd) return
    const shared = this.#readNumber()
    const own = this.#readNumber()
    const { bytes } = this.#dictionary
    for (let at = shared; at < shared + own; at++) this.word[at] = bytes[this.#at++] as number
    this.length = shared + own
    this.postingsBegin = this.postingsEnd
    this.postingsEnd += this.#readNumber()
  }

  /** Goes to the first word that does not stand before this one, of which each character is a byte. */
  seek(lexeme: string): void {
    let [low, high] = [1, this.#dictionary.blocks.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#isBefore(middle, lexeme)) low = middle + 1
      else high = middle
    }
    this.#goTo(low - 1)
    while (!this.isAtEnd && this.compare(lexeme) < 0) this.next()
  }

  /** Whether the first word of a block, of which all bytes are kept, stands before this one. */
  #isBefore(block: number, lexeme: string): boolean {
    const { bytes, blocks } = this.#dictionary
    this.#at = (blocks[block] as number) + 1
    const length = this.#readNumber()
    const shorter = Math.min(length, lexeme.length)
    for (let at = 0; at < shorter; at++) {
      const difference = (bytes[this.#at + at] as number) - lexeme.charCodeAt(at)
      if (difference !== 0) return difference < 0
    }
    return length < lexeme.length
  }

  #goTo(block: number): void {
    this.#at = this.#dictionary.blocks[block] ?? 0
    this.postingsEnd = this.#dictionary.blockPostings[block] ?? 0
    this.#index = block * wordsOfBlock - 1
    this.next()
  }

  compare(lexeme: string): number {
    const length = Math.min(this.length, lexeme.length)
    for (let at = 0; at < length; at++) {
      const difference = (this.word[at] as number) - lexeme.charCodeAt(at)
      if (difference !== 0) return difference
    }
    return this.length - lexeme.length
  }

  compareTo({ word, length: others }: WordCursor): number {
    const length = Math.min(this.length, others)
    for (let at = 0; at < length; at++) {
      const difference = (this.word[at] as number) - (word[at] as number)
      if (difference !== 0) return difference
    }
    return this.length - others
  }

  #readNumber(): number {
    const { bytes } = this.#dictionary
    let byte = bytes[this.#at++] as number
    let value = byte & 127
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[this.#at++] as number
      value |= (byte & 127) << shift
    }
    return value
  }
}

/** Takes words in their order. */
export class DictionaryWriter {
  readonly #bytes: ByteWriter
  readonly #blocks: number[] = []
  readonly #blockPostings: number[] = []
  readonly #last = new Uint8Array(mostBytesOfWord)
  #lastLength = 0
  #count = 0
  #postings = 0

  constructor(room: number) {
    this.#bytes = new ByteWriter(room)
  }

  write(word: Uint8Array, length: number, postingBytes: number): void {
    let shared = 0
    if (this.#count % wordsOfBlock === 0) {
      this.#blocks.push(this.#bytes.length)
      this.#blockPostings.push(this.#postings)
    } else {
      const most = Math.min(length, this.#lastLength)
      while (shared < most && this.#last[shared] === word[shared]) shared++
    }
    this.#bytes.writeNumber(shared)
    this.#bytes.writeNumber(length - shared)
    this.#bytes.writeBytes(word, shared, length)
    this.#bytes.writeNumber(postingBytes)
    for (let at = shared; at < length; at++) this.#last[at] = word[at] as number
    this.#lastLength = length
    this.#postings += postingBytes
    this.#count++
  }

  finish(): Dictionary {
    return {
      count: this.#count,
      bytes: this.#bytes.finish(),
      blocks: Uint32Array.from(this.#blocks),
      blockPostings: Uint32Array.from(this.#blockPostings),
    }
  }
}
