import { type Value, weightOf } from './values.ts'

/**
 * Limits of evaluating one pack. They are counted, not timed, so that a pack stops at the same place
 * everywhere.
 */
export interface EvaluationLimits {
  steps: number
  callDepth: number
  /** Nested expressions and blocks, across all calls. */
  nesting: number
  loopTurns: number
  /** Steps of one `while` loop. */
  loopSteps: number
  textLength: number
  listLength: number
}

export const evaluationLimits: EvaluationLimits = {
  steps: 3_000_000,
  callDepth: 60,
  nesting: 600,
  loopTurns: 20_000,
  loopSteps: 200_000,
  textLength: 1_000_000,
  listLength: 100_000,
}

/** The pack needs more work than any honest one. */
export class Exhausted extends Error {
  override name = 'Exhausted'
  readonly limit: keyof EvaluationLimits
  constructor(limit: keyof EvaluationLimits) {
    super(`More than allowed: ${limit}`)
    this.limit = limit
  }
}

export class Budget {
  readonly limits: EvaluationLimits
  #steps = 0
  /** The steps at which the running part of the pack ends. */
  #end: number
  #depth = 0
  #nesting = 0

  constructor(limits: EvaluationLimits) {
    this.limits = limits
    this.#end = limits.steps
  }

  step(count = 1): void {
    this.#steps += count
    if (this.#steps > this.#end) throw new Exhausted('steps')
  }

  get steps(): number {
    return this.#steps
  }

  /** Whether nothing more can be followed here. */
  get isSpent(): boolean {
    return this.#steps > this.#end
  }

  /** Runs a part of the pack, which may take this many steps, or two thirds of those that are left. */
  part<Result>(run: () => Result, steps = Infinity): Result {
    const end = this.#end
    this.#end = Math.min(end, this.#steps + Math.min(steps, Math.ceil((end - this.#steps) * (2 / 3))))
    try {
      return run()
    } finally {
      this.#end = end
    }
  }

  /** Throws when a text or list exceeds its limit; large results also cost steps. */
  hold(what: 'textLength' | 'listLength', length: number): void {
    if (length > this.limits[what]) throw new Exhausted(what)
    this.step(length >> 5)
  }

  /** Works like `nested`, for the many shallow levels of expressions and blocks. */
  enter(): void {
    if (++this.#nesting > this.limits.nesting) throw new Exhausted('nesting')
  }

  leave(): void {
    this.#nesting--
  }

  /** Functions called at this depth are not followed, so their result is unknown. */
  get isDeep(): boolean {
    return this.#depth >= this.limits.callDepth / 2
  }

  /** Charges for operations on whole values: a step on a long list is not one step. */
  charge(...values: readonly Value[]): void {
    for (const value of values) {
      const weight = weightOf(value)
      if (weight > 0) this.step(weight)
    }
  }

  nested<Result>(run: () => Result): Result {
    if (this.#depth >= this.limits.callDepth) throw new Exhausted('callDepth')
    this.#depth++
    try {
      return run()
    } finally {
      this.#depth--
    }
  }
}
