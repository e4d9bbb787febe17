import { type ComparedName, comparedName, type Likeness, likenessOf } from './likeness.ts'

/** Two names that can be confused. */
export interface LookAlike<Known> {
  name: string
  known: Known
  likeness: Likeness
}

/**
 * Finds the known names that one of these can be confused with, in the order of the known names. The time
 * grows with both lists, not with their product: only names that become equal after removing one letter from
 * each are compared.
 */
export function findLookAlikes<Known extends { name: string }>(
  names: readonly string[],
  known: readonly Known[],
): LookAlike<Known>[] {
  const index = indexOf(names.map(keyedName))
  const found: LookAlike<Known>[] = []
  keyedNames(known).forEach(({ name, keys }, at) => {
    for (const candidate of candidatesOf(keys, index)) {
      const likeness = likenessOf(candidate, name)
      if (likeness) found.push({ name: candidate.written, known: known[at] as Known, likeness })
    }
  })
  return found
}

interface KeyedName {
  name: ComparedName
  /** Names that can be confused share one of these hashes. */
  keys: Int32Array
}

type Index = ReadonlyMap<number, readonly ComparedName[]>

function keyedName(written: string): KeyedName {
  const name = comparedName(written)
  return { name, keys: keysOf(name) }
}

/** Lists of popular names are searched again and again … */
const keyedLists = new WeakMap<readonly { name: string }[], readonly KeyedName[]>()

function keyedNames(known: readonly { name: string }[]): readonly KeyedName[] {
  const before = keyedLists.get(known)
  if (before) return before
  const keyed = known.map(({ name }) => knownName(name))
  keyedLists.set(known, keyed)
  return keyed
}

/** … and most names of a new list are also in the previous one. */
const knownNames = new Map<string, KeyedName>()
const maxKnownNames = 50_000

function knownName(written: string): KeyedName {
  const before = knownNames.get(written)
  if (before) return before
  if (knownNames.size >= maxKnownNames) knownNames.clear()
  const keyed = keyedName(written)
  knownNames.set(written, keyed)
  return keyed
}

function indexOf(names: readonly KeyedName[]): Index {
  const index = new Map<number, ComparedName[]>()
  for (const { name, keys } of names) {
    for (const key of new Set(keys)) {
      const others = index.get(key)
      if (others) others.push(name)
      else index.set(key, [name])
    }
  }
  return index
}

function candidatesOf(keys: Int32Array, index: Index): Iterable<ComparedName> {
  let found: Set<ComparedName> | undefined
  for (const key of keys) {
    const names = index.get(key)
    if (names) found = new Set([...(found ?? []), ...names])
  }
  return found ?? []
}

/** Longer names are not confused by one letter, and each letter costs a key. */
const longestSlip = 60

function keysOf({ visible, spelled, seen }: ComparedName): Int32Array {
  const wholes = [visible, spelled, seen].map(hashOf)
  return Int32Array.from(spelled.length <= longestSlip ? [...wholes, ...hashesWithoutOne(spelled)] : wholes)
}

const base = 0x01000193

/** Two texts collide by chance once in four billion times; matches are then compared in full. */
function hashOf(text: string): number {
  let hash = 0
  for (let at = 0; at < text.length; at++) hash = next(hash, text.charCodeAt(at))
  return hash
}

const next = (hash: number, letter: number) => (Math.imul(hash, base) + letter) | 0

/** Computes {@link hashOf} for the text without each of its letters in turn. */
function hashesWithoutOne(text: string): number[] {
  const before = [0]
  for (let at = 0; at < text.length; at++) before.push(next(before[at] ?? 0, text.charCodeAt(at)))
  const hashes: number[] = []
  let after = 0
  for (let at = text.length - 1, power = 1; at >= 0; at--) {
    hashes.push((Math.imul(before[at] ?? 0, power) + after) | 0)
    after = (after + Math.imul(text.charCodeAt(at), power)) | 0
    power = Math.imul(power, base)
  }
  return hashes
}
