import { addAll, type Bits, isNone, isSet, keepBoth, noBits, set } from './bits.ts'
import { type Combined, type Parsed, type Word, weightBits } from './condition.ts'
import { WordCursor } from './dictionary.ts'
import { addWeights, PostingCursor, setEntries } from './postings.ts'
import type { Recent } from './recent.ts'
import type { Segment } from './segment.ts'

/** What is found of a word. */
interface Found {
  /** Where the postings of the words are that are meant: they stand side by side. */
  begin: number
  end: number
  /** The entries that have it; made where it is asked for. */
  bits: Bits | undefined
  /** Of each entry: {@link isThere} and the weights that the word has in it; made where it is asked for. */
  masks: Uint8Array | undefined
}

/** A word may stand somewhere without any weight. */
const isThere = 16

/** What one question finds in a segment. Words that it asks for again and again are looked up once. */
export class LookUp {
  readonly #segment: Segment
  readonly #words: WordCursor
  /** By the numbers of the words. */
  readonly #found: (Found | undefined)[] = []
  readonly #together = new Map<Combined, Bits>()
  readonly #nothing: Bits

  constructor(segment: Segment) {
    this.#segment = segment
    this.#words = new WordCursor(segment.words)
    this.#nothing = noBits(segment.entries.length)
  }

  /** The entries for which it holds, gone ones too. Not to be written to. */
  find(condition: Parsed): Bits {
    if (condition.kind === 'word') return this.#findWord(condition)
    if (condition.kind === 'together') return this.#findTogether(condition)
    return condition.kind === 'all' ? this.#findAll(condition.of) : this.#findAny(condition.of)
  }

  /** What takes least time first: often nothing is left then that the rest would be looked up for. */
  #findAll(parts: readonly Parsed[]): Bits {
    const [first, ...others] = parts.length > 1 ? this.#cheapestFirst(parts) : parts
    const result = first ? this.find(first).slice() : this.#nothing
    for (const part of others) {
      if (isNone(result)) break
      keepBoth(result, this.find(part))
    }
    return result
  }

  #cheapestFirst(parts: readonly Parsed[]): Parsed[] {
    return parts
      .map((part) => ({ part, bytes: this.#bytesOf(part) }))
      .sort((a, b) => a.bytes - b.bytes)
      .map(({ part }) => part)
  }

  /** That have to be read of the postings. */
  #bytesOf(condition: Parsed): number {
    if (condition.kind !== 'word') return condition.of.reduce((sum, part) => sum + this.#bytesOf(part), 0)
    const { begin, end } = this.#lookUp(condition)
    return end - begin
  }

  #findAny(parts: readonly Parsed[]): Bits {
    const all = parts.map((part) => this.find(part)).filter((bits) => bits !== this.#nothing)
    const [first = this.#nothing, ...others] = all
    if (others.length === 0) return first
    const result = first.slice()
    for (const bits of others) addAll(result, bits)
    return result
  }

  /** Whether it holds for one entry. */
  holds(condition: Parsed, entry: number): boolean {
    if (condition.kind === 'word') {
      const found = this.#lookUp(condition)
      if (found.begin === found.end) return false
      if (condition.weights === 0) return isSet(this.#bitsOf(found), entry)
      return ((this.#masksOf(found)[entry] as number) & condition.weights) !== 0
    }
    if (condition.kind === 'any') return condition.of.some((part) => this.holds(part, entry))
    const hasAll = condition.of.every((part) => this.holds(part, entry))
    // Places are dear to compare.
    return hasAll && (condition.kind === 'all' || isSet(this.#findTogether(condition), entry))
  }

  #findWord(word: Word): Bits {
    const found = this.#lookUp(word)
    if (word.weights === 0 || found.begin === found.end) return this.#bitsOf(found)
    const masks = this.#masksOf(found)
    const weighted = noBits(masks.length)
    for (let entry = 0; entry < masks.length; entry++)
      if ((masks[entry] as number) & word.weights) set(weighted, entry)
    return weighted
  }

  #lookUp(word: Word): Found {
    const found = this.#found[word.number] ?? { ...this.#rangeOf(word), bits: undefined, masks: undefined }
    this.#found[word.number] = found
    return found
  }

  #bitsOf(found: Found): Bits {
    found.bits ??= read(found, this.#segment.readBits, () => this.#readBits(found))
    return found.bits
  }

  #readBits({ begin, end }: Found): Bits {
    if (begin === end) return this.#nothing
    const bits = this.#nothing.slice()
    setEntries(this.#segment.postings, begin, end, bits)
    return bits
  }

  #masksOf(found: Found): Uint8Array {
    found.masks ??= read(found, this.#segment.readMasks, () => this.#readMasks(found))
    return found.masks
  }

  #readMasks({ begin, end }: Found): Uint8Array {
    const masks = new Uint8Array(this.#segment.entries.length)
    addWeights(this.#segment.postings, begin, end, masks, isThere)
    return masks
  }

  #rangeOf({ lexeme, isBeginning }: Word): Pick<Found, 'begin' | 'end'> {
    const words = this.#words
    words.seek(lexeme)
    const begin = words.postingsBegin
    if (words.isAtEnd) return { begin, end: begin }
    if (!isBeginning) return { begin, end: words.compare(lexeme) === 0 ? words.postingsEnd : begin }
    words.seek(`${lexeme}\xff`)
    return { begin, end: words.isAtEnd ? words.postingsEnd : words.postingsBegin }
  }

  #findTogether(condition: Combined): Bits {
    const known = this.#together.get(condition)
    if (known) return known
    const within = this.#findAll(condition.of)
    const found = isNone(within) ? this.#nothing : this.#nothing.slice()
    if (found !== this.#nothing)
      for (const place of this.#placesOf(condition, within)) set(found, Math.floor(place / placesOfEntry))
    this.#together.set(condition, found)
    return found
  }

  /** Where it holds, in these entries: entries and places as one number. */
  #placesOf(condition: Parsed, within: Bits): Set<number> {
    if (condition.kind === 'word') return this.#placesOfWord(condition, within)
    const [first = new Set<number>(), ...others] = condition.of.map((part) => this.#placesOf(part, within))
    return others.reduce(
      (both, places) => (condition.kind === 'any' ? both.union(places) : both.intersection(places)),
      first,
    )
  }

  /** Only those in names of comfy-nodes are known: nothing else is asked for together. */
  #placesOfWord(word: Word, within: Bits): Set<number> {
    if (word.weights !== weightBits.B) throw new Error('Places are known of names of comfy-nodes alone.')
    const found = new Set<number>()
    const { begin, end } = this.#lookUp(word)
    for (const posting = new PostingCursor(this.#segment.postings, begin, end); posting.next(); ) {
      const { entry } = posting
      if (isSet(within, entry)) for (const place of posting.places()) found.add(entry * placesOfEntry + place)
    }
    return found
  }
}

/** To read fewer takes no longer than to remember them. */
const longBytes = 100

/** Remembers what is read of long postings. */
function read<T>({ begin, end }: Found, recent: Recent<T>, readNow: () => T): T {
  return end - begin > longBytes ? recent.get(`${begin} ${end}`, readNow) : readNow()
}

/** More than a document can have. */
const placesOfEntry = 16_384
