import type { Condition, Word } from '../condition.ts'
import { bitOf, columnsOf, everywhere, unitOf, type WordIndex } from './word-index.ts'

/** Whether a condition holds for the node in a slot, or for a unit. */
export type Test = (number: number) => boolean

/** Words in more than this share of all nodes do not narrow the candidates enough. */
const rareShare = 1 / 16
/** Words with fewer postings than this share of all nodes are stored in a map, because a byte per node would cost more. */
const sparseShare = 1 / 64
/** Returns a test that holds for nodes with any of the words. All words have the same columns. */
type TestWords = (words: readonly Word[]) => Test

/** Limits the byte arrays that are cached between searches. */
const maxTaken = 300

/** Maps the units of the index to the slots of its nodes. */
export interface Units {
  /** Slot of each unit's node, or 0 if the node was removed. */
  owners: Uint32Array
  unitCount: number
  /** First unit of each slot's node. Its other units follow. */
  firstUnits: readonly number[]
  slotCount: number
}

/** Tests conditions until the index changes. Caches words, because they recur. */
export class Matcher {
  readonly #words: WordIndex
  readonly #units: Units
  readonly #known = new Map<string, Uint8Array>()
  #taken: Uint8Array[] = []
  readonly #free: Uint8Array[] = []

  constructor(words: WordIndex, units: Units) {
    this.#words = words
    this.#units = units
  }

  /** Frees cached memory. Call it between searches, because it invalidates earlier tests. */
  forgetIfFull(): void {
    if (this.#taken.length <= maxTaken) return
    this.#known.clear()
    this.#free.push(...this.#taken)
    this.#taken = []
  }

  /** Returns a zeroed byte for each node. Reuses memory, because allocating many such buffers triggers a full collection. */
  #takeBytes(): Uint8Array {
    const bytes = this.#free.pop()?.fill(0) ?? bytesFor(this.#units.slotCount)
    this.#taken.push(bytes)
    return bytes
  }

