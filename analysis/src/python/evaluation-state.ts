import type { OnFile } from '../progress.ts'
import { Budget, type EvaluationLimits } from './budget.ts'
import type { Project } from './project.ts'
import { PythonError } from './python-error.ts'
import {
  type DictValue,
  dict,
  type FunctionValue,
  type Place,
  type UnknownValue,
  type Value,
} from './values.ts'

export type Completion = { kind: 'next' | 'break' | 'continue' | 'raise' } | { kind: 'return'; value: Value }
export const next: Completion = { kind: 'next' }

export interface Frame {
  function?: FunctionValue
  /** The object that `super()` binds to. */
  self: Value | undefined
  /** Values returned under an unknown condition. */
  possible: Value[]
  yields: Value[]
}

/** The state of an evaluation: its place, its calls, and what it knows about errors. */
export abstract class EvaluationState {
  readonly budget: Budget
  readonly project: Project
  readonly #onFile: OnFile
  readonly written = new Map<string, Value | undefined>()
  /** Errors during loading that nothing in the pack catches. */
  /** Loops and statements that were left because they take too long. */
  readonly cuts: Place[] = []
  readonly #toolMappings = new Map<string, DictValue>()
  readonly failures: { reason: string; at: Place }[] = []
  protected readonly frames: Frame[] = []
  protected tries = 0
  protected uncertainty = 0
  protected file = '__init__.py'
  #line = 1

  constructor(project: Project, limits: EvaluationLimits, onFile: OnFile) {
    this.project = project
    this.#onFile = onFile
    this.budget = new Budget(limits)
  }

  get at(): Place {
    return { file: this.file, line: this.#line }
  }

  get isUncertain(): boolean {
    return this.uncertainty > 0
  }

  toolMapping(name: string): DictValue {
    const known = this.#toolMappings.get(name)
    if (known) return known
    const made: DictValue = { ...dict(), fallback: this.unknown('belongs to the tool itself') }
    this.#toolMappings.set(name, made)
    return made
  }

  enter(line: number): void {
    this.#line = line
    this.budget.step()
  }

  unknown(reason: string): UnknownValue {
    return { kind: 'unknown', reason, at: this.at }
  }

  failure(reason: string): UnknownValue {
    if (this.tries > 0) throw new PythonError(reason)
    return this.unknown(reason)
  }

  uncertainly<Result>(run: () => Result): Result {
    this.uncertainty++
    try {
      return run()
    } finally {
      this.uncertainty--
    }
  }

  protected inFile<Result>(file: string, run: () => Result): Result {
    const before = { file: this.file, line: this.#line }
    this.file = file
    this.#onFile(file, 'evaluate')
    try {
      return this.budget.nested(run)
    } finally {
      this.file = before.file
      this.#line = before.line
      this.#onFile(before.file, 'evaluate')
    }
  }

  protected frame<Result>(
    fn: FunctionValue | undefined,
    self: Value | undefined,
    run: (frame: Frame) => Result,
  ): Result {
    const frame: Frame = { ...(fn ? { function: fn } : {}), self, possible: [], yields: [] }
    this.frames.push(frame)
    try {
      return run(frame)
    } finally {
      this.frames.pop()
    }
  }
}
