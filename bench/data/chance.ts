/** Generates deterministic pseudorandom numbers (mulberry32). */
export function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** All random choices, deterministic by seed. */
export class Chance {
  /** At least 0, less than 1. */
  readonly next: () => number

  constructor(seed: number) {
    this.next = numbersFrom(seed)
  }

  below(count: number): number {
    return Math.floor(this.next() * count)
  }

  /** Both ends are inclusive. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1)
  }

  happens(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T
  }

  /**
   * Picks early items far more often than late ones: the probability falls with the position, like word
   * frequencies in a language.
   */
  pickEarly<T>(list: readonly T[]): T {
    return list[this.place(list.length)] as T
  }

  /** Returns an index below `count` by Zipf's law. */
  place(count: number): number {
    return Math.min(count - 1, Math.floor((count + 1) ** this.next()) - 1)
  }

  times<T>(count: number, make: (index: number) => T): T[] {
    return Array.from({ length: count }, (_, index) => make(index))
  }

  /** Makes at most `most` items. */
  list<T>(most: number, make: (index: number) => T): T[] {
    return this.times(this.below(most + 1), make)
  }

  /** Returns hex digits. */
  digits(length: number): string {
    let text = ''
    while (text.length < length)
      text += Math.floor(this.next() * 2 ** 32)
        .toString(16)
        .padStart(8, '0')
    return text.slice(0, length)
  }

  /** Returns a random UUID (version 4). */
  uuid(): string {
    const digits = this.digits(32)
    const variant = '89ab'[Number.parseInt(digits[16] ?? '0', 16) % 4]
    return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-${variant}${digits.slice(17, 20)}-${digits.slice(20)}`
  }

  shuffled<T>(list: readonly T[]): T[] {
    const result = [...list]
    for (let at = result.length - 1; at > 0; at--) {
      const other = this.below(at + 1)
      ;[result[at], result[other]] = [result[other] as T, result[at] as T]
    }
    return result
  }
}

/**
 * Divides `total` among `count` by a power law: the first gets most, each gets at least `least`. The sum is
 * only approximately `total`.
 */
export function powerShares(count: number, total: number, exponent: number, least: number): number[] {
  const weights = Array.from({ length: count }, (_, rank) => (rank + 1) ** -exponent)
  const sum = weights.reduce((a, b) => a + b, 0)
  const rest = Math.max(0, total - least * count)
  let owed = 0
  return weights.map((weight) => {
    owed += (weight / sum) * rest
    const share = Math.floor(owed)
    owed -= share
    return least + share
  })
}
