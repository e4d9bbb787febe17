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
  const found: LookAlike<Known>[] = []
  for (const one of known) {
    const compared = comparedName(one.name)
    const candidates = new Set(keysOf(compared).flatMap((key) => index.get(key) ?? []))
    for (const candidate of candidates) {
      const likeness = likenessOf(candidate, compared)
      if (likeness) found.push({ name: candidate.written, known: one, likeness })
    }
  }
  return found
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

/** Two names that are alike have one of these in common. */
function keysOf({ visible, spelled, seen }: ComparedName): string[] {
  const keys = new Set([visible, spelled, seen])
  if (spelled.length <= longestSlip)
    for (let at = 0; at < spelled.length; at++) keys.add(spelled.slice(0, at) + spelled.slice(at + 1))
  return [...keys]
}
