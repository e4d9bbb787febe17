import type { Condition, Word } from '../condition.ts'
import { Bits } from './bits.ts'
import { bitOf, columnsOf, unitOf, type WordIndex } from './word-index.ts'

interface Level {
  name: string
  /** Numbers of what conditions hold for are below it. */
  size: number
  /** The number that a unit counts for. */
  numberOf(unit: number): number
}

/** Finds what conditions hold for. It remembers words, so it serves one search, in which the same words recur. */
export class Matcher {
  readonly #words: WordIndex
  /** For each unit the slot of its node, or 0 when that is gone. */
  readonly #owners: readonly number[]
  readonly #known = new Map<string, Bits>()
  readonly #nodes: Level
  readonly #comfyNodes: Level

  constructor(words: WordIndex, owners: readonly number[], slots: number) {
    this.#words = words
    this.#owners = owners
    this.#nodes = { name: 'n', size: slots, numberOf: (unit) => owners[unit] ?? 0 }
    this.#comfyNodes = { name: 'c', size: owners.length, numberOf: (unit) => unit }
  }

  /** The slots of the nodes for which it holds. */
  match(condition: Condition): Bits {
    return this.#match(condition, this.#nodes)
  }

  #match(condition: Condition, level: Level): Bits {
    if ('word' in condition) return this.#matchWord(condition, level)
    if ('one' in condition) return this.#ownersOf(this.#match(condition.one, this.#comfyNodes))
    const isAll = 'all' in condition
    const [first, ...others] = isAll ? condition.all : condition.any
    let bits = first ? this.#match(first, level) : new Bits(level.size)
    for (const other of others) {
      const more = this.#match(other, level)
      bits = isAll ? bits.and(more) : bits.or(more)
    }
    return bits
  }

  #ownersOf(units: Bits): Bits {
    const bits = new Bits(this.#nodes.size)
    for (const unit of units) bits.add(this.#owners[unit] ?? 0)
    return bits.without(0)
  }

  #matchWord({ word, isBeginning, columns }: Word, level: Level): Bits {
    const wanted = columns.reduce((sum, column) => sum | bitOf(column), 0)
    const key = `${level.name}${wanted}${isBeginning ? '*' : ' '}${word}`
    const known = this.#known.get(key)
    if (known) return known
    const bits = new Bits(level.size)
    for (const one of isBeginning ? this.#words.wordsFrom(word) : [word])
      for (const posting of this.#words.postingsOf(one))
        if (wanted === 0 || (columnsOf(posting) & wanted) !== 0) bits.add(level.numberOf(unitOf(posting)))
    this.#known.set(key, bits.without(0))
    return bits
  }
}
