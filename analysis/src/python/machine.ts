import type { Budget } from './budget.ts'
import type { Project } from './project.ts'
import type { DictValue, ModuleValue, Place, UnknownValue, Value } from './values.ts'

export interface CallArguments {
  positional: Value[]
  keywords: Map<string, Value>
}

/** The parts of the evaluator that builtin functions and methods use. */
export interface Interpreter {
  readonly budget: Budget
  readonly project: Project
  /** The place being evaluated. */
  readonly at: Place
  /** True inside a branch of an unknown condition. */
  readonly isUncertain: boolean
  call(callee: Value, args: CallArguments): Value
  /** Runs a coroutine; any other value is its own result. */
  awaited(value: Value): Value
  attribute(object: Value, name: string): Value
  item(object: Value, key: Value): Value
  setItem(object: Value, key: Value, value: Value): void
  iterate(value: Value): Iteration
  importModule(name: string): Value
  importFile(path: string): ModuleValue | undefined
  /** Finds a module of the pack by an absolute name, through the folders added to the search path. */
  findAbsolute(name: string): Value | undefined
  /** Files of the pack that its code has written so far, with their content if known. */
  readonly written: Map<string, Value | undefined>
  /**
   * An error that a `try` of the pack expects. Without a `try`, the pack would not load, so more likely the
   * evaluator missed something.
   */
  failure(reason: string): UnknownValue
  addSearchFolder(path: string): void
  /** A mapping of the tool itself, to which packs add their own entries. */
  toolMapping(name: string): DictValue
  unknown(reason: string): UnknownValue
}

export interface Iteration {
  items: readonly Value[]
  maybe: ReadonlySet<Value>
  open: UnknownValue | undefined
}

export function callWith(positional: Value[], keywords: Record<string, Value> = {}): CallArguments {
  return { positional, keywords: new Map(Object.entries(keywords)) }
}

/** Returns undefined when the result is unknown. */
export type Builtin = (
  machine: Interpreter,
  args: readonly Value[],
  keywords: ReadonlyMap<string, Value>,
) => Value | undefined
