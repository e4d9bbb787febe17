/**
 * A short description of a text whose likeness can be estimated: MinHash over runs of tokens. Comments, blanks and
 * line breaks do not count, so that moving code about or explaining it changes nothing.
 */

/** One of these for each hash function; the share of equal ones estimates the share of runs in common. */
const functions = 64
/** Tokens in a run: long enough that what everybody writes (`for i in range`) is not a run of its own. */
const runLength = 5
/** More tokens than any file that people write; what is beyond is not looked at. */
const mostTokens = 200_000

/** Comments of Python, shells and scripts (the first group), texts, words, numbers, and single characters. */
const token =
  /(#[^\n]*|\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?)|"[^"\n]*"|'[^'\n]*'|[\p{L}_$][\p{L}\p{N}_$]*|\p{N}[\p{L}\p{N}_.]*|\S/gu

/** Signed 32-bit numbers. */
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

/** The different runs of tokens in a text, as hashes. */
export function runsOf(text: string): Set<number> {
  const runs = new Set<number>()
  const window: number[] = []
  let count = 0
  for (const [word, comment] of text.matchAll(token)) {
    if (++count > mostTokens) break
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

/** Each bit of the answer depends on all bits: the last step of MurmurHash3. */
function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}

/** The estimated share of runs that two texts have in common, from 0 to 1. */
export function similarityOf(a: readonly number[], b: readonly number[]): number {
  return a.filter((value, i) => value === b[i]).length / functions
}

/** Numbers in a group; texts that have half of their runs in common have some group in common with 65 percent. */
const groupLength = 4

/**
 * What similar texts have in common and others do not, for an index: a hash for each group of the sketch. Of texts
 * with three quarters in common, more than 99 of 100 share at least one.
 */
export function bandsOf(sketch: readonly number[]): number[] {
  const bands: number[] = []
  for (let from = 0; from < sketch.length; from += groupLength)
    bands.push(
      sketch.slice(from, from + groupLength).reduce((all, one) => mix(Math.imul(all, 31) ^ one), from + 1),
    )
  return bands
}
