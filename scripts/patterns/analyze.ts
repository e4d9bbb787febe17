import { checkSync } from 'recheck'
import { branchesOf, isPlainlyLinear } from './branches.ts'

/** The pure JavaScript analyzer needs neither Java nor a native program. */
process.env['RECHECK_BACKEND'] = 'pure'

/**
 * Limits count characters and steps, so that a busy machine changes nothing; time only ends a hanging
 * analysis.
 */
const settings = { timeout: 120_000, attackTimeout: null, incubationTimeout: null, randomSeed: 1 }

/** Returns an input that makes a pattern take more than linear time; undefined if there is none. */
export function superlinear(source: string, flags: string): string | undefined {
  const doubtful = branchesOf(source, flags).filter((branch) => !isPlainlyLinear(branch, flags))
  const isFound = doubtful.some((branch) => problemOf(branch, flags) !== undefined)
  // A branch alone can fail where another one would have matched.
  return isFound ? problemOf(source, flags) : undefined
}

const known = new Map<string, string | undefined>()

function problemOf(source: string, flags: string): string | undefined {
  const key = `/${source}/${flags}`
  if (!known.has(key)) known.set(key, analyze(source, flags))
  return known.get(key)
}

function analyze(source: string, flags: string): string | undefined {
  const result = checkSync(source, flags, settings)
  if (result.status === 'safe') return undefined
  return result.status === 'vulnerable'
    ? `${result.complexity.summary}, such as for ${result.attack.pattern}`
    : `could not be analyzed: ${result.error.kind}`
}
