/** A set of small numbers with one bit each. */
export class Bits {
  readonly #words: Uint32Array

  /** @param size the numbers are below it */
  constructor(size: number) {
    this.#words = new Uint32Array((size + 31) >>> 5)
  }

  add(number: number): void {
    const at = number >>> 5
    this.#words[at] = (this.#words[at] ?? 0) | (1 << (number & 31))
  }

  /** Removes a number, and returns the set itself. */
  without(number: number): this {
    const at = number >>> 5
    this.#words[at] = (this.#words[at] ?? 0) & ~(1 << (number & 31))
    return this
  }

  has(number: number): boolean {
    return ((this.#words[number >>> 5] ?? 0) & (1 << (number & 31))) !== 0
  }

  and(other: Bits): Bits {
    return this.#combine(other, (a, b) => a & b)
  }

  or(other: Bits): Bits {
    return this.#combine(other, (a, b) => a | b)
  }

  #combine(other: Bits, combine: (a: number, b: number) => number): Bits {
    const result = new Bits(this.#words.length * 32)
    for (let at = 0; at < this.#words.length; at++)
      result.#words[at] = combine(this.#words[at] ?? 0, other.#words[at] ?? 0)
    return result
  }

  *[Symbol.iterator](): Generator<number> {
    for (let at = 0; at < this.#words.length; at++)
      for (let rest = this.#words[at] ?? 0; rest !== 0; rest &= rest - 1)
        yield at * 32 + 31 - Math.clz32(rest & -rest)
  }

  get count(): number {
    let count = 0
    for (let word of this.#words) for (; word !== 0; word &= word - 1) count++
    return count
  }
}
