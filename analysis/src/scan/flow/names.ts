/** Tells whether a name is one of those that the pattern describes. Few names are asked for very often. */
export interface Names {
  test(name: string): boolean
}

export function names(pattern: RegExp): Names {
  const known = new Map<string, boolean>()
  return {
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
