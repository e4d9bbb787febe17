import { type ComparedName, comparedName, type Likeness, likenessOf } from './likeness.ts'

/** Two names of which one can be taken for the other. */
export interface LookAlike<Known> {
  name: string
  known: Known
  likeness: Likeness
}

/**
 * The known names that one of these can be taken for, in the order of the known ones. Takes a time that grows with
 * both lists, not with their product: names are compared only when they are equal after one letter of either is
 * left out.
 */
export function findLookAlikes<Known extends { name: string }>(
  names: readonly string[],
  known: Iterable<Known>,
): LookAlike<Known>[] {
  const index = indexOf(names.map(comparedName))
  const lengths = new Set([...index.keys()].map((key) => key.length))
  const found: LookAlike<Known>[] = []
  for (const one of known) {
    const compared = knownName(one.name)
    const keys = lengths.has(compared.spelled.length - 1) ? keysOf(compared) : wholeKeysOf(compared)
    const candidates = new Set(keys.flatMap((key) => index.get(key) ?? []))
    for (const candidate of candidates) {
      const likeness = likenessOf(candidate, compared)
      if (likeness) found.push({ name: candidate.written, known: one, likeness })
    }
  }
  return found
}

/** Popular names are looked through again and again: most are those of the last time. */
const knownNames = new Map<string, ComparedName>()
const mostKnownNames = 50_000

function knownName(name: string): ComparedName {
  const before = knownNames.get(name)
  if (before) return before
  if (knownNames.size >= mostKnownNames) knownNames.clear()
  const compared = comparedName(name)
  knownNames.set(name, compared)
  return compared
}

function indexOf(names: readonly ComparedName[]): Map<string, ComparedName[]> {
  const index = new Map<string, ComparedName[]>()
  for (const name of names) {
    for (const key of keysOf(name)) {
      const others = index.get(key)
      if (others) others.push(name)
      else index.set(key, [name])
    }
  }
  return index
}

/** Nobody confuses by one letter what is longer, and each letter is a key. */
const longestSlip = 60

const wholeKeysOf = ({ visible, spelled, seen }: ComparedName) => [visible, spelled, seen]

/** Two names that are alike have one of these in common. */
function keysOf(name: ComparedName): string[] {
  const { spelled } = name
  const keys = new Set(wholeKeysOf(name))
  if (spelled.length <= longestSlip)
    for (let at = 0; at < spelled.length; at++) keys.add(spelled.slice(0, at) + spelled.slice(at + 1))
  return [...keys]
}
