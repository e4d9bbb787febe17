/** Tests whether a name matches the pattern. Few names are tested very often, so the results are cached. */
export interface Names {
  pattern: RegExp
  test(name: string): boolean
}

/** Packs can contain any number of names, so the cache is bounded. */
const mostNames = 50_000

/** One byte for each pattern: 0 before the first test, then 1 or 2. One lookup serves all patterns. */
const tested = new Map<string, Uint8Array>()
let patterns = 0
let last: { name: string; results: Uint8Array } = { name: '', results: new Uint8Array() }

function resultsOf(name: string): Uint8Array {
  if (last.name === name && last.results.length === patterns) return last.results
  let results = tested.get(name)
  if (results?.length !== patterns) {
    if (tested.size > mostNames) tested.clear()
    results = new Uint8Array(patterns)
    tested.set(name, results)
  }
  last = { name, results }
  return results
}

export function names(pattern: RegExp): Names {
  const at = patterns++
  return {
    pattern,
    test(name) {
      const results = resultsOf(name)
      if (results[at] === 0) results[at] = pattern.test(name) ? 2 : 1
      return results[at] === 2
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
