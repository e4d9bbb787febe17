/**
 * A short description of a text that allows estimating its similarity to others: MinHash over runs of tokens.
 * Comments, blanks and line breaks do not count, so that moving or explaining code changes nothing.
 */

/** Number of hash functions; the share of equal values estimates the share of common runs. */
const functions = 64
/** Tokens in a run: enough that common phrases (`for i in range`) are not a run of their own. */
const runLength = 5
/** No hand-written file has more tokens; the rest is ignored. */
const maxTokens = 200_000

/**
 * Comments of Python, shells and scripts (the first group), strings, words, numbers, and single characters.
 */
const token =
  /(#[^\n]*|\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?)|"[^"\n]*"|'[^'\n]*'|[\p{L}_$][\p{L}\p{N}_$]*|\p{N}[\p{L}\p{N}_.]*|\S/gu

/** Computes signed 32-bit numbers. */
export function sketchOf(runs: ReadonlySet<number>): number[] {
  const least = new Int32Array(functions).fill(0x7fffffff)
  for (const run of runs) {
    for (let i = 0; i < functions; i++) {
      const value = mix(run ^ Math.imul(i + 1, 0x9e3779b1))
      if (value < (least[i] ?? 0)) least[i] = value
    }
  }
  return [...least]
}

/** Returns the distinct runs of tokens in a text, as hashes. */
export function runsOf(text: string): Set<number> {
  const runs = new Set<number>()
  const window: number[] = []
  let count = 0
  for (const [word, comment] of text.matchAll(token)) {
    if (++count > maxTokens) break
    if (comment !== undefined) continue
    window.push(hash(word))
    if (window.length > runLength) window.shift()
    if (window.length === runLength) runs.add(window.reduce((all, one) => mix(Math.imul(all, 31) ^ one), 7))
  }
  return runs
}

/** FNV-1a. */
function hash(word: string): number {
  let value = 0x811c9dc5
  for (let i = 0; i < word.length; i++) value = Math.imul(value ^ word.charCodeAt(i), 0x01000193)
  return value
}

/** Makes each bit of the result depend on all bits: the last step of MurmurHash3. */
function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}

/** Estimates the share of runs that two texts have in common, from 0 to 1. */
export function similarityOf(a: readonly number[], b: readonly number[]): number {
  return a.filter((value, i) => value === b[i]).length / functions
}

/**
 * Texts that share half of their runs share a whole group of this many numbers with a probability of 65
 * percent.
 */
const groupLength = 4

/**
 * Computes index keys that similar texts share: a hash for each group of the sketch. At least one is shared by more than 99 of 100 texts with three quarters in common.
 */
export function bandsOf(sketch: readonly number[]): number[] {
  const bands: number[] = []
  for (let from = 0; from < sketch.length; from += groupLength)
    bands.push(
      sketch.slice(from, from + groupLength).reduce((all, one) => mix(Math.imul(all, 31) ^ one), from + 1),
    )
  return bands
}
