/** Tells whether a name is one of those that the pattern describes. Few names are asked for very often. */
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
      // Packs name what they like: what is remembered of them is bounded.
      if (known.size > 20_000) known.clear()
      known.set(name, found)
      return found
    },
  }
}

const results = new Map<string, readonly string[]>()

/** What a call of this gives is named after it. One list for each name: the same object is joined fastest. */
export function resultNames(name: string): readonly string[] {
  const known = results.get(name)
  if (known) return known
  const made = [`${name}()`]
  // Packs name what they like: what is remembered of them is bounded.
  if (results.size > 20_000) results.clear()
  results.set(name, made)
  return made
}
