import type { TextQuery } from './query.ts'
import { compact } from './tokens.ts'

const mostNames = 20

/** The names that have every word of the text in them, the whole name first, then those that begin with it. */
export function matchingNames({ terms, key }: TextQuery, names: readonly string[]): string[] {
  const wanted = terms.map(({ whole, corrections }) => [whole, ...corrections])
  return names
    .map((name) => ({ name, compacted: compact(name) }))
    .filter(({ compacted }) => wanted.every((words) => words.some((word) => compacted.includes(word))))
    .map(({ name, compacted }) => ({
      name,
      place: compacted === key ? 0 : compacted.startsWith(key) ? 1 : 2,
    }))
    .sort((a, b) => a.place - b.place)
    .slice(0, mostNames)
    .map(({ name }) => name)
}
