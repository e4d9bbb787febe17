/** Columns that can contain a word. Nodes have the first four; comfy-nodes have the last. */
export const columns = ['names', 'people', 'description', 'labels', 'comfy'] as const
export type Column = (typeof columns)[number]

/** A unit (a node or one of its comfy-nodes) and, as bits, the columns in which it contains a word. */
export type Posting = number
export const unitOf = (posting: Posting): number => posting >>> columns.length
export const everywhere = (1 << columns.length) - 1
export const columnsOf = (posting: Posting): number => posting & everywhere
export const bitOf = (column: Column): number => 1 << columns.indexOf(column)
const postingOf = (unit: number, columnBits: number): Posting => (unit << columns.length) | columnBits

/** Recent postings are merged when they exceed this number plus a share of all postings. */
const maxRecent = 50_000
const shareRecent = 1 / 8
/** While no search runs, fewer merges save time. */
const shareWhileLoading = 1

/**
 * Postings of all words. Nearly all words are in one sorted list whose postings are adjacent, so that a prefix is one range
 * of postings. Recently added words are stored separately until they are merged.
 */
export class WordIndex {
  #words: string[] = []
  #postings = new Uint32Array()
  /** End of each word's postings. */
  #ends = new Uint32Array()
  #recent = new Map<string, Posting[]>()
  #recentCount = 0
  /** The recent words in order. Unset after a word was added. */
  #recentWords: string[] | undefined
  isLoading = true

  add(unit: number, word: string, columnBits: number): void {
    const posting = postingOf(unit, columnBits)
    this.#recentCount++
    const known = this.#recent.get(word)
    if (known) known.push(posting)
    else {
      this.#recent.set(word, [posting])
      this.#recentWords = undefined
    }
  }

  /** Whether there are enough recent words to slow down searches. */
  get needsMerge(): boolean {
    const share = this.isLoading ? shareWhileLoading : shareRecent
    return this.#recentCount > maxRecent + this.#postings.length * share
  }

  has(word: string): boolean {
    return this.#recent.has(word) || this.#words[lowerBound(this.#words, word)] === word
  }

  /** Lists words with this prefix. A word can occur twice. */
  listWords(beginning: string): string[] {
    const recent = this.#sortRecent()
    return [
      ...this.#words.slice(...rangeOf(this.#words, beginning)),
      ...recent.slice(...rangeOf(recent, beginning)),
    ]
  }

  /** Returns the postings of a word, or of all words that begin with it. */
  postingsOf(word: string, isBeginning: boolean): ArrayLike<Posting>[] {
    const [first, end] = isBeginning ? rangeOf(this.#words, word) : placeOf(this.#words, word)
    const merged = this.#postings.subarray(this.#ends[first - 1] ?? 0, this.#ends[end - 1] ?? 0)
    const recent = isBeginning ? this.#sortRecent() : [word]
    const recentWords = isBeginning ? recent.slice(...rangeOf(recent, word)) : recent
    return [merged, ...recentWords.map((one) => this.#recent.get(one) ?? [])]
  }

  /** Merges recent words, and renumbers units. Drops units with a negative new number. */
  merge(numbers: Int32Array): void {
    const words: string[] = []
    const ends: number[] = []
    const postings = new Uint32Array(this.#postings.length + this.#recentCount)
    let count = 0
    const copy = (from: ArrayLike<Posting>, first = 0, end = from.length) => {
      for (let at = first; at < end; at++) {
        const posting = from[at] ?? 0
        const unit = numbers[unitOf(posting)] ?? -1
        if (unit >= 0) postings[count++] = postingOf(unit, columnsOf(posting))
      }
    }
    const close = (word: string) => {
      if (count > (ends.at(-1) ?? 0)) ends[words.push(word) - 1] = count
    }
    const recent = this.#sortRecent().values()
    let next = recent.next().value
    const copyRecent = (word: string) => {
      copy(this.#recent.get(word) ?? [])
      next = recent.next().value
    }
    for (const [at, word] of this.#words.entries()) {
      while (next !== undefined && next < word) {
        const one = next
        copyRecent(one)
        close(one)
      }
      copy(this.#postings, this.#ends[at - 1] ?? 0, this.#ends[at])
      if (next === word) copyRecent(word)
      close(word)
    }
    while (next !== undefined) {
      const one = next
      copyRecent(one)
      close(one)
    }
    this.#words = words
    this.#ends = Uint32Array.from(ends)
    this.#postings = postings.slice(0, count)
    this.#recent = new Map()
    this.#recentWords = []
    this.#recentCount = 0
  }

  #sortRecent(): string[] {
    this.#recentWords ??= [...this.#recent.keys()].sort()
    return this.#recentWords
  }
}

/** Returns the range of words with this prefix. */
const rangeOf = (sorted: readonly string[], beginning: string): [first: number, end: number] => [
  lowerBound(sorted, beginning),
  lowerBound(sorted, `${beginning}\u{10ffff}`),
]

function placeOf(sorted: readonly string[], word: string): [first: number, end: number] {
  const at = lowerBound(sorted, word)
  return [at, sorted[at] === word ? at + 1 : at]
}

/** Returns the index of the first word that does not sort before the text. */
function lowerBound(sorted: readonly string[], text: string): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? '') < text) low = middle + 1
    else high = middle
  }
  return low
}
