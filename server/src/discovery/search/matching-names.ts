import type { TextQuery } from './query.ts'
import { compact } from './tokens.ts'

/** Names that explain why a node matches. */
export const maxNames = 20

/** Returns names that contain every word of the text: an equal name first, then names that begin with the text. */
export function matchingNames({ terms, key }: TextQuery, names: readonly string[]): string[] {
  const wanted = terms.map(({ whole, corrections }) => [whole, ...corrections])
  return compactedOf(names)
    .filter(({ compacted }) => wanted.every((words) => words.some((word) => compacted.includes(word))))
    .map(({ name, compacted }) => ({
      name,
      place: compacted === key ? 0 : compacted.startsWith(key) ? 1 : 2,
    }))
    .sort((a, b) => a.place - b.place)
    .slice(0, maxNames)
    .map(({ name }) => name)
}

interface Compacted {
  name: string
  compacted: string
}

/** Caches the compacted names of indexed nodes, which many searches compare. */
const known = new WeakMap<readonly string[], readonly Compacted[]>()

function compactedOf(names: readonly string[]): readonly Compacted[] {
  const before = known.get(names)
  if (before) return before
  const made = names.map((name) => ({ name, compacted: compact(name) }))
  known.set(names, made)
  return made
}