  /**
   * Looks up the words and returns a test that takes nanoseconds.
   * @param slots The slots that will be tested, if they are few.
   */
  test(condition: Condition, slots?: readonly number[]): Test {
    const testWords = slots
      ? (words: readonly Word[]) => some(words.map((word) => this.#testNodes([word])))
      : (words: readonly Word[]) => this.#testNodes(words)
    return this.#test(condition, testWords, slots)
  }

  /** Returns the slots for which the condition can hold, or undefined if they may be many. */
  candidates(condition: Condition): Set<number> | undefined {
    if ('word' in condition) return this.#ownersOf(condition)
    if ('one' in condition) return this.candidates(condition.one)
    const [first, ...others] = ('all' in condition ? condition.all : condition.any).map((one) =>
      this.candidates(one),
    )
    if ('all' in condition)
      return others.reduce((least, one) => (one && one.size < (least?.size ?? Infinity) ? one : least), first)
    return others.reduce((union, one) => (one && union ? union.union(one) : undefined), first)
  }

  #ownersOf({ word, isBeginning }: Pick<Word, 'word' | 'isBeginning'>): Set<number> | undefined {
    if (this.#countPostings({ word, isBeginning }) > this.#units.slotCount * rareShare) return undefined
    const owners = new Set<number>()
    for (const postings of this.#words.postingsOf(word, isBeginning))
      for (let at = 0; at < postings.length; at++)
        owners.add(this.#units.owners[unitOf(postings[at] ?? 0)] ?? 0)
    return owners
  }

  /** Counts the nodes with the word, or with words that begin with it. A node with several of them can count twice. */
  count(word: string, isBeginning = false, wanted = everywhere): number {
    let [count, last] = [0, 0]
    for (const postings of this.#words.postingsOf(word, isBeginning))
      for (let at = 0; at < postings.length; at++) {
        const posting = postings[at] ?? 0
        const owner = this.#units.owners[unitOf(posting)] ?? 0
        if (owner === 0 || owner === last || (columnsOf(posting) & wanted) === 0) continue
        last = owner
        count++
      }
    return count
  }

  #test(condition: Condition, testWords: TestWords, slots?: readonly number[]): Test {
    if ('word' in condition) return testWords([condition])
    if ('one' in condition) return this.#testComfyNodes(condition.one, slots)
    const test = (one: Condition) => this.#test(one, testWords, slots)
    if ('all' in condition) return every(condition.all.map(test))
    const words = condition.any.filter((one) => 'word' in one)
    const others = condition.any.filter((one) => !('word' in one))
    const byColumns = Map.groupBy(words, ({ columns }) => String(columns))
    return some([...[...byColumns.values()].map(testWords), ...others.map(test)])
  }

  #testNodes(words: readonly Word[]): Test {
    const wanted = bitsOf(words)
    const frequent = words.filter((word) => this.#countPostings(word) > this.#units.slotCount * sparseShare)
    const sparse = this.#sparseColumnsOf(words.filter((word) => !frequent.includes(word)))
    const isInSparse: Test = (slot) => ((sparse.get(slot) ?? 0) & wanted) !== 0
    if (frequent.length === 0) return isInSparse
    const columns = this.#unionOf(frequent)
    const isInUnion: Test = (slot) => ((columns[slot] ?? 0) & wanted) !== 0
    return sparse.size === 0 ? isInUnion : some([isInUnion, isInSparse])
  }

  #countPostings({ word, isBeginning }: Pick<Word, 'word' | 'isBeginning'>): number {
    return this.#words.postingsOf(word, isBeginning).reduce((sum, { length }) => sum + length, 0)
  }

  /** Returns the columns in which nodes contain any of the words. Omits nodes that contain none. */
  #sparseColumnsOf(words: readonly Word[]): Map<number, number> {
    const sparse = new Map<number, number>()
    for (const { word, isBeginning } of words)
      for (const postings of this.#words.postingsOf(word, isBeginning))
        for (let at = 0; at < postings.length; at++) {
          const posting = postings[at] ?? 0
          const slot = this.#units.owners[unitOf(posting)] ?? 0
          sparse.set(slot, (sparse.get(slot) ?? 0) | columnsOf(posting))
        }
    return sparse
  }

  /** Returns for each node the columns in which it contains any of the words. */
  #unionOf(words: readonly Word[]): Uint8Array {
    const [word, ...others] = words
    const key = words.map(({ word, isBeginning }) => `${isBeginning ? '*' : ' '}${word}`).join('')
    const known = this.#known.get(key)
    if (known) return known
    const columns =
      others.length > 0
        ? unite(
            this.#takeBytes(),
            words.map((one) => this.#unionOf([one])),
          )
        : this.#columnsOf(word)
    this.#known.set(key, columns)
    return columns
  }

  #columnsOf(word: Word | undefined): Uint8Array {
    const columns = this.#takeBytes()
    const { owners } = this.#units
    for (const postings of word ? this.#words.postingsOf(word.word, word.isBeginning) : [])
      for (let at = 0; at < postings.length; at++) {
        const posting = postings[at] ?? 0
        const slot = owners[unitOf(posting)] ?? 0
        columns[slot] = (columns[slot] ?? 0) | columnsOf(posting)
      }
    return columns
  }

  /** Tests whether one comfy-node of the node meets the whole condition. */
  #testComfyNodes(condition: Condition, slots?: readonly number[]): Test {
    const { owners, firstUnits } = this.#units
    // This also accepts nodes whose comfy-nodes meet the condition only together.
    const ofNode = this.test(condition, slots)
    const tested = this.#takeBytes()
    for (const slot of slots ?? Array(this.#units.slotCount).keys()) tested[slot] = Number(ofNode(slot))
    let ofUnit: Test | undefined
    return (slot) => {
      if (!tested[slot]) return false
      ofUnit ??= this.#test(condition, (words) => this.#testUnits(words, tested))
      for (let unit = firstUnits[slot] ?? 0; owners[unit] === slot; unit++) if (ofUnit(unit)) return true
      return false
    }
  }

  /** Returns, for nodes of some slots, the places of their comfy-nodes that meet the condition alone. */
  placesIn(slots: readonly number[], condition: Condition): (slot: number) => number[] {
    const { owners, firstUnits } = this.#units
    const asked = this.#takeBytes()
    for (const slot of slots) asked[slot] = 1
    const holds = this.#test(condition, (words) => this.#testUnits(words, asked))
    return (slot) => {
      const places: number[] = []
      // The first unit is the node itself.
      const first = (firstUnits[slot] ?? 0) + 1
      for (let unit = first; owners[unit] === slot; unit++) if (holds(unit)) places.push(unit - first)
      return places
    }
  }

  #testUnits(words: readonly Word[], tested: Uint8Array): Test {
    const units = new Set<number>()
    const wanted = bitsOf(words)
    const { owners } = this.#units
    for (const { word, isBeginning } of words)
      for (const postings of this.#words.postingsOf(word, isBeginning))
        for (let at = 0; at < postings.length; at++) {
          const posting = postings[at] ?? 0
          const unit = unitOf(posting)
          if (tested[owners[unit] ?? 0] && columnsOf(posting) & wanted) units.add(unit)
        }
    return (unit) => units.has(unit)
  }
}

/** Returns the columns of the first word as bits, or all columns if it names none. */
const bitsOf = ([word]: readonly Word[]): number =>
  word?.columns.reduce((sum, column) => sum | bitOf(column), 0) || everywhere

/** Rounds up to a multiple of four, so that four bytes can be combined at once. */
const bytesFor = (count: number) => new Uint8Array((count + 3) & ~3)

function unite(union: Uint8Array, sets: readonly Uint8Array[]): Uint8Array {
  const fours = new Uint32Array(union.buffer)
  for (const { buffer } of sets) {
    const more = new Uint32Array(buffer)
    for (let at = 0; at < fours.length; at++) fours[at] = (fours[at] ?? 0) | (more[at] ?? 0)
  }
  return union
}

function every(tests: readonly Test[]): Test {
  const [first, second, ...others] = tests
  if (!first) return () => false
  if (!second) return first
  if (others.length === 0) return (number) => first(number) && second(number)
  return (number) => tests.every((test) => test(number))
}

function some(tests: readonly Test[]): Test {
  const [first, second, ...others] = tests
  if (!first) return () => false
  if (!second) return first
  if (others.length === 0) return (number) => first(number) || second(number)
  return (number) => tests.some((test) => test(number))
}
