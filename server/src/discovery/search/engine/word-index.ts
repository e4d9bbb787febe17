/** Where a word can stand. A node has the first four, each of its comfy-nodes the last. */
export const columns = ['names', 'people', 'description', 'labels', 'comfy'] as const
export type Column = (typeof columns)[number]

const bitsOfColumn = columns.length
export const bitOf = (column: Column): number => 1 << columns.indexOf(column)
const everywhere = (1 << bitsOfColumn) - 1

/** A unit (a node or one of its comfy-nodes) and the columns in which it has a word. */
export type Posting = number
export const unitOf = (posting: Posting): number => posting >>> bitsOfColumn
export const columnsOf = (posting: Posting): number => posting & everywhere

/** More new words than this are sorted together; fewer are inserted one by one. */
const mostInserted = 500

/** The words of all units, each with its postings in no particular order. */
export class WordIndex {
  #postings = new Map<string, Posting[]>()
  /** All words, sorted, except for those in `#added`. */
  #sorted: string[] = []
  #added: string[] = []

  get size(): number {
    return this.#postings.size
  }

  add(unit: number, word: string, columns: number): void {
    const posting = (unit << bitsOfColumn) | columns
    const known = this.#postings.get(word)
    if (known) known.push(posting)
    else {
      this.#postings.set(word, [posting])
      this.#added.push(word)
    }
  }

  postingsOf(word: string): readonly Posting[] {
    return this.#postings.get(word) ?? []
  }

  /** The words that begin with this, in order. */
  *wordsFrom(beginning: string): Generator<string> {
    this.#sort()
    for (let at = lowerBound(this.#sorted, beginning); at < this.#sorted.length; at++) {
      const word = this.#sorted[at] ?? ''
      if (!word.startsWith(beginning)) return
      yield word
    }
  }

  /** Gives units other numbers, and drops the postings of those that get none. */
  renumber(numberOf: (unit: number) => number | undefined): void {
    const kept = new Map<string, Posting[]>()
    for (const [word, postings] of this.#postings) {
      const moved: Posting[] = []
      for (const posting of postings) {
        const unit = numberOf(unitOf(posting))
        if (unit !== undefined) moved.push((unit << bitsOfColumn) | columnsOf(posting))
      }
      if (moved.length > 0) kept.set(word, moved)
    }
    this.#postings = kept
    this.#sorted = this.#sorted.filter((word) => kept.has(word))
    this.#added = this.#added.filter((word) => kept.has(word))
  }

  #sort(): void {
    if (this.#added.length > mostInserted) this.#sorted = [...this.#sorted, ...this.#added].sort()
    else for (const word of this.#added) this.#sorted.splice(lowerBound(this.#sorted, word), 0, word)
    this.#added = []
  }
}

/** The first place of a sorted list that does not come before the text. */
function lowerBound(sorted: readonly string[], text: string): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? '') < text) low = middle + 1
    else high = middle
  }
  return low
}
