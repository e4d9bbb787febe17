/** Tests whether a name matches the pattern. Few names are tested very often, so the results are cached. */
export interface Names {
  pattern: RegExp
  test(name: string): boolean
}

export function names(pattern: RegExp): Names {
  const known = new Map<string, boolean>()
  return {
    pattern,
    test(name) {
      const answer = known.get(name)
      if (answer !== undefined) return answer
      const found = pattern.test(name)
      // Packs can contain any number of names, so the cache is bounded.
      if (known.size > 20_000) known.clear()
      known.set(name, found)
      return found
    },
  }
}

const results = new Map<string, readonly string[]>()

/**
 * Results of a call are named after it. There is one list for each name, because joining the same object is
 * fastest.
 */
export function resultNames(name: string): readonly string[] {
  const known = results.get(name)
  if (known) return known
  const made = [`${name}()`]
  // Packs can contain any number of names, so the cache is bounded.
  if (results.size > 20_000) results.clear()
  results.set(name, made)
  return made
}

/** Reads a table of patterns: in each line one, two blanks, and what needs it. */
export function firstColumn(table: string): string[] {
  return table
    .trim()
    .split('\n')
    .map((line) => line.split('  ')[0] ?? '')
}
