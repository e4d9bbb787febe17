import type { KnownTerm } from '../sql.ts'

/** As the extension for trigrams of the database has it. */
const leastSimilarity = 0.3
const mostSimilar = 30
const termsAtOnce = 1000

/** The words of the catalogue, for the correction of typing errors. */
export class TermIndex {
  readonly #terms: readonly KnownTerm[]
  readonly #places = new Map<string, number>()
  /** How many nodes the terms before each have, together. */
  readonly #sums: Float64Array
  readonly #byTrigram = new Map<string, number[]>()
  readonly #trigramCounts: Uint8Array

  /** @param terms Sorted. */
  private constructor(terms: readonly KnownTerm[]) {
    this.#terms = terms
    this.#sums = new Float64Array(terms.length + 1)
    this.#trigramCounts = new Uint8Array(terms.length)
  }

  /** Pauses often: a hundred thousand words take some tenths of a second. */
  static *of(terms: readonly KnownTerm[]): Generator<void, TermIndex> {
    const index = new TermIndex(terms.toSorted((a, b) => (a.term < b.term ? -1 : 1)))
    for (let at = 0; at < terms.length; at++) {
      index.#add(at)
      if (at % termsAtOnce === 0) yield
    }
    return index
  }

  #add(at: number): void {
    const { term, node_count } = this.#terms[at] as KnownTerm
    this.#places.set(term, at)
    this.#sums[at + 1] = (this.#sums[at] as number) + node_count
    const trigrams = trigramsOf(term)
    this.#trigramCounts[at] = trigrams.size
    for (const trigram of trigrams) {
      const places = this.#byTrigram.get(trigram)
      if (places) places.push(at)
      else this.#byTrigram.set(trigram, [at])
    }
  }

  /** Those of these words that exist. */
  find(words: readonly string[]): KnownTerm[] {
    return words.flatMap((word) => {
      const place = this.#places.get(word)
      return place === undefined ? [] : (this.#terms[place] ?? [])
    })
  }

  /** How many nodes have words with this beginning; one with several of them counts again. */
  countNodesByBeginning(beginning: string): number {
    const from = this.#firstFrom(beginning)
    const until = this.#firstFrom(`${beginning}\uffff`)
    return (this.#sums[until] as number) - (this.#sums[from] as number)
  }

  /** Words that share most letters with one, as `findSimilarTerms` of the database. */
  findSimilar(word: string): KnownTerm[] {
    const trigrams = trigramsOf(word)
    const shared = new Uint8Array(this.#terms.length)
    const found: number[] = []
    for (const trigram of trigrams)
      for (const at of this.#byTrigram.get(trigram) ?? []) {
        if (shared[at] === 0) found.push(at)
        shared[at] = (shared[at] as number) + 1
      }
    const similar: { known: KnownTerm; similarity: number }[] = []
    for (const at of found) {
      const count = shared[at] as number
      const similarity = Math.fround(count / (trigrams.size + (this.#trigramCounts[at] as number) - count))
      if (similarity < Math.fround(leastSimilarity)) continue
      const known = this.#terms[at] as KnownTerm
      const { length } = known.term
      if (length >= word.length - 2 && length <= word.length + 6) similar.push({ known, similarity })
    }
    similar.sort(
      (a, b) =>
        b.similarity - a.similarity ||
        b.known.node_count - a.known.node_count ||
        (a.known.term < b.known.term ? -1 : 1),
    )
    return similar.slice(0, mostSimilar).map(({ known }) => known)
  }

  #firstFrom(text: string): number {
    let [low, high] = [0, this.#terms.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#terms[middle] as KnownTerm).term < text) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** With two blanks in front and one behind. */
function trigramsOf(word: string): Set<string> {
  const letters = [...`  ${word} `]
  return new Set(letters.slice(2).map((letter, at) => `${letters[at]}${letters[at + 1]}${letter}`))
}
