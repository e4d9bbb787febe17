import type { TextQuery } from './query.ts'
import { compact } from './tokens.ts'

const mostNames = 20

/** The names that have every word of the text in them, the whole name first, then those that begin with it. */
export function matchingNames({ terms, key }: TextQuery, names: readonly string[]): string[] {
  const wanted = terms.map(({ whole, corrections }) => [whole, ...corrections])
  return compactedOf(names)
    .filter(({ compacted }) => wanted.every((words) => words.some((word) => compacted.includes(word))))
    .map(({ name, compacted }) => ({
      name,
      place: compacted === key ? 0 : compacted.startsWith(key) ? 1 : 2,
    }))
    .sort((a, b) => a.place - b.place)
    .slice(0, mostNames)
    .map(({ name }) => name)
}

interface Compacted {
  name: string
  compacted: string
}

/** Nodes that are kept ready are looked through again and again. */
const known = new WeakMap<readonly string[], readonly Compacted[]>()

function compactedOf(names: readonly string[]): readonly Compacted[] {
  const before = known.get(names)
  if (before) return before
  const made = names.map((name) => ({ name, compacted: compact(name) }))
  known.set(names, made)
  return made
}
