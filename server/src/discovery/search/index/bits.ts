/** A bit for each of a number of things. */
export type Bits = Uint32Array

export const noBits = (size: number): Bits => new Uint32Array((size + 31) >>> 5)

export const isSet = (bits: Bits, at: number) => (((bits[at >>> 5] as number) >>> (at & 31)) & 1) === 1

export function set(bits: Bits, at: number): void {
  bits[at >>> 5] = (bits[at >>> 5] as number) | (1 << (at & 31))
}

export function unset(bits: Bits, at: number): void {
  bits[at >>> 5] = (bits[at >>> 5] as number) & ~(1 << (at & 31))
}

export function isNone(bits: Bits): boolean {
  for (let at = 0; at < bits.length; at++) if (bits[at] !== 0) return false
  return true
}

/** Leaves in the first what is in both. */
export function keepBoth(bits: Bits, others: Bits): void {
  for (let at = 0; at < bits.length; at++) bits[at] = (bits[at] as number) & (others[at] as number)
}

/** Adds to the first what is in the second. */
export function addAll(bits: Bits, others: Bits): void {
  for (let at = 0; at < bits.length; at++) bits[at] = (bits[at] as number) | (others[at] as number)
}

export function countBits(bits: Bits): number {
  let count = 0
  for (let at = 0; at < bits.length; at++) {
    let word = bits[at] as number
    word -= (word >>> 1) & 0x55555555
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333)
    count += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
  }
  return count
}

/** The first so many that are set. */
export function firstOf(bits: Bits, most = Number.POSITIVE_INFINITY): number[] {
  const found: number[] = []
  for (let at = 0; at < bits.length; at++) {
    for (let word = bits[at] as number; word !== 0; word &= word - 1) {
      if (found.length >= most) return found
      found.push(at * 32 + 31 - Math.clz32(word & -word))
    }
  }
  return found
}
