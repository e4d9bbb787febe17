import { checkSync } from 'recheck'
import { branchesOf, isPlainlyLinear } from './branches.ts'

/** The pure JavaScript analyzer needs neither Java nor a native program. */
process.env['RECHECK_BACKEND'] = 'pure'

/**
 * Limits count characters and steps, so that a busy machine changes nothing; time only ends a hanging
 * analysis.
 */
const settings = { timeout: 120_000, attackTimeout: null, incubationTimeout: null, randomSeed: 1 }

/** Finds patterns that take more than linear time. */
export class PatternAnalyzer {
  readonly #problems: Map<string, string | undefined>
  readonly #asked = new Set<string>()

  /** `linear` are branches that an earlier analysis found linear, as `/source/flags`. */
  constructor(linear: readonly string[] = []) {
    this.#problems = new Map(linear.map((branch) => [branch, undefined]))
  }

  /** Returns an input that makes a pattern take more than linear time; undefined if there is none. */
  superlinear(source: string, flags: string): string | undefined {
    const doubtful = branchesOf(source, flags).filter((branch) => !isPlainlyLinear(branch, flags))
    const isFound = doubtful.some((branch) => this.#problemOf(branch, flags) !== undefined)
    // A branch alone can fail where another one would have matched.
    return isFound ? this.#problemOf(source, flags) : undefined
  }

  /** Returns the branches so far that needed an analysis and are linear, as `/source/flags`, sorted. */
  linearBranches(): string[] {
    return [...this.#asked].filter((branch) => this.#problems.get(branch) === undefined).sort()
  }

  #problemOf(source: string, flags: string): string | undefined {
    const branch = `/${source}/${flags}`
    this.#asked.add(branch)
    if (!this.#problems.has(branch)) this.#problems.set(branch, analyze(source, flags))
    return this.#problems.get(branch)
  }
}

function analyze(source: string, flags: string): string | undefined {
  const result = checkSync(source, flags, settings)
  if (result.status === 'safe') return undefined
  return result.status === 'vulnerable'
    ? `${result.complexity.summary}, such as for ${result.attack.pattern}`
    : `could not be analyzed: ${result.error.kind}`
}
